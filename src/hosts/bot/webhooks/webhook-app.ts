import type { Probot } from 'probot';
import { type Job, subjectOf } from '../jobs/job.ts';
import type { JobQueue } from '../queue/queue.ts';
import type { Journal } from '../service/journal.ts';
import type { MetricSink } from '../service/metrics.ts';
import { type Delivery, events, jobsOf } from './event-jobs.ts';

/** What handles deliveries. */
interface Reception {
  readonly queue: Pick<JobQueue, 'add'>;
  readonly appId: number;
  readonly journal: Journal;
  readonly metrics: MetricSink;
  /** Called with every job before it is queued. */
  readonly onJob: (job: Job) => void;
}

/** The Probot app: each delivery becomes jobs, and is acknowledged once they are queued. */
export const plumblineApp =
  (reception: Reception) =>
  (probot: Probot): void => {
    for (const event of events)
      probot.on(event, ({ id, name, payload }) => queueJobs({ id, name, payload }, reception));
  };

/** Queues the jobs of a delivery with a valid signature. */
export async function queueJobs(
  { id, name, payload }: Delivery,
  { queue, appId, journal, metrics, onJob }: Reception,
): Promise<void> {
  metrics.add('plumbline_deliveries_total', { event: name });
  for (const job of jobsOf({ id, name, payload }, appId)) {
    onJob(job);
    await queue.add(job);
    journal.info({ delivery: id, event: name, job: job.kind, subject: subjectOf(job) }, 'queued');
  }
}
