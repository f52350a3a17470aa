import type { WholeRequest } from '../webhooks/webhook-intake.ts';

/** A request to a function URL or an HTTP API of API Gateway (payload format 2.0). */
export interface HttpEvent {
  readonly rawPath: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly http: { readonly method: string } };
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}

/** Messages of an SQS queue. */
export interface QueueEvent {
  readonly Records: readonly QueueRecord[];
}

export interface QueueRecord {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: { readonly ApproximateReceiveCount: string };
}

/** Which messages SQS must hand out again (`ReportBatchItemFailures`). */
export interface QueueAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

export const isHttpEvent = (event: object): event is HttpEvent =>
  'rawPath' in event && 'requestContext' in event && 'headers' in event;

export const isQueueEvent = (event: object): event is QueueEvent =>
  'Records' in event &&
  Array.isArray(event.Records) &&
  event.Records.every((record) => record?.eventSource === 'aws:sqs');

/** The request of an event. AWS has already made the names of its headers lower case. */
export function requestOf({ rawPath, headers, requestContext, body = '', isBase64Encoded }: HttpEvent): WholeRequest {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return [[name.toLowerCase(), value]];
  });
  return {
    method: requestContext.http.method,
    url: rawPath,
    headers: Object.fromEntries(entries),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}
