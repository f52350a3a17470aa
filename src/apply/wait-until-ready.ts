import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from '../io/kube/kube-answer.ts';
import type { ApplyRequest } from './apply-request.ts';
import { desiredFields, liveDifferences, pathOf } from './live-object.ts';
import type { ObjectOutcome } from './outcome.ts';
import { quotedResource, type Readiness, readiness } from './readiness.ts';

/** Waits until Karpenter has taken every object, and what is deleted is gone, telling what changes. True when all of them are ready in time. */
export async function waitUntilReady(outcomes: readonly ObjectOutcome[], request: ApplyRequest): Promise<boolean> {
  const loggedTexts = new Map<ObjectOutcome, string>();
  const deadline = Date.now() + request.readySeconds * 1000;
  for (;;) {
    const waiting = outcomes.filter((outcome) => outcome.isReady !== true);
    for (const outcome of waiting) await look(outcome, loggedTexts, request);
    if (outcomes.every(({ isReady }) => isReady === true)) return true;
    if (Date.now() >= deadline) return false;
    await delay(request.pollSeconds * 1000);
  }
}

async function look(
  outcome: ObjectOutcome,
  told: Map<ObjectOutcome, string>,
  { client, log }: ApplyRequest,
): Promise<void> {
  const { resource, action } = outcome.object;
  const live = await client.get(pathOf(resource));
  const { isReady, words } = action === 'delete' ? goneness(live) : live ? readiness(live) : missing;
  outcome.isReady = isReady;
  outcome.details.splice(0, outcome.details.length, ...words);
  const done = action === 'delete' ? 'is gone' : 'is ready';
  const text = isReady
    ? `${quotedResource(resource)} ${done}`
    : `${quotedResource(resource)} is not ready: ${words.join('; ')}`;
  if (told.get(outcome) !== text) log(text);
  told.set(outcome, text);
}

const missing: Readiness = { isReady: false, words: ['it is no longer in the cluster'] };

/** A deletion is over once the object is gone: its finalizers wait for the nodes. */
const goneness = (live: Json | undefined): Readiness =>
  live === undefined
    ? { isReady: true, words: [] }
    : { isReady: false, words: ['it is being deleted, and Karpenter still waits for what uses it'] };

/** Waits until a GitOps tool has brought what was reviewed. */
export async function waitUntilDelivered(outcomes: readonly ObjectOutcome[], request: ApplyRequest): Promise<boolean> {
  const deadline = Date.now() + request.readySeconds * 1000;
  for (;;) {
    for (const outcome of outcomes) if (outcome.state !== 'verified') await lookForDelivery(outcome, request);
    if (outcomes.every(({ state }) => state === 'verified')) return true;
    if (Date.now() >= deadline) return false;
    await delay(request.pollSeconds * 1000);
  }
}

async function lookForDelivery(outcome: ObjectOutcome, { client, schemaOf, log }: ApplyRequest): Promise<void> {
  const { resource, desired } = outcome.object;
  const live = await client.get(pathOf(resource));
  const isThere =
    desired === null
      ? live === undefined
      : live !== undefined && liveDifferences(desiredFields(desired, schemaOf(resource)), live).length === 0;
  outcome.state = isThere ? 'verified' : 'not-verified';
  if (isThere) log(`${quotedResource(resource)} is as reviewed, brought by ${outcome.owner ?? 'a GitOps tool'}`);
}
