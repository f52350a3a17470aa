import { isNodeGroup, isReplacedGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import { canonical } from '../../manifest/canonical.ts';
import { asMapping, type Manifest, type Mapping } from '../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { plural } from '../../text/words/plural.ts';
import { calledModule } from '../fields/terraform-modules.ts';

export const nodeGroupSizeRule = defineRule({
  id: 'node-group-size',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const module of all.manifests.filter((manifest) => calledModule(manifest) === 'eks')) judge(module, context);
      for (const group of all.manifests.filter(isNodeGroup)) judgeGroup(group, context);
    },
  },
  docs: {
    summary: 'EKS refuses the sizes of a managed node group.',
    why: 'EKS refuses a group whose desired size is not between its minimum and its maximum. The EKS module ignores later changes of `desired_size`, as a resource does with `ignore_changes`, so a group keeps the number of nodes that it has. A lower `max_size` or a higher `min_size` is then refused as well, until something else scales the group. A group for Karpenter’s controller needs two nodes, because the two replicas of the chart never share one. Sizes that are unknown are not judged.',
    help: 'Keep the number of nodes that the group has between `min_size` and `max_size`, or scale the group first.',
    url: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_NodegroupScalingConfig.html',
  },
  examples,
});

const groups = ['spec', 'eks_managed_node_groups'] as const;

/** The sizes of a group that are numbers. */
const sizeOf = (group: Mapping | undefined, input: string): number | undefined => {
  const size = group?.[input];
  if (typeof size === 'number') return size;
  return undefined;
};

/** The number of nodes that the module asks EKS for. */
const desiredOf = (group: Mapping | undefined): number | undefined =>
  sizeOf(group, 'desired_size') ?? sizeOf(group, 'min_size');

function judge(module: Manifest, context: RuleContext): void {
  const earlier = context.base?.manifests.find(
    (old) => calledModule(old) === 'eks' && old.source.file === module.source.file,
  );

  for (const [key, value] of Object.entries(asMapping(module.get(groups)) ?? {})) {
    const now = asMapping(value);
    const max = sizeOf(now, 'max_size');
    const desired = desiredOf(now);
    if (max === undefined) continue;

    const old = asMapping(earlier?.get([...groups, key]));
    // The review of base reports it, so silence would look like a fix.
    const isAsBefore = sizeOf(old, 'max_size') === max && desiredOf(old) === desired;
    if ((old === undefined || isAsBefore) && desired !== undefined && desired > max) {
      reportNew(module, { key, now: now!, desired, max, isAsBefore }, context);
      continue;
    }

    if (old !== undefined && now !== undefined && !isReplaced(old, now))
      judgeChanged(module, { key, old, now, max }, context);
  }
}

/** A group that EKS updates. It keeps the number of nodes that it has, because the module ignores a new `desired_size`. */
function judgeChanged(module: Manifest, { key, old, now, max }: ChangedSizes, { report }: RuleContext): void {
  const isWithoutSize = (old.desired_size ?? null) === null;
  const count = sizeOf(old, isWithoutSize ? 'min_size' : 'desired_size');
  if (count === undefined) return;

  const wasHigher = (sizeOf(old, 'max_size') ?? 0) > max;
  const shared = { manifest: module, severity: 'warning' } as const;

  if (count > max && wasHigher) {
    report({
      ...shared,
      at: module.span([...groups, key, 'max_size']),
      message: `The module ignores the new \`desired_size\` of \`${key}\`, so EKS refuses \`max_size = ${max}\` while the group has ${count} nodes`,
      help: `Scale the group down to ${max} first, or keep \`max_size\` at ${count} or more.`,
    });
    return;
  }

  const min = sizeOf(now, 'min_size');
  const earlierMin = sizeOf(old, 'min_size');
  if (min === undefined || earlierMin === undefined || min <= count || earlierMin > count) return;

  report({
    ...shared,
    at: module.span([...groups, key, 'min_size']),
    message: `The module ignores changes of the \`desired_size\` of \`${key}\`, so EKS refuses \`min_size = ${min}\` while the group has ${count} nodes`,
    help: `Scale the group up to ${min} first, unless something else did, or keep \`min_size\` at ${count} or less.`,
  });
}

interface ChangedSizes {
  readonly key: string;
  readonly old: Mapping;
  readonly now: Mapping;
  readonly max: number;
}

/** Inputs with which the module replaces a group. The new one gets the sizes in the files. */
const replacingInputs = ['name', 'instance_types', 'ami_type', 'capacity_type', 'disk_size', 'subnet_ids'];

/** Those of which no file may show the value, so that the group may be replaced. Subnets are nearly always a reference that stays. */
const openInputs = ['instance_types', 'ami_type', 'capacity_type', 'disk_size'];

