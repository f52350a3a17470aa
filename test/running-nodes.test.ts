import { describe, expect, test } from 'vitest';
import { defaultGate, defaultSettings } from '../src/engine/karpenter/api/settings.ts';
import { rendererOf } from '../src/engine/report/renderers.ts';
import type { Review } from '../src/engine/review/context/review-data.ts';
import { figures } from '../src/engine/review/figures/figures.ts';
import { gate } from '../src/engine/review/gate/gate.ts';
import { review } from '../src/engine/review/review.ts';
import { openFacts } from '../src/io/catalog/facts.ts';

const facts = openFacts('data');

const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: KarpenterNodeRole
  amiSelectorTerms: [{ alias: al2023@v20260101 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
---
`;
const pool = (type: string, capacityType = 'on-demand'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  disruption: { consolidateAfter: 1m }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [${capacityType}] }
        - { key: node.kubernetes.io/instance-type, operator: In, values: [${type}] }
---
`;

/** Three m6i.8xlarge, each with five pods of 5 CPUs, in the format of `kubectl get`. */
const cluster = ['a', 'b', 'c']
  .flatMap((name) => [
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        labels: {
          'karpenter.sh/nodepool': 'web',
          'karpenter.sh/registered': 'true',
          'karpenter.sh/initialized': 'true',
          'karpenter.sh/capacity-type': 'on-demand',
          'node.kubernetes.io/instance-type': 'm6i.8xlarge',
          'topology.kubernetes.io/zone': 'us-east-1a',
          'kubernetes.io/arch': 'amd64',
          'kubernetes.io/os': 'linux',
          'kubernetes.io/hostname': name,
        },
      },
      spec: { providerID: `aws:///us-east-1a/i-${name}` },
      status: {
        capacity: { cpu: '32', memory: '128Gi', pods: '234' },
        allocatable: { cpu: '31850m', memory: '120Gi', pods: '234' },
      },
    },
    ...Array.from({ length: 5 }, (_, i) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `app-${name}-${i}`, namespace: 'default' },
      spec: { nodeName: name, containers: [{ name: 'app', resources: { requests: { cpu: '5', memory: '10Gi' } } }] },
      status: { phase: 'Running' },
    })),
  ])
  .map((object) => JSON.stringify(object))
  .join('\n---\n');

function reviewed(base: string, head: string): Review {
  const sideOf = (file: string, text: string) => ({ sources: [{ file, text }], hintSources: [], diagnostics: [] });
  return review({
    base: sideOf('pools.yaml', nodeClass + base),
    head: sideOf('pools.yaml', nodeClass + head),
    live: sideOf('cluster.yaml', cluster),
    settings: { ...defaultSettings, region: 'us-east-1', today: '2026-11-22' },
    facts,
    version: '0',
    figures,
  });
}

const month = (hourlyUsd: number): number => Math.round(hourlyUsd * 730 * 100) / 100;

describe('with a snapshot, existing nodes', () => {
  test('count with their cost, and a change of nothing costs nothing', () => {
    const { estimate } = reviewed(pool('m6i.8xlarge'), pool('m6i.8xlarge'));
    expect(estimate!.base).toMatchObject({ isSeen: true, nodes: { likely: 3, certainty: 'exact' } });
    expect(estimate!.base!.monthlyUsd.likely).toBeCloseTo(month(3 * 1.536), 2);
    expect(estimate!.difference.monthlyUsd).toMatchObject({ low: 0, likely: 0, high: 0 });
  });

  test('are replaced by cheaper ones, and the figure shows it', () => {
    const { estimate } = reviewed(pool('m6i.8xlarge'), pool('m6i.8xlarge', 'spot'));
    expect(estimate!.head!.nodes.likely).toBe(3);
    expect(estimate!.head!.nodePools[0]!.nodeClaims.map(({ capacityType }) => capacityType)).toEqual([
      'spot',
      'spot',
      'spot',
    ]);
    expect(estimate!.difference.monthlyUsd.likely).toBeLessThan(-1000);
    expect(estimate!.peak!.nodes.likely).toBe(4);
  });

  test('are removed with their NodePool', () => {
    const { estimate } = reviewed(pool('m6i.8xlarge'), '');
    expect(estimate!.head!.nodes.likely).toBe(0);
    expect(estimate!.difference.monthlyUsd.likely).toBeCloseTo(-month(3 * 1.536), 2);
  });

  test('count for the gate, whose reason comes first in the comment', () => {
    const found = reviewed(pool('m6i.8xlarge'), pool('m6i.16xlarge'));
    const verdict = gate(found, { failOn: 'error', gate: { ...defaultGate, monthlyIncreaseUsd: 100 } });
    expect(verdict.result).toBe('block');
    expect(verdict.limits).toEqual([
      `the cost rises by $${month(2 * 3.072 - 3 * 1.536).toFixed(2)}/month, and the gate allows $100/month`,
    ]);
    const comment = rendererOf('markdown')!.render({ review: found, verdict }, {});
    expect(comment.split('\n')[0]).toMatch(/the gate allows .*100\/month/);
  });
});

describe('nodes that may be in a capacity reservation', () => {
  const app = `apiVersion: apps/v1
kind: Deployment
metadata: { name: app, namespace: default }
spec:
  replicas: 3
  selector: { matchLabels: { app: app } }
  template:
    metadata: { labels: { app: app } }
    spec: { containers: [{ name: app, image: app, resources: { requests: { cpu: "20", memory: 10Gi } } }] }
`;
  const replaced = (before: string, after: string, settings: Partial<typeof defaultSettings> = {}): number | null => {
    const sideOf = (capacityType: string) => {
      const text = nodeClass + pool('m6i.8xlarge', capacityType) + app;
      return { sources: [{ file: 'pools.yaml', text }], hintSources: [], diagnostics: [] };
    };

    const { disruption } = review({
      base: sideOf(before),
      head: sideOf(after),
      live: { sources: [], hintSources: [], diagnostics: [] },
      settings: { ...defaultSettings, region: 'us-east-1', today: '2026-11-22', ...settings },
      facts,
      version: '0',
      figures,
    });
    return disruption.nodePools[0]!.nodesReplaced;
  };

  test.each<[string, string, string, number | null]>([
    ['stay if only reservations are left', 'reserved, on-demand', 'reserved', null],
    ['go if none are left', 'reserved, on-demand', 'on-demand', null],
    ['stay next to spot nodes', 'reserved, spot', 'reserved', null],
    ['are none without `reserved`', 'on-demand, spot', 'on-demand', 3],
    ['are none if another capacity type is replaced', 'on-demand', 'spot', 3],
  ])('%s', (_, before, after, expected) => expect(replaced(before, after)).toBe(expected));

  test('are those that the configuration has', () => {
    const capacityReservations = { 'm6i.8xlarge/us-east-1a': 1 };
    expect(replaced('reserved, on-demand', 'reserved', { capacityReservations })).not.toBeNull();
  });
});
