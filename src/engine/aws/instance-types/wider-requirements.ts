import type { NodePoolRequirement } from '../../karpenter/api/node-pool.ts';
import type { WiderRequirements } from '../../karpenter/cloud-provider/cloud-provider.ts';
import type { InstanceTypes } from '../../karpenter/cloud-provider/instance-types.ts';
import { Requirements } from '../../karpenter/scheduling/requirements.ts';

/** Wider requirements to suggest: all families of the listed categories, or newer generations than those listed. */
export const widerRequirements = (
  requirements: readonly NodePoolRequirement[],
  instanceTypes: InstanceTypes,
): WiderRequirements => ({
  families: withAllFamilies(requirements),
  generations: withNewGenerations(requirements, instanceTypes),
});

const familyKeys = new Set(['karpenter.k8s.aws/instance-family', 'node.kubernetes.io/instance-type']);

/** Every family of the categories and architectures of the families or types that are listed now. */
function withAllFamilies(requirements: readonly NodePoolRequirement[]): readonly NodePoolRequirement[] | undefined {
  const listed = requirements.filter(({ key }) => familyKeys.has(key));
  const families = listed.flatMap(({ values = [] }) => values.map((value) => /^([a-z]+)\d+([a-z]*)/.exec(value)));
  if (listed.length === 0 || listed.some(({ operator }) => operator !== 'In')) return;
  if (families.includes(null) || listed.some(({ minValues }) => minValues !== undefined)) return;

  const values = (read: (family: RegExpExecArray) => string) =>
    [...new Set(families.map((family) => read(family!)))].sort();

  return [
    ...requirements.filter(({ key }) => !familyKeys.has(key)),
    { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: values(([, category = '']) => category) },
    // Graviton families have a `g` after the generation.
    {
      key: 'kubernetes.io/arch',
      operator: 'In',
      values: values(([, , suffix = '']) => {
        if (suffix.includes('g')) return 'arm64';
        return 'amd64';
      }),
    },
  ];
}

const generation = 'karpenter.k8s.aws/instance-generation';

/** Every generation from the oldest allowed one on, because newer ones often do the same work for less. */
function withNewGenerations(
  requirements: readonly NodePoolRequirement[],
  { labels }: InstanceTypes,
): readonly NodePoolRequirement[] | undefined {
  const current = requirements.filter(({ key }) => key === generation);
  const generations = (labels.get(generation) ?? []).flatMap((values) => values.map(Number));
  if (current.length === 0 || current.some(({ minValues }) => minValues !== undefined)) return undefined;

  const allowed = Requirements.from(current).get(generation);
  const oldest = generations.filter((number) => allowed.has(`${number}`)).reduce((a, b) => Math.min(a, b), Infinity);
  const newer = [...new Set(generations)].filter((number) => number >= oldest).sort((a, b) => a - b);
  if (newer.every((number) => allowed.has(`${number}`))) return undefined;

  const values = newer.map(String);
  return [...requirements.filter(({ key }) => key !== generation), { key: generation, operator: 'In', values }];
}
