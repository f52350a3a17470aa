import { label, normalizeLabel, wellKnownValues } from '../../../karpenter/api/labels.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import { formatResource } from '../../../karpenter/api/quantity.ts';
import type { Catalog } from '../../../karpenter/cloud-provider/catalog.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import { podConstraints } from '../pods/pod-constraints.ts';

/** What is known about all nodes that a cluster can have. */
export interface AnyNode {
  readonly catalog: Catalog;
  /** The region; undefined if it is only assumed. */
  readonly region: string | undefined;
}

/** The values that the kubelet sets on nodes of any kind. */
const kubeletValues: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [label.os, new Set(['linux', 'windows'])],
  [label.arch, new Set(['386', 'amd64', 'arm', 'arm64', 'ppc64le', 'riscv64', 's390x'])],
]);

/** Why no node of any kind can run a pod, as a sentence; undefined if some node might. */
export const nowhereBecause = (pod: Pod, any: AnyNode): string | undefined =>
  impossibleLabel(pod, any) ?? tooLarge(pod, any);

/** The selector, and the affinity if it has no alternatives. */
function impossibleLabel({ spec }: Pod, { region }: AnyNode): string | undefined {
  const { nodeSelector, requiredTerms } = podConstraints(spec);
  const [term] = requiredTerms.length === 1 ? requiredTerms : [];

  const wanted = [
    ...Object.entries(nodeSelector).map(([key, value]) => ({ key, values: [value] })),
    ...(term?.matchExpressions ?? []).flatMap(({ key, operator, values = [] }) => {
      if (operator === 'In') return [{ key, values }];
      return [];
    }),
  ];

  for (const { key, values } of wanted) {
    const label = normalizeLabel(key);
    if (values.length === 0 || !values.every((value) => isImpossible(label, value, region))) continue;

    return `No node has \`${key}: ${values.join(', ')}\`. ${possible(label, region)}`;
  }

  return undefined;
}

const valuesOf = (key: string): ReadonlySet<string> | undefined => wellKnownValues.get(key) ?? kubeletValues.get(key);

function isImpossible(key: string, value: string, region: string | undefined): boolean {
  if (hasPlaceholder(value)) return false;

  const values = valuesOf(key);
  if (values !== undefined) return !values.has(value);
  if (region === undefined) return false;
  if (key === label.region) return value !== region;

  // Zones of AWS begin with the name of their region.
  return key === label.zone && /^[a-z]{2}(?:-[a-z]+){1,3}-\d/.test(value) && !value.startsWith(region);
}

function possible(key: string, region: string | undefined): string {
  const values = valuesOf(key);
  if (values === undefined) return `The region is \`${region}\`.`;
  const names = [...values].sort().map(quoted);
  return `Its values are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;
}

function tooLarge({ spec }: Pod, { catalog: { types } }: AnyNode): string | undefined {
  const requests = podRequests(spec);
  const most = {
    cpu: types.reduce((max, { vcpus }) => Math.max(max, vcpus * 1000), 0),
    memory: types.reduce((max, { memoryMib }) => Math.max(max, memoryMib * 2 ** 20), 0),
  };

  for (const resource of ['cpu', 'memory'] as const) {
    if (types.length === 0 || (requests.get(resource) ?? 0) <= most[resource]) continue;
    const noun = resource === 'cpu' ? 'CPU' : 'memory';
    return `Each pod requests more ${noun} than the largest instance type has, ${formatResource(resource, most[resource])}.`;
  }

  return undefined;
}
