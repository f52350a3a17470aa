import { choosingPathOf } from '../../lint/fields/pool-fields.ts';
import { onDemandUsd } from '../../lint/on-demand-price.ts';
import { onceForTypes } from '../../lint/once-for-types.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { nodeClass, nodePool, together } from '../../lint/scenes.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { compareNames } from '../../name-order.ts';
import { type Ec2Catalog, ec2CatalogOf } from '../catalog/ec2-catalog.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';

export const olderGenerationRule = defineRule({
  id: 'older-generation',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Which nodes a pool may launch',
  mistakes: [],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'Every instance type of a pool is of a generation that a newer one undercuts.',
    why: 'AWS prices newer generations lower than those from a decade ago, and they are faster and less often short in supply. A pool that names old families alone pays more for less, and nothing in the cluster says so. It is told by the prices of the region, for types of like size and memory, with CPUs of the same maker.',
    help: 'Allow the newer families, by name or by `karpenter.k8s.aws/instance-generation`.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#instance-types',
  },
  examples,
});

/** A pool of more types than this was not written by naming families. */
const maxTypes = 60;
/** Less is no reason to change anything. */
const leastSaving = 0.03;

function check(pool: Manifest, { report, catalog: known, compatible }: RuleContext): void {
  const catalog = ec2CatalogOf(known);
  const left = compatible(pool);
  if (!catalog || !left?.isExact || left.names.length === 0 || left.names.length > maxTypes) return;
  const first = undercutIn(left, catalog);
  if (!first) return;
  report({
    at: pool.span(choosingPathOf(pool)),
    message: `All instance types of \`${pool.name}\` are of old generations: ${first.newer} costs ${first.percent} % less for each vCPU than ${first.name}, and is newer`,
    help: `Allow newer families, such as \`${first.newer.split('.')[0]}\`.`,
  });
}

interface Undercut {
  readonly name: string;
  readonly newer: string;
  readonly percent: number;
}

/** How the first type is undercut, where all of them are. */
const undercutIn = onceForTypes(({ names }, catalog: Ec2Catalog): Undercut | undefined => {
  const [first, ...rest] = names.map((name) => newerOf(catalog.type(name)!, catalog));
  return rest.every((one) => one !== undefined) ? first : undefined;
});

/** The cheapest type of a newer generation that is otherwise alike, where it costs less. */
function newerOf(info: InstanceTypeInfo, catalog: Ec2Catalog): Undercut | undefined {
  const old = lineOf(info);
  const price = priceOf(info, catalog);
  if (!old || price === undefined || info.gpus.length > 0) return undefined;
  const [best] = catalog.types
    .filter((other) => isAlike(info, other) && isSuccessor(old, lineOf(other)))
    .flatMap((other) => {
      const cost = priceOf(other, catalog);
      return cost === undefined || cost > price * (1 - leastSaving) ? [] : [{ name: other.name, cost }];
    })
    .sort((a, b) => a.cost - b.cost || compareNames(a.name, b.name));
  return best && { name: info.name, newer: best.name, percent: Math.round((1 - best.cost / price) * 100) };
}

const isAlike = (a: InstanceTypeInfo, b: InstanceTypeInfo): boolean =>
  // Old families have sizes of their own: 40 vCPU where newer ones have 48.
  b.vcpus >= a.vcpus * 0.75 &&
  b.vcpus <= a.vcpus * 1.25 &&
  b.memoryMib / b.vcpus >= (a.memoryMib / a.vcpus) * 0.97 &&
  b.architecture === a.architecture &&
  b.cpuManufacturer === a.cpuManufacturer &&
  b.isBareMetal === a.isBareMetal &&
  b.gpus.length === 0 &&
  (b.instanceStoreGb ?? 0) >= (a.instanceStoreGb ?? 0);

/** What the name of a family says: `c6in` → c, 6, in. */
interface Line {
  readonly category: string;
  readonly generation: number;
  readonly suffix: string;
}

function lineOf({ family }: InstanceTypeInfo): Line | undefined {
  const match = /^([a-z]+)(\d+)([a-z-]*)$/.exec(family);
  return match ? { category: match[1]!, generation: Number(match[2]), suffix: match[3]! } : undefined;
}

/** Whether a line is the newer one of another: of the same category, with all that the older one is special for (network, disks). */
function isSuccessor(old: Line, line: Line | undefined): boolean {
  // The letters of the maker of CPUs change; flexible families give less than the whole of them.
  const special = [...old.suffix].filter((letter) => !'aig'.includes(letter));
  return (
    line !== undefined &&
    line.category === old.category &&
    line.generation > old.generation &&
    !line.suffix.includes('flex') &&
    special.every((letter) => line.suffix.includes(letter))
  );
}

/** On-demand, for each vCPU. */
function priceOf({ name, vcpus }: InstanceTypeInfo, catalog: Ec2Catalog): number | undefined {
  const price = onDemandUsd(catalog, name);
  return price === undefined ? undefined : price / vcpus;
}

function examples(): RuleExamples {
  return {
    bad: [
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: ['karpenter.k8s.aws/instance-family In [m4, c4]', 'karpenter.sh/capacity-type In [on-demand]'],
        }),
        nodeClass,
      ),
    ],
    good: [
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: ['karpenter.k8s.aws/instance-family In [m4, m5]', 'karpenter.sh/capacity-type In [on-demand]'],
        }),
        nodeClass,
      ),
      together(
        nodePool({
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          requirements: ['karpenter.k8s.aws/instance-family In [m5, c5]', 'karpenter.sh/capacity-type In [on-demand]'],
        }),
        nodeClass,
      ),
    ],
  };
}