/** Whether the module replaces a group, or may do so. */
const isReplaced = (old: Mapping, now: Mapping): boolean =>
  replacingInputs.some((input) => canonical(old[input] ?? null) !== canonical(now[input] ?? null)) ||
  openInputs.some((input) => holdsPlaceholder(now[input] ?? null));

interface Sizes {
  readonly key: string;
  readonly now: Mapping;
  readonly desired: number;
  readonly max: number;
  /** Whether the group had these sizes before. */
  readonly isAsBefore: boolean;
}

/** A group that the files did not have before. Without a base it may exist, with another number of nodes. */
function reportNew(
  module: Manifest,
  { key, now, desired, max, isAsBefore }: Sizes,
  { base, report }: RuleContext,
): void {
  const input = sizeOf(now, 'desired_size') === undefined ? 'min_size' : 'desired_size';
  report({
    manifest: module,
    ...((base === null || isAsBefore) && { severity: 'warning' }),
    at: module.span([...groups, key, 'max_size']),
    message: `EKS refuses the node group \`${key}\`: its \`${input}\` of ${desired} is above its \`max_size\` of ${max}`,
    help: `Set \`max_size\` to at least ${desired}.`,
  });
}

/** A group of a resource. Terraform sends EKS the sizes in the files, except those that it ignores. */
function judgeGroup(group: Manifest, context: RuleContext): void {
  const earlier = context.base?.manifests.filter(isNodeGroup) ?? [];
  const before = earlier.find((manifest) => manifest.source.file === group.source.file);
  const isIgnored = group.get(['spec', 'ignoresCount']) === true;

  // A group that may exist already has the number of nodes that something else gave it.
  const isMoved = before === undefined && earlier.some(({ name }) => name === group.name);
  if (isIgnored && (context.base === null || isMoved)) return;

  const kept = isIgnored && before !== undefined && !isReplacedGroup(before, group) ? before : undefined;
  const count = (kept ?? group).get(['spec', 'count']);
  if (typeof count !== 'number') return;

  const [input, bound] = brokenBound(count, boundsOf(group));
  // A number that was outside before is not the one that the group has.
  const isOutdated = kept !== undefined && brokenBound(count, boundsOf(kept))[1] !== undefined;
  if (bound === undefined || isOutdated) return;

  context.report({
    manifest: group,
    at: group.span(['spec', 'scaling', input]),
    ...(kept === undefined ? otherCount : keptCount)({ name: group.name, input, bound, count }),
    ...((kept !== undefined || context.base === null) && { severity: 'warning' }),
  });
}

interface BrokenBound {
  readonly name: string;
  readonly input: 'min_size' | 'max_size';
  readonly bound: number;
  readonly count: number;
}

const keptCount = ({ name, input, bound, count }: BrokenBound) => ({
  message: `Terraform ignores changes of the \`desired_size\` of \`${name}\`, so EKS refuses \`${input} = ${bound}\` while the group has ${plural(count, 'node')}`,
  help: `Scale the group to ${bound} first, unless something else did, or keep \`${input}\` as it was.`,
});

const sides = { min_size: 'below', max_size: 'above' } as const;

const otherCount = ({ name, input, bound, count }: BrokenBound) => ({
  message: `EKS refuses the node group \`${name}\`: its \`desired_size\` of ${count} is ${sides[input]} its \`${input}\` of ${bound}`,
  help: `Set \`${input}\` to ${count}, or change \`desired_size\`.`,
});

const boundsOf = (group: Manifest): Bounds => {
  const scaling = asMapping(group.get(['spec', 'scaling']));
  return { min: sizeOf(scaling, 'min_size'), max: sizeOf(scaling, 'max_size') };
};

interface Bounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** The bound that a number of nodes is not within. */
function brokenBound(count: number, { min, max }: Bounds): readonly ['min_size' | 'max_size', number | undefined] {
  if (min !== undefined && min > count) return ['min_size', min];
  if (max !== undefined && max < count) return ['max_size', max];
  return ['min_size', undefined];
}

function examples(): RuleExamples {
  const withSizes = (desired: string, max: string) => terraform`
    module "eks" {
      source  = "terraform-aws-modules/eks/aws"
      version = "~> 21.0"
      name    = "orders"

      eks_managed_node_groups = {
        system = {
          instance_types = ["m7i.large"]
          desired_size   = ${desired}
          max_size       = ${max}
        }
      }
    }
  `;

  return {
    bad: [corrected(withSizes('2', '1'), { 'max_size       = 1': 'max_size       = 2' })],
    good: [withSizes('2', '2'), withSizes('var.nodes', '1'), withSizes('2', 'var.nodes')],
  };
}
