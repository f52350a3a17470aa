import type { Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { nodePoolsOf } from '../node-class-fields.ts';
import { asList, fieldOf, requirementsOf, templateLabelsOf } from '../pool-fields.ts';
import { defineRule, type RuleContext, yaml } from '../rule.ts';

export const overlappingPools = defineRule({
  id: 'overlapping-pools',
  severity: 'note',
  since: '0.2.0',
  docs: {
    summary: 'Several NodePools take the same pods, and nothing says which of them comes first.',
    why: 'Karpenter tries NodePools by weight, and those of one weight by name, backwards: `spot` before `general`, `on-demand` before `gpu`. Where neither weights nor taints nor labels tell pools apart, their names decide which nodes are launched, and a renamed pool changes the bill. Pools of one file, or of one root that is rendered, are compared: others may be those of another cluster.',
    help: 'Give the pool that should come first a higher `weight`, or keep pods apart by taints.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#specweight',
    bad: [
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: on-demand
        spec:
          limits:
            cpu: 100
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: spot
        spec:
          limits:
            cpu: 100
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [spot]
                - key: karpenter.k8s.aws/instance-category
                  operator: In
                  values: [c, m, r]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,
    ],
    good: [
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: on-demand
        spec:
          limits:
            cpu: 100
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: spot
        spec:
          weight: 10
          limits:
            cpu: 100
          template:
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [spot]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
        ---
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: team-search
        spec:
          limits:
            cpu: 100
          template:
            metadata:
              labels:
                team: search
            spec:
              requirements:
                - key: karpenter.sh/capacity-type
                  operator: In
                  values: [on-demand]
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
        spec:
          role: KarpenterNodeRole-demo
      `,
    ],
  },
  on: {
    Manifests(all, context) {
      for (const pools of groupsOf(all)) judge(pools, context);
    },
  },
});

/** Pools that are surely of one cluster, and that pods choose neither by taints nor by labels, by weight. */
function groupsOf(all: ManifestSet): Manifest[][] {
  const groups = new Map<string, Manifest[]>();
  for (const pool of nodePoolsOf(all)) {
    const weight = fieldOf(pool, ['spec', 'weight']);
    if (pool.isPartial || !weight.isKnown || pool.get(['spec', 'replicas']) !== undefined || !isOpen(pool)) continue;
    const { file, origin } = pool.source;
    const key = JSON.stringify([origin ? [origin.tool, origin.root] : file, weight.value ?? 0]);
    groups.set(key, [...(groups.get(key) ?? []), pool]);
  }
  return [...groups.values()].filter(
    (pools) => pools.length > 1 && new Set(pools.map(({ name }) => name)).size === pools.length,
  );
}

const wellKnown = /(?:^|\.)(?:kubernetes\.io|k8s\.io|karpenter\.sh|karpenter\.k8s\.aws)\//;

/** Whether any pod may land in a pool: it has no taint, and no label of one's own that pods would choose it by. */
function isOpen(pool: Manifest): boolean {
  const template = ['spec', 'template', 'spec'];
  const requirements = [...requirementsOf(pool), ...templateLabelsOf(pool)];
  return (
    asList(pool.get([...template, 'taints'])).length === 0 &&
    requirements.every(({ key, isKnown }) => isKnown && wellKnown.test(key))
  );
}

/** More pairs than this are no longer looked at. */
const maxPools = 60;

function judge(pools: readonly Manifest[], context: RuleContext): void {
  const known = pools.slice(0, maxPools).map((pool) => ({ pool, left: leftBy(pool, context) }));
  const overlapping = known.filter(({ pool, left }) =>
    known.some((other) => other.pool !== pool && left && other.left && shares(left, other.left)),
  );
  if (overlapping.length < 2) return;
  const ordered = overlapping.map(({ pool }) => pool).sort((a, b) => (a.name < b.name ? 1 : -1));
  const [first, ...rest] = ordered as [Manifest, ...Manifest[]];
  const names = (some: readonly Manifest[]): string => some.map(({ name }) => `\`${name}\``).join(', ');
  context.report({
    manifest: first,
    at: first.span(['metadata', 'name']),
    message: `${names(ordered)} take the same pods with the same weight: by their names \`${first.name}\` is tried first, then ${names(rest)}`,
    help: 'Give the one that should come first a higher `weight`, or keep pods apart by taints.',
    labels: rest.slice(0, 5).map((pool) => ({ span: pool.span(['metadata', 'name']), message: 'takes the same pods' })),
  });
}

/** What a pool may launch, as far as pods can tell one node from another. */
interface Left {
  readonly architectures: ReadonlySet<string>;
  readonly zones: ReadonlySet<string>;
}

function leftBy(pool: Manifest, { compatible, catalog }: RuleContext): Left | undefined {
  const left = compatible(pool);
  if (!left?.isExact || !catalog || left.names.length === 0) return undefined;
  const special = left.names.filter((name) => (catalog.type(name)?.gpus.length ?? 0) > 0);
  // Pods find their way to GPUs by asking for them.
  if (special.length === left.names.length) return undefined;
  const zones = [...left.count('on-demand').zones, ...left.count('spot').zones];
  return {
    architectures: new Set(left.names.flatMap((name) => catalog.type(name)?.architecture ?? [])),
    zones: new Set(zones),
  };
}

const shares = (a: Left, b: Left): boolean =>
  [...a.architectures].some((one) => b.architectures.has(one)) && [...a.zones].some((zone) => b.zones.has(zone));
