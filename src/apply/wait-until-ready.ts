import { setTimeout as delay } from 'node:timers/promises';
import type { Json } from '../io/kube/kube-answer.ts';
import type { ApplyRequest } from './apply-request.ts';
import { desiredFields, liveDifferences, pathOf } from './live-object.ts';
import type { ObjectOutcome } from './outcome.ts';
import { quotedResource, type Readiness, readiness } from './readiness.ts';

/** Waits until Karpenter has accepted every object and deletions are finished, and logs each change. True when all are ready in time. */
export async function waitUntilReady(outcomes: readonly ObjectOutcome[], request: ApplyRequest): Promise<boolean> {
  const loggedTexts = new Map<ObjectOutcome, string>();
  const deadline = Date.now() + request.readySeconds * 1000;

  for (;;) {
    const waiting = outcomes.filter((outcome) => outcome.isReady !== true);
    for (const outcome of waiting) await checkReadiness(outcome, loggedTexts, request);
    if (outcomes.every(({ isReady }) => isReady === true)) return true;
    if (Date.now() >= deadline) return false;

    await delay(request.pollSeconds * 1000);
  }
}

async function checkReadiness(
  outcome: ObjectOutcome,
  loggedTexts: Map<ObjectOutcome, string>,
  { client, log }: ApplyRequest,
): Promise<void> {
  const { resource, action } = outcome.object;
  const live = await client.get(pathOf(resource));

  const stateOf = () => {
    if (action === 'delete') return deletionState(live);
    if (live) return readiness(live);
    return missing;
  };

  const { isReady, words } = stateOf();

  outcome.isReady = isReady;
  outcome.details.splice(0, outcome.details.length, ...words);

  const text = stateText(outcome.object, { isReady, words });
  if (loggedTexts.get(outcome) !== text) log(text);
  loggedTexts.set(outcome, text);
}

function stateText({ resource, action }: ObjectOutcome['object'], { isReady, words }: Readiness): string {
  if (!isReady) return `${quotedResource(resource)} is not ready: ${words.join('; ')}`;
  if (action === 'delete') return `${quotedResource(resource)} no longer exists`;
  return `${quotedResource(resource)} is ready`;
}

const missing: Readiness = { isReady: false, words: ['it is no longer in the cluster'] };

/** A deletion is finished once the object no longer exists. Until then, its finalizers wait for the nodes. */
const deletionState = (live: Json | undefined): Readiness => {
  if (live === undefined) return { isReady: true, words: [] };

  return {
    isReady: false,
    words: ['it is being deleted, and Karpenter still waits for whatever uses it'],
  };
};

/** Waits until a GitOps tool has delivered what was reviewed. */
export async function waitUntilDelivered(outcomes: readonly ObjectOutcome[], request: ApplyRequest): Promise<boolean> {
  const deadline = Date.now() + request.readySeconds * 1000;
  for (;;) {
    for (const outcome of outcomes) if (outcome.state !== 'verified') await checkDelivery(outcome, request);
    if (outcomes.every(({ state }) => state === 'verified')) return true;
    if (Date.now() >= deadline) return false;
    await delay(request.pollSeconds * 1000);
  }
}

async function checkDelivery(outcome: ObjectOutcome, { client, schemaOf, log }: ApplyRequest): Promise<void> {
  const { resource, desired } = outcome.object;
  const live = await client.get(pathOf(resource));

  const isThere =
    desired === null
      ? live === undefined
      : live !== undefined && liveDifferences(desiredFields(desired, schemaOf(resource)), live).length === 0;

  outcome.state = isThere ? 'verified' : 'not-verified';
  if (isThere)
    log(`${quotedResource(resource)} matches what was reviewed, delivered by ${outcome.owner ?? 'a GitOps tool'}`);
}
