import { sha256 } from '../../../engine/text/sha256.ts';
import { awsQuery } from '../../../io/aws/aws-query.ts';
import type { AwsSession } from '../../../io/identity/aws-session.ts';
import { type Job, subjectOf } from '../jobs/job.ts';

/**
 * A FIFO queue of Amazon SQS. Messages of one subject form a group: SQS hands out the next one when the previous one is done. A delivery
 * that arrives twice within five minutes counts once.
 */
export class AwsQueue {
  readonly #session: AwsSession;
  readonly #url: string;

  constructor(session: AwsSession, url: string) {
    this.#session = session;
    this.#url = url;
  }

  async add(job: Job): Promise<void> {
    await this.#send(job, `${job.deliveryId} ${job.kind} ${subjectOf(job)}`);
  }

  /** Adds a job that follows from another one. `after` is the message of that one. */
  async addNext(job: Job, after: string): Promise<void> {
    await this.#send(job, `${after} ${job.kind} ${subjectOf(job)}`);
  }

  /** Hides a message, so that SQS hands it out again after that time and not before. At most 12 hours, as SQS allows. */
  async delay(receiptHandle: string, seconds: number): Promise<void> {
    const time = Math.min(Math.ceil(seconds), 43_000);
    await this.#ask('ChangeMessageVisibility', { ReceiptHandle: receiptHandle, VisibilityTimeout: time });
  }

  #send(job: Job, id: string): Promise<string> {
    return this.#ask('SendMessage', {
      MessageBody: JSON.stringify(job),
      MessageGroupId: sha256(subjectOf(job)),
      MessageDeduplicationId: sha256(id),
    });
  }

  #ask(action: string, parameters: Readonly<Record<string, string | number>>): Promise<string> {
    return awsQuery(this.#session, { service: 'sqs', action, parameters: { QueueUrl: this.#url, ...parameters } });
  }
}
