import { isCronError, nextStart, parseCron } from '../../api/cron.ts';
import { parseDuration } from '../../api/duration.ts';
import { asText, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { compareNames } from '../../name-order.ts';
import { corrected, yaml } from '../example.ts';
import { chosenPool } from '../fields/chosen-pool.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { workloadsOf } from '../fields/workload-fields.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodeClass, nodePool, together } from '../scenes.ts';

export const consolidateAfterLoadRule = defineRule({
  id: 'consolidate-after-load',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Disruption',
  mistakes: [46, 47],
  on: { Manifests: check },
  docs: {
    summary: '`consolidateAfter` of a NodePool does not suit the CronJobs that run on it.',
    why: '`consolidateAfter` counts from the last time a pod was added to a node or removed from it. With `0s`, Karpenter may remove a node as soon as a job ends. The next run of the job then waits for a new node. With a duration above the interval of the job, its nodes never stay unchanged for long enough, so Karpenter never consolidates them. Reported only when a CronJob can run on no other NodePool. It selects this one by its name, or by a label or capacity type that no other has.',
    help: 'Set `consolidateAfter` to a duration above `0s` and below the interval of the CronJobs.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#consolidation',
  },
  examples,
});

const minute = 60_000;
/** Jobs that run less often than this get a new node in any case. */
const often = 15 * minute;

function check(all: ManifestSet, context: RuleContext): void {
  const jobs = workloadsOf(all).filter(({ manifest }) => manifest.kind === 'CronJob');
  if (jobs.length === 0) return;
  for (const pool of nodePoolsOf(all)) {
    const path = ['spec', 'disruption', 'consolidateAfter'];
    const nanoseconds = parseDuration(asText(pool.get(path)) ?? '');
    const after = Number(nanoseconds ?? 0) / 1e6;
    // With WhenEmpty, a long time keeps nodes for the next run.
    const isMeant = after > 0 && pool.get(['spec', 'disruption', 'consolidationPolicy']) === 'WhenEmpty';
    if (nanoseconds === undefined || isMeant) continue;
    const [job] = jobs
      .filter((one) => chosenPool(one, all) === pool)
      .flatMap((one) => ({ job: one.manifest, every: intervalOf(one.manifest) ?? Number.NaN }))
      .filter(({ every }) => (after === 0 ? every <= often : every < after))
      .sort((a, b) => a.every - b.every || compareNames(a.job.name, b.job.name));
    if (!job) continue;
    const { name } = job.job;
    const interval = intervalText(job.every);
    context.report({
      manifest: pool,
      at: pool.span(path),
      message:
        after === 0
          ? `Karpenter may remove nodes of \`${pool.name}\` as soon as CronJob \`${name}\` ends, and \`${name}\` runs again every ${interval}`
          : `\`consolidateAfter\` of \`${pool.name}\` is longer than ${interval}, the interval of CronJob \`${name}\`, so Karpenter never consolidates the nodes that run it`,
      help: `Set \`consolidateAfter\` to a duration above \`0s\` and below ${interval}, the interval of CronJob \`${name}\`.`,
      labels: [{ span: job.job.span(['spec', 'schedule']), message: 'schedule of the CronJob' }],
    });
  }
}

/** A whole number of minutes as a duration, such as `90m` or `24h`. */
const intervalText = (milliseconds: number): string => {
  const minutes = milliseconds / minute;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
};

