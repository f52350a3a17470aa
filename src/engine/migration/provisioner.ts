import type { Value } from '../manifest/manifest.ts';
import { carriedMetadata, compacted, type Fields, fieldsOf, itemsOf, nonEmpty, textOf, without } from './fields.ts';
import { nodeClassSpec } from './node-template.ts';
import type { Migrated } from './to-v1.ts';

/** A v1alpha5 Provisioner as a v1 NodePool, with the EC2NodeClass that its inline `provider` describes. */
export function nodePoolFromProvisioner(object: Fields): Migrated {
  const spec = fieldsOf(object.spec);
  const name = textOf(fieldsOf(object.metadata).name) ?? '';
  const inline = nonEmpty(spec.provider);
  const { requirements, notes } = v1Requirements(spec);
  const nodePool: Fields = {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: carriedMetadata(object.metadata),
    spec: compacted({
      weight: spec.weight,
      limits: fieldsOf(spec.limits).resources,
      disruption: v1Disruption(spec),
      template: compacted({
        metadata: compacted({ labels: spec.labels, annotations: spec.annotations }),
        spec: compacted({
          expireAfter: seconds(spec.ttlSecondsUntilExpired) ?? 'Never',
          nodeClassRef: v1NodeClassRef(spec.providerRef, name),
          requirements,
          taints: spec.taints,
          startupTaints: spec.startupTaints,
        }),
      }),
    }),
  };
  const nodeClass = inline === undefined ? undefined : inlineClass(name, inline);
  const kubelet = nonEmpty(without(fieldsOf(spec.kubeletConfiguration), ['containerRuntime']));
  return {
    nodePool,
    notes: [...notes, ...(nodeClass?.notes ?? [])],
    ...(nodeClass === undefined ? {} : { nodeClass: nodeClass.object }),
    ...(kubelet === undefined ? {} : { kubelet }),
  };
}

/** An inline provider becomes a class of the provisioner's name. */
function inlineClass(name: string, provider: Fields): { object: Fields; notes: readonly string[] } {
  const { spec, notes } = nodeClassSpec(provider);
  return { object: { apiVersion: 'karpenter.k8s.aws/v1', kind: 'EC2NodeClass', metadata: { name }, spec }, notes };
}

function v1NodeClassRef(ref: Value | undefined, provisioner: string): Fields {
  const name = textOf(fieldsOf(ref).name) ?? provisioner;
  return { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name };
}

const seconds = (value: Value | undefined): string | undefined => {
  const amount = textOf(value);
  return amount === undefined ? undefined : `${amount}s`;
};

/** v1alpha5 consolidated only when told to, or removed empty nodes after a time; v1beta1 and v1 always have a policy. */
function v1Disruption(spec: Fields): Fields {
  if (fieldsOf(spec.consolidation).enabled === true) {
    return { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '0s' };
  }
  return { consolidationPolicy: 'WhenEmpty', consolidateAfter: seconds(spec.ttlSecondsAfterEmpty) ?? 'Never' };
}

const instanceKeys = [
  'node.kubernetes.io/instance-type',
  'karpenter.k8s.aws/instance-family',
  'karpenter.k8s.aws/instance-category',
  'karpenter.k8s.aws/instance-generation',
];

/** Legacy spellings of keys, which count as the same. */
const currentKeys: Record<string, string> = {
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
};

const inValues = (key: string, ...values: string[]): Fields => ({ key, operator: 'In', values });

/** The requirements, with those that the v1alpha5 webhook added where nobody had said anything (SetDefaults of provider-aws's Provisioner). */
function v1Requirements(spec: Fields): { requirements: readonly Value[]; notes: string[] } {
  const own = itemsOf(spec.requirements);
  const keys = [...own.map((item) => textOf(fieldsOf(item).key) ?? ''), ...Object.keys(fieldsOf(spec.labels))];
  const said = new Set(keys.map((key) => currentKeys[key] ?? key));
  const added: Fields[] = [];
  if (!said.has('kubernetes.io/os')) added.push(inValues('kubernetes.io/os', 'linux'));
  if (!said.has('kubernetes.io/arch')) added.push(inValues('kubernetes.io/arch', 'amd64'));
  if (!said.has('karpenter.sh/capacity-type')) added.push(inValues('karpenter.sh/capacity-type', 'on-demand'));
  if (!instanceKeys.some((key) => said.has(key))) {
    added.push(inValues('karpenter.k8s.aws/instance-category', 'c', 'm', 'r'));
    added.push({ key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['2'] });
  }
  const names = added.map(({ key }) => `\`${key}\``).join(', ');
  return {
    requirements: [...own, ...added],
    notes: added.length === 0 ? [] : [`v1alpha5 assumed requirements that v1 does not: ${names} are written out.`],
  };
}
