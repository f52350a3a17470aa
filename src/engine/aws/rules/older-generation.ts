import { choosingPathOf } from '../../karpenter/api/pool-fields.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected } from '../../rules/lint/example.ts';
import { onDemandUsd } from '../../rules/lint/on-demand-price.ts';
import { onceForTypes } from '../../rules/lint/once-for-types.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { nodeClass, nodePool, together } from '../../rules/lint/scenes.ts';
import { compareNames } from '../../text/name-order.ts';
import { type Ec2Catalog, ec2CatalogOf } from '../catalog/ec2-catalog.ts';
import type { InstanceTypeInfo } from '../catalog/instance-type-info.ts';

export const olderGenerationRule = defineRule({
  id: 'older-generation',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Instance types and zones',
  mistakes: [],
  on: { NodePool: check, Provisioner: check },
  docs: {
    summary: 'Every instance type of a NodePool is of an old generation, and a newer one costs less.',
    why: 'Newer generations cost less than those from a decade ago, are faster, and are less often short in supply. A NodePool that names only old families pays more for less, and nothing in the cluster shows it. This rule compares the prices of the region for instance types of similar size and memory with CPUs of the same manufacturer.',
    help: 'Allow the newer families, by name or with `karpenter.k8s.aws/instance-generation`.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#instance-types',
  },
  examples,
});

/** A NodePool with more types than this does not name its families one by one. */
const maxTypes = 60;
/** A smaller saving is not worth a change. */
const leastSaving = 0.03;

function check(pool: Manifest, { report, catalog: cloudCatalog, compatible }: RuleContext): void {
  const catalog = ec2CatalogOf(cloudCatalog);
  const types = compatible(pool);
  if (!catalog || !types?.isExact || types.names.length === 0 || types.names.length > maxTypes) return;

  const first = cheaperIn(types, catalog);
  if (!first) return;

  report({
    at: pool.span(choosingPathOf(pool)),
    message: `All instance types of \`${pool.name}\` are of old generations: ${first.newer} is newer than ${first.name} and costs ${first.percent}% less per vCPU`,
    help: `Allow newer families, such as \`${first.newer.split('.')[0]}\`.`,
  });
}

/** A newer and cheaper type for an old one. */
interface CheaperType {
  readonly name: string;
  readonly newer: string;
  readonly percent: number;
}

/** The cheaper type for the first one, if there is one for every type. */
const cheaperIn = onceForTypes(({ names }, catalog: Ec2Catalog): CheaperType | undefined => {
  const [first, ...rest] = names.map((name) => newerOf(catalog.type(name)!, catalog));
  if (rest.every((type) => type !== undefined)) return first;
  return undefined;
});

/** The cheapest similar type of a newer generation, if it costs less. */
function newerOf(info: InstanceTypeInfo, catalog: Ec2Catalog): CheaperType | undefined {
  const old = lineOf(info);
  const price = priceOf(info, catalog);
  if (!old || price === undefined || info.gpus.length > 0) return undefined;

  const [best] = catalog.types
    .filter((other) => isAlike(info, other) && isSuccessor(old, lineOf(other)))
    .flatMap((other) => {
      const cost = priceOf(other, catalog);
      if (cost === undefined || cost > price * (1 - leastSaving)) return [];
      return [{ name: other.name, cost }];
    })
    .sort((a, b) => a.cost - b.cost || compareNames(a.name, b.name));

  return best && { name: info.name, newer: best.name, percent: Math.round((1 - best.cost / price) * 100) };
}

const isAlike = (a: InstanceTypeInfo, b: InstanceTypeInfo): boolean =>
  // Some old families have unusual sizes, such as 40 vCPUs where newer families have 48.
  b.vcpus >= a.vcpus * 0.75 &&
  b.vcpus <= a.vcpus * 1.25 &&
  b.memoryMib / b.vcpus >= (a.memoryMib / a.vcpus) * 0.97 &&
  b.architecture === a.architecture &&
  b.cpuManufacturer === a.cpuManufacturer &&
  b.isBareMetal === a.isBareMetal &&
  b.gpus.length === 0 &&
  (b.instanceStoreGb ?? 0) >= (a.instanceStoreGb ?? 0);

/** The parts of a family’s name: `c6in` → c, 6, in. */
interface Line {
  readonly category: string;
  readonly generation: number;
  readonly suffix: string;
}

function lineOf({ family }: InstanceTypeInfo): Line | undefined {
  const match = /^([a-z]+)(\d+)([a-z-]*)$/.exec(family);
  if (match) return { category: match[1]!, generation: Number(match[2]), suffix: match[3]! };
  return undefined;
}

/** Whether one family succeeds another: it has the same category, a newer generation, and all special features (network, disks). */
function isSuccessor(old: Line, line: Line | undefined): boolean {
  // The letter for the CPU manufacturer may change. Flex families do not offer the full CPU performance all the time.
  const special = [...old.suffix].filter((letter) => !'aig'.includes(letter));
  return (
    line !== undefined &&
    line.category === old.category &&
    line.generation > old.generation &&
    !line.suffix.includes('flex') &&
    special.every((letter) => line.suffix.includes(letter))
  );
}

/** The on-demand price per vCPU. */
function priceOf({ name, vcpus }: InstanceTypeInfo, catalog: Ec2Catalog): number | undefined {
  const price = onDemandUsd(catalog, name);
  if (price === undefined) return undefined;
  return price / vcpus;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          nodePool({
            limits: 'cpu: 1000',
            nodeClassRef: 'default',
            requirements: [
              'karpenter.k8s.aws/instance-family In [m4, c4]',
              'karpenter.sh/capacity-type In [on-demand]',
            ],
          }),
          nodeClass,
        ),
        { '[m4, c4]': '[m4, c4, c5]' },
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
