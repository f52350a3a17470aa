import type { Job, MergeGroupJob, ReviewJob } from './job.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a queue gives back is checked here.
type Value = any;

/**
 * Reads a job that was stored elsewhere; undefined for anything that we did not write. A job only says where to look, and here it says
 * nothing else: whoever can write to the queue can make the bot ask GitHub again, and no more.
 */
export function readJob(value: Value): Job | undefined {
  if (!hasOrigin(value) || !Object.hasOwn(shapes, String(value.kind))) return undefined;
  return shapes[value.kind as Job['kind']](value) ? value : undefined;
}

const shapes: Readonly<Record<Job['kind'], (job: Value) => boolean>> = {
  review: ({ number, hint = '' }) => isNumber(number) && isText(hint, 400),
  'merge-group': ({ headSha, baseSha }) => isSha(headSha) && isSha(baseSha),
  restart: ({ headSha, following }) => isSha(headSha) && Array.isArray(following) && following.every(isReview),
  command: ({ number, commentId }) => isNumber(number) && isNumber(commentId),
  gate: ({ environment, runId, sha }) => isText(environment, 255) && isNumber(runId) && isSha(sha),
  excuse: ({ of, message }) => isReview(of) && isText(message, 10_000),
};

const isReview = (value: Value): value is ReviewJob | MergeGroupJob =>
  hasOrigin(value) &&
  (value.kind === 'review' || value.kind === 'merge-group') &&
  shapes[value.kind as 'review'](value);

const hasOrigin = (value: Value): boolean =>
  typeof value === 'object' &&
  value !== null &&
  isText(value.deliveryId, 200) &&
  isNumber(value.installationId) &&
  isName(value.repository?.owner) &&
  isName(value.repository?.repo);

const isText = (value: Value, max: number): boolean => typeof value === 'string' && value.length <= max;
const isNumber = (value: Value): boolean => Number.isSafeInteger(value) && value > 0;
const isSha = (value: Value): boolean => typeof value === 'string' && /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(value);

/** As GitHub names accounts and repositories: nothing that leads to another path of its API. */
export const isName = (value: Value): boolean =>
  typeof value === 'string' && /^[\w.-]{1,100}$/.test(value) && value !== '.' && value !== '..';
