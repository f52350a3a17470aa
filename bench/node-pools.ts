/** A NodePool that differs from the others only in its name. */
export const namedPool = (i: number): object => ({
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name: `web-${i}` },
  spec: {
    limits: { cpu: '100' },
    disruption: { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '1m' },
    template: {
      metadata: { labels: { tier: 'web' } },
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [
          { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['spot', 'on-demand'] },
          { key: 'karpenter.k8s.aws/instance-category', operator: 'In', values: ['c', 'm', 'r'] },
          { key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: ['4'] },
        ],
      },
    },
  },
});

const families = ['c5', 'c6i', 'c7i', 'm5', 'm6i', 'm7i', 'r5', 'r6i', 'r7i', 't3'];
const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c', 'us-east-1d'];

/** A selection that is never empty and hardly ever the same for two numbers. */
const some = (list: readonly string[], i: number): string[] =>
  list.filter((_, at) => ((i * 7919) >> at) & 1 || at === i % list.length);

/** A larger NodePool that differs from all others in nearly every field. */
export const variedPool = (i: number): object => {
  const team = `team-${i % 37}`;
  return {
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: `pool-${i}`, labels: { team } },
    spec: {
      weight: 1 + (i % 90),
      limits: { cpu: String(100 + (i % 211) * 10), memory: `${400 + (i % 173) * 8}Gi` },
      disruption: {
        consolidationPolicy: i % 2 ? 'WhenEmpty' : 'WhenEmptyOrUnderutilized',
        consolidateAfter: `${1 + (i % 29)}m`,
        budgets: [
          { nodes: `${5 + (i % 19)}%` },
          { nodes: '0', schedule: `${i % 60} ${i % 24} * * 1-5`, duration: `${1 + (i % 8)}h` },
        ],
      },
      template: {
        metadata: { labels: { team, tier: ['web', 'batch', 'data'][i % 3] } },
        spec: {
          expireAfter: `${24 * (7 + (i % 23))}h`,
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: `class-${i % 41}` },
          ...(i % 3 === 0 && { taints: [{ key: `example.com/${team}`, value: 'true', effect: 'NoSchedule' }] }),
          requirements: [
            {
              key: 'karpenter.sh/capacity-type',
              operator: 'In',
              values: i % 2 ? ['on-demand'] : ['spot', 'on-demand'],
            },
            { key: 'kubernetes.io/arch', operator: 'In', values: i % 5 ? ['amd64'] : ['arm64', 'amd64'] },
            { key: 'karpenter.k8s.aws/instance-family', operator: 'In', values: some(families, i) },
            { key: 'topology.kubernetes.io/zone', operator: 'In', values: some(zones, i) },
            { key: 'karpenter.k8s.aws/instance-generation', operator: 'Gt', values: [String(2 + (i % 4))] },
            { key: 'karpenter.k8s.aws/instance-cpu', operator: 'Lt', values: [String(16 + (i % 60))] },
          ],
        },
      },
    },
  };
};
