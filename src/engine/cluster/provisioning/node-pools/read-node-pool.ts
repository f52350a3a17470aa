import type { NodePool, NodePoolRequirement } from '../../../karpenter/api/node-pool.ts';
import { listOf, mapOf, objectWith, type Reader, readNumber, readQuantity, readText } from '../input/value-reader.ts';
import { readTaints } from '../pods/pod-spec.ts';

type Spec = NodePool['spec'];
type Template = Spec['template'];
type TemplateSpec = Template['spec'];
type Disruption = NonNullable<Spec['disruption']>;
type Metadata = NonNullable<Template['metadata']>;

const requirements = listOf(
  objectWith<NodePoolRequirement>(
    { key: readText, operator: readText, values: listOf(readText), minValues: readNumber },
    { required: ['key', 'operator'] },
  ),
);

const templateSpec = objectWith<TemplateSpec>(
  {
    nodeClassRef: objectWith<TemplateSpec['nodeClassRef']>(
      { group: readText, kind: readText, name: readText },
      { required: ['name'] },
    ),
    requirements,
    taints: readTaints,
    startupTaints: readTaints,
    expireAfter: readText,
    terminationGracePeriod: readText,
  },
  { required: ['nodeClassRef'] },
);

const template = objectWith<Template>(
  { metadata: objectWith<Metadata>({ labels: mapOf(readText), annotations: mapOf(readText) }), spec: templateSpec },
  { required: ['spec'] },
);

const disruption = objectWith<Disruption>({
  consolidationPolicy: readText,
  consolidateAfter: readText,
  budgets: listOf(
    objectWith<NonNullable<Disruption['budgets']>[number]>({
      nodes: readText,
      schedule: readText,
      duration: readText,
      reasons: listOf(readText),
    }),
  ),
});

/** Reads a v1 NodePool; undefined if it names no node class. */
export const readNodePool: Reader<NodePool> = objectWith<NodePool>(
  {
    metadata: objectWith<NodePool['metadata']>(
      { name: readText, labels: mapOf(readText), annotations: mapOf(readText) },
      { required: ['name'] },
    ),
    spec: objectWith<Spec>(
      { weight: readNumber, replicas: readNumber, limits: mapOf(readQuantity), disruption, template },
      { required: ['template'] },
    ),
  },
  { required: ['metadata', 'spec'] },
);
