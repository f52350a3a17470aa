import type { NodePool, NodePoolRequirement } from '../../api/node-pool.ts';
import { readTaints } from '../pods/pod-spec.ts';
import { listOf, mapOf, number, objectOf, quantity, type Reader, text } from '../value-reader.ts';

type Spec = NodePool['spec'];
type Template = Spec['template'];
type TemplateSpec = Template['spec'];
type Disruption = NonNullable<Spec['disruption']>;
type Metadata = NonNullable<Template['metadata']>;

const requirements = listOf(
  objectOf<NodePoolRequirement>(
    { key: text, operator: text, values: listOf(text), minValues: number },
    { required: ['key', 'operator'] },
  ),
);

const templateSpec = objectOf<TemplateSpec>(
  {
    nodeClassRef: objectOf<TemplateSpec['nodeClassRef']>(
      { group: text, kind: text, name: text },
      { required: ['name'] },
    ),
    requirements,
    taints: readTaints,
    startupTaints: readTaints,
    expireAfter: text,
    terminationGracePeriod: text,
  },
  { required: ['nodeClassRef'] },
);

const template = objectOf<Template>(
  { metadata: objectOf<Metadata>({ labels: mapOf(text), annotations: mapOf(text) }), spec: templateSpec },
  { required: ['spec'] },
);

const disruption = objectOf<Disruption>({
  consolidationPolicy: text,
  consolidateAfter: text,
  budgets: listOf(
    objectOf<NonNullable<Disruption['budgets']>[number]>({
      nodes: text,
      schedule: text,
      duration: text,
      reasons: listOf(text),
    }),
  ),
});

/** A v1 NodePool; undefined where it names no class. */
export const readNodePool: Reader<NodePool> = objectOf<NodePool>(
  {
    metadata: objectOf<NodePool['metadata']>(
      { name: text, labels: mapOf(text), annotations: mapOf(text) },
      { required: ['name'] },
    ),
    spec: objectOf<Spec>(
      { weight: number, replicas: number, limits: mapOf(quantity), disruption, template },
      { required: ['template'] },
    ),
  },
  { required: ['metadata', 'spec'] },
);
