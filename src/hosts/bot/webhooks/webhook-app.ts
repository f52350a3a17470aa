import type { Probot } from 'probot';
import { type Job, subjectOf } from '../jobs/job.ts';
import type { Journal } from '../journal.ts';
import type { Metrics } from '../metrics.ts';
import type { JobQueue } from '../queue/queue.ts';
import { events, jobsOf } from './event-jobs.ts';

/** What handles deliveries. */
export interface Reception {
  readonly queue: Pick<JobQueue, 'add'>;
  readonly appId: number;
  readonly journal: Journal;
  readonly metrics: Metrics;
  /** Called with every job before it is queued. */
  readonly onJob: (job: Job) => void;
}

/** The Probot app: each delivery becomes jobs, and is acknowledged once they are queued. */
export const plumblineApp =
  ({ queue, appId, journal, metrics, onJob }: Reception) =>
  (probot: Probot): void => {
    for (const event of events)
      probot.on(event, async ({ id, name, payload }) => {
        metrics.add('plumbline_deliveries_total', { event: name });
        const jobs = jobsOf({ id, name, payload }, appId);
        for (const job of jobs) {
          onJob(job);
          await queue.add(job);
          journal.info({ delivery: id, event: name, job: job.kind, subject: subjectOf(job) }, 'queued');
        }
      });
  };