/** Milliseconds between two consecutive runs; undefined if the schedule is unknown. */
function intervalOf(job: Manifest): number | undefined {
  const cron = parseCron(asText(job.get(['spec', 'schedule'])) ?? '');
  if (isCronError(cron) || job.get(['spec', 'suspend']) === true) return undefined;
  const first = nextStart(cron, 0);
  const second = first === undefined ? undefined : nextStart(cron, first);
  return first === undefined || second === undefined ? undefined : second - first;
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        together(
          nodePool({
            name: 'batch',
            disruption: yaml`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,
            limits: 'cpu: 1000',
            nodeClassRef: 'default',
            taints: yaml`
            - key: example.com/batch
              effect: NoSchedule
          `,
            requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          }),
          yaml`
          apiVersion: batch/v1
          kind: CronJob
          metadata:
            name: report
          spec:
            schedule: "*/5 * * * *"
            jobTemplate:
              spec:
                template:
                  metadata:
                    annotations:
                      karpenter.sh/do-not-disrupt: "true"
                  spec:
                    restartPolicy: Never
                    nodeSelector:
                      karpenter.sh/nodepool: batch
                    tolerations:
                      - key: example.com/batch
                        operator: Exists
                    containers:
                      - name: main
                        image: example.com/report
                        resources:
                          requests:
                            cpu: 100m
                            memory: 128Mi
        `,
          nodeClass,
        ),
        { 'consolidateAfter: 0s': 'consolidateAfter: 2m' },
      ),
      corrected(
        together(
          nodePool({
            name: 'batch',
            disruption: yaml`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 30m
          `,
            limits: 'cpu: 1000',
            nodeClassRef: 'default',
            taints: yaml`
            - key: example.com/batch
              effect: NoSchedule
          `,
            requirements: ['karpenter.sh/capacity-type In [on-demand]'],
          }),
          yaml`
          apiVersion: batch/v1
          kind: CronJob
          metadata:
            name: report
          spec:
            schedule: "*/10 * * * *"
            jobTemplate:
              spec:
                template:
                  metadata:
                    annotations:
                      karpenter.sh/do-not-disrupt: "true"
                  spec:
                    restartPolicy: Never
                    nodeSelector:
                      karpenter.sh/nodepool: batch
                    tolerations:
                      - key: example.com/batch
                        operator: Exists
                    containers:
                      - name: main
                        image: example.com/report
                        resources:
                          requests:
                            cpu: 100m
                            memory: 128Mi
        `,
          nodeClass,
        ),
        { 'consolidateAfter: 30m': 'consolidateAfter: 5m' },
      ),
    ],
    good: [
      together(
        nodePool({
          name: 'batch',
          disruption: yaml`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 5m
          `,
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          taints: yaml`
            - key: example.com/batch
              effect: NoSchedule
          `,
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
        }),
        yaml`
          apiVersion: batch/v1
          kind: CronJob
          metadata:
            name: report
          spec:
            schedule: "*/15 * * * *"
            jobTemplate:
              spec:
                template:
                  metadata:
                    annotations:
                      karpenter.sh/do-not-disrupt: "true"
                  spec:
                    restartPolicy: Never
                    nodeSelector:
                      karpenter.sh/nodepool: batch
                    tolerations:
                      - key: example.com/batch
                        operator: Exists
                    containers:
                      - name: main
                        image: example.com/report
                        resources:
                          requests:
                            cpu: 100m
                            memory: 128Mi
        `,
        nodeClass,
      ),
      together(
        nodePool({
          name: 'batch',
          disruption: yaml`
            consolidationPolicy: WhenEmptyOrUnderutilized
            consolidateAfter: 0s
          `,
          limits: 'cpu: 1000',
          nodeClassRef: 'default',
          taints: yaml`
            - key: example.com/batch
              effect: NoSchedule
          `,
          requirements: ['karpenter.sh/capacity-type In [on-demand]'],
        }),
        yaml`
          apiVersion: batch/v1
          kind: CronJob
          metadata:
            name: report
          spec:
            schedule: "0 3 * * *"
            jobTemplate:
              spec:
                template:
                  metadata:
                    annotations:
                      karpenter.sh/do-not-disrupt: "true"
                  spec:
                    restartPolicy: Never
                    nodeSelector:
                      karpenter.sh/nodepool: batch
                    tolerations:
                      - key: example.com/batch
                        operator: Exists
                    containers:
                      - name: main
                        image: example.com/report
                        resources:
                          requests:
                            cpu: 100m
                            memory: 128Mi
        `,
        nodeClass,
      ),
    ],
  };
}
