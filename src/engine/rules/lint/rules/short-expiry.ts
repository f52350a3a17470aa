import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { parseDuration } from '../../../karpenter/api/duration.ts';
import { type WorkloadField, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { byCount } from '../../../text/words/plural.ts';
import { firstNames } from '../../../text/words/quoted-names.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { poolsOfPods } from '../fields/pools-of-pods.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const shortExpiryRule = defineRule({
  id: 'short-expiry',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [],
  on: {
    Manifests(all, context) {
      const byPool = singlePods(all, context);
      for (const [pool, pods] of byPool) judge(pool, pods, context);
    },
  },
  docs: {
    summary: 'Nodes expire within a day, and with each of them a workload with only one pod stops.',
    why: 'Karpenter drains a node when it reaches `expireAfter`, whatever the budgets say, and starts the replacement at the same time. The only pod of a Deployment or StatefulSet is down until it runs on another node. With `expireAfter: 10h`, that happens more than twice a day. Reported only for pods that run on such nodes alone and that no autoscaler scales.',
    help: 'Use a longer `expireAfter`, run two replicas with a PodDisruptionBudget, or place these pods on a NodePool whose nodes live longer.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#expiration',
  },
  examples,
});

const hour = 3_600_000;
const expiry: Path = ['spec', 'template', 'spec', 'expireAfter'];

/** The time after which nodes of a NodePool expire, in milliseconds, if it is a day or less. */
function shortExpiryOf(pool: Manifest): number | undefined {
  const text = asText(pool.get(expiry));
  if (text === undefined || hasPlaceholder(text)) return undefined;
  const duration = parseDuration(text);
  const milliseconds = duration === undefined ? 0 : Number(duration) / 1e6;
  if (milliseconds > 0 && milliseconds <= 24 * hour) return milliseconds;
  return undefined;
}

/** The workloads with one pod, by the first of the NodePools that they run on, all of which expire within a day. */
function singlePods(all: ManifestSet, { clusterOf }: RuleContext): ReadonlyMap<Manifest, readonly WorkloadField[]> {
  const workloads = new Map<Manifest, WorkloadField[]>();
  if (!nodePoolsOf(all).some((pool) => shortExpiryOf(pool) !== undefined)) return workloads;

  const scaled = new Set(
    all.manifests
      .filter(({ kind }) => scalers.has(kind))
      .map((scaler) => asText(scaler.get(['spec', 'scaleTargetRef', 'name']))),
  );

  for (const workload of workloadsOf(all)) {
    if (scaled.has(workload.manifest.name) || !isSingle(workload)) continue;

    const { manifest, template } = workload;
    const { pools, isOnly } = poolsOfPods(manifest, [...template, 'spec'], clusterOf(manifest)) ?? {
      pools: [],
      isOnly: false,
    };

    const [pool] = pools;

    if (!isOnly || !pool || !pools.every((pool) => shortExpiryOf(pool) !== undefined)) continue;

    workloads.set(pool, [...(workloads.get(pool) ?? []), workload]);
  }

  return workloads;
}

const scalers: ReadonlySet<string> = new Set(['HorizontalPodAutoscaler', 'ScaledObject']);

/** Whether a Deployment or StatefulSet has one pod that Karpenter may evict. */
function isSingle({ manifest, template }: WorkloadField): boolean {
  if (manifest.kind !== 'Deployment' && manifest.kind !== 'StatefulSet') return false;
  const replicas = manifest.get(['spec', 'replicas']);
  if ((replicas !== undefined && replicas !== 1) || manifest.isPartial) return false;

  const annotations = Object.keys(asMapping(manifest.get([...template, 'metadata', 'annotations'])) ?? {});
  return !annotations.some((key) => key === doNotDisrupt || hasPlaceholder(key));
}

function judge(pool: Manifest, pods: readonly WorkloadField[], { report }: RuleContext): void {
  const names = pods.map(({ manifest }) => `${manifest.kind} \`${manifest.name}\``);
  const times = Math.round((7 * 24 * hour) / shortExpiryOf(pool)!);
  const pod = byCount(pods.length, 'the only pod of', 'the only pods of');

  report({
    manifest: pool,
    at: pool.span(expiry),
    message: `\`expireAfter: ${asText(pool.get(expiry))}\` stops ${pod} ${firstNames(names)} about ${times} times a week`,
    help: 'Use a longer `expireAfter`, such as `720h`, or run at least two replicas with a PodDisruptionBudget.',
    labels: pods
      .slice(0, 3)
      .map(({ manifest }) => ({ span: manifest.span(['metadata', 'name']), message: 'it has one replica' })),
  });
}

function examples(): RuleExamples {
  const workload = (replicas: number): Example => yaml`
    apiVersion: apps/v1
    kind: StatefulSet
    metadata:
      name: ledger
    spec:
      serviceName: ledger
      replicas: ${String(replicas)}
      selector:
        matchLabels:
          app: ledger
      template:
        metadata:
          labels:
            app: ledger
        spec:
          containers:
            - name: ledger
              image: example.com/ledger
              resources:
                requests:
                  cpu: "1"
                  memory: 1Gi
  `;

  const pool = (expireAfter: string): Example =>
    nodePool({ nodeClassRef: 'default', requirements: ['karpenter.sh/capacity-type In [on-demand]'], expireAfter });

  return {
    bad: [
      corrected(
        together(pool('10h'), workload(1), nodeClass),
        { 'expireAfter: 10h': 'expireAfter: 720h' },
        { 'replicas: 1': 'replicas: 2' },
      ),
    ],
    good: [together(pool('720h'), workload(1), nodeClass), together(pool('10h'), workload(2), nodeClass)],
  };
}
