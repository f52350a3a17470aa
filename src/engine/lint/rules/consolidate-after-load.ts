import { isCronError, nextStart, parseCron } from '../../api/cron.ts';
import { parseDuration } from '../../api/duration.ts';
import { asMapping, asText, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { compareNames } from '../../name-order.ts';
import { yaml } from '../example.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { type WorkloadField, workloadsOf } from '../fields/workload-fields.ts';
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
    summary: '`consolidateAfter` of a pool does not go with the CronJobs that run there.',
    why: '`consolidateAfter` counts from the last time a pod came to a node or left it. With `0s` a node goes as soon as a job ends, and the next run of the job waits for a new one. With more time than passes between two runs, nodes that the job visits are never left alone for long enough, and are never consolidated. It is told where a CronJob chooses the pool by name.',
    help: 'Choose a time that is longer than a pause in which nodes are worth keeping, and shorter than the interval of the jobs.',
    url: 'https://karpenter.sh/docs/concepts/disruption/#consolidation',
  },
  examples,
});

const minute = 60_000;
/** Jobs that come less often than this find a new node in any case. */
const often = 15 * minute;

function check(all: ManifestSet, context: RuleContext): void {
  const jobs = workloadsOf(all).filter(({ manifest }) => manifest.kind === 'CronJob');
  if (jobs.length === 0) return;
  for (const pool of nodePoolsOf(all)) {
    const path = ['spec', 'disruption', 'consolidateAfter'];
    const nanoseconds = parseDuration(asText(pool.get(path)) ?? '');
    const after = Number(nanoseconds ?? 0) / 1e6;
    if (nanoseconds === undefined || pool.get(['spec', 'disruption', 'consolidationPolicy']) === 'WhenEmpty') continue;
    const [job] = jobs
      .filter((one) => isChosen(pool, one))
      .flatMap((one) => ({ job: one.manifest, every: intervalOf(one.manifest) ?? Number.NaN }))
      .filter(({ every }) => (after === 0 ? every <= often : every < after))
      .sort((a, b) => a.every - b.every || compareNames(a.job.name, b.job.name));
    if (!job) continue;
    const minutes = `${job.every / minute} ${job.every === minute ? 'minute' : 'minutes'}`;
    context.report({
      manifest: pool,
      at: pool.span(path),
      message:
        after === 0
          ? `\`${pool.name}\` gives its nodes up as soon as \`${job.job.name}\` ends, and \`${job.job.name}\` comes back every ${minutes}`
          : `Nodes of \`${pool.name}\` wait longer for quiet than passes between two runs of \`${job.job.name}\`, which comes every ${minutes}: they are never consolidated`,
      help: after === 0 ? 'Write a time that is longer than that.' : 'Write a shorter time.',
      labels: [{ span: job.job.span(['spec', 'schedule']), message: 'how often it runs' }],
    });
  }
}

/** Whether the pods of a workload choose a pool by its name. */
function isChosen(pool: Manifest, { manifest, template }: WorkloadField): boolean {
  const selector = asMapping(manifest.get([...template, 'spec', 'nodeSelector']));
  return asText(selector?.['karpenter.sh/nodepool']) === pool.name;
}

/** Milliseconds between the first two runs after some moment; undefined for a schedule that is not known. */
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
