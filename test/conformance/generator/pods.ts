import { containers } from './containers.ts';
import type { Draft } from './draft.ts';
import { podAffinities, type Subject, spreadConstraints } from './topology.ts';
import { aws, expression, zoneLabel } from './vocabulary.ts';

/** The spec of a workload's pods, without volumes. */
export function podSpec(draft: Draft, subject: Subject): Record<string, unknown> {
  const { random } = draft;
  const dedicated = draft.pools.filter(({ purpose }) => purpose === 'dedicated');
  const home = dedicated.length > 0 && random.chance(0.35) ? random.pick(...dedicated) : undefined;
  const nodeSelector = { ...(home && { team: home.name }), ...selectors(draft) };
  const affinity = { ...nodeAffinity(draft), ...podAffinities(draft, subject) };
  const constraints = spreadConstraints(draft, subject);
  const tolerated = tolerations(draft, home?.name);
  return {
    ...containers(draft, subject.app),
    ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
    ...(tolerated.length > 0 && { tolerations: tolerated }),
    ...(Object.keys(affinity).length > 0 && { affinity }),
    ...(constraints.length > 0 && { topologySpreadConstraints: constraints }),
    ...(draft.has('priority', 0.04) &&
      random.pick({ priorityClassName: 'high', priority: 1000 }, { priorityClassName: 'low', priority: 10 })),
  };
}

function selectors(draft: Draft): Record<string, string> {
  if (!draft.has('node-selector', 0.3)) return {};
  const { random, pools, zones } = draft;
  const pool = random.pick(...pools);
  return random.pick<() => Record<string, string>>(
    () => ({ [zoneLabel]: random.pick(...zones) }),
    () => ({ [zoneLabel]: random.pick(...zones) }),
    () => ({
      'karpenter.sh/capacity-type': random.pick(...pool.capacityTypes, ...pool.capacityTypes, 'on-demand', 'spot'),
    }),
    () => ({ 'karpenter.sh/capacity-type': random.pick(...pool.capacityTypes) }),
    () => ({ 'kubernetes.io/arch': random.pick(...pool.architectures) }),
    () => ({ 'beta.kubernetes.io/arch': random.pick(...pool.architectures) }),
    () => ({ 'karpenter.sh/nodepool': pool.name }),
    () => ({ 'karpenter.sh/nodepool': pool.name }),
    () => ({ [`${aws}instance-category`]: random.pick('c', 'm', 'r') }),
    () => ({ 'example.com/tier': random.pick('gold', 'silver') }),
    () => ({ 'kubernetes.io/os': random.pick('linux', 'linux', 'windows') }),
    () => ({ 'topology.ebs.csi.aws.com/zone': random.pick(...zones) }),
    () =>
      draft.has('restricted-labels', 0.3)
        ? random.pick<Record<string, string>>(
            { 'karpenter.sh/registered': 'true' },
            { 'karpenter.sh/initialized': 'true' },
            { [`${aws}ec2nodeclass`]: 'default' },
            { 'node.kubernetes.io/windows-build': '10.0.20348' },
            { 'karpenter.sh/unknown': 'yes' },
            { 'kubernetes.io/unknown': 'yes' },
            { 'node-restriction.kubernetes.io/team': 'a' },
            { 'topology.k8s.aws/zone-id': 'use1-az1' },
            { 'topology.kubernetes.io/region': random.pick('us-east-1', 'eu-west-1') },
            { 'example.com/spaced': 'not a value' },
          )
        : { [`${aws}instance-size`]: random.pick('large', 'xlarge', '2xlarge') },
    () =>
      random.pick(
        { [zoneLabel]: 'us-east-1z' },
        { 'example.com/missing': 'yes' },
        { 'kubernetes.io/hostname': 'somewhere' },
        { 'topology.kubernetes.io/zon': 'us-east-1a' },
      ),
  )();
}

function nodeAffinity(draft: Draft): object {
  const { random } = draft;
  const required = draft.has('node-affinity-required', 0.17) || draft.has('node-affinity-or-terms', 0.04);
  const preferred = draft.has('node-affinity-preferred', 0.14);
  if (!required && !preferred) return {};
  const terms = draft.has('node-affinity-or-terms', 0.06) ? random.pick(2, 2, 3) : 1;
  const expressions = () => ({
    matchExpressions: draft.has('own-controller', 0.02)
      ? [{ key: 'karpenter.sh/nodepool', operator: 'DoesNotExist' }]
      : Array.from({ length: random.pick(1, 1, 2) }, () => expression(draft)),
    ...(draft.has('match-fields', 0.01) && {
      matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a-node'] }],
    }),
  });
  return {
    nodeAffinity: {
      ...(required && {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: Array.from({ length: terms }, expressions),
        },
      }),
      ...(preferred && {
        preferredDuringSchedulingIgnoredDuringExecution: random
          .sample([1, 5, 10, 20, 50, 80, 100], random.pick(1, 1, 2, 3))
          .map((weight) => ({ weight, preference: { matchExpressions: [expression(draft)] } })),
      }),
    },
  };
}

function tolerations(draft: Draft, home: string | undefined): object[] {
  const { random } = draft;
  if (draft.has('tolerate-everything', 0.08)) return [{ operator: 'Exists' }];
  if (draft.has('tolerate-preference', 0.03)) return [{ operator: 'Exists', effect: 'PreferNoSchedule' }];
  const found: object[] =
    home === undefined ? [] : [{ key: 'dedicated', operator: 'Equal', value: home, effect: 'NoSchedule' }];
  for (const { key, value, effect } of draft.pools.flatMap(({ taints }) => taints)) {
    if (!random.chance(0.7)) continue;
    found.push(
      value !== undefined && random.chance(0.8)
        ? { key, operator: 'Equal', value, ...(random.chance(0.8) && { effect }) }
        : { key, operator: 'Exists', ...(random.chance(0.5) && { effect }) },
    );
  }
  return [...new Map(found.map((toleration) => [JSON.stringify(toleration), toleration])).values()];
}
