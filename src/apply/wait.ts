import { setTimeout as delay } from 'node:timers/promises';
import { liveDifferences, pathOf, wanted } from './live-object.ts';
import type { ObjectOutcome } from './outcome.ts';
import { nameOf, readiness } from './readiness.ts';
import type { ApplyRequest } from './request.ts';

/** Waits until Karpenter has taken every object, telling what changes. True when all of them are ready in time. */
export async function waitUntilReady(outcomes: readonly ObjectOutcome[], request: ApplyRequest): Promise<boolean> {
  const told = new Map<ObjectOutcome, string>();
  const deadline = Date.now() + request.readySeconds * 1000;
  for (;;) {
    const waiting = outcomes.filter((outcome) => outcome.isReady !== true);
    for (const outcome of waiting) await look(outcome, told, request);
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
  const { resource } = outcome.object;
  const live = await client.get(pathOf(resource));
  const { isReady, words } =
    live === undefined ? { isReady: false, words: ['it is no longer in the cluster'] } : readiness(live);
  outcome.isReady = isReady;
  outcome.details.splice(0, outcome.details.length, ...words);
  const text = isReady ? `${nameOf(resource)} is ready` : `${nameOf(resource)} is not ready: ${words.join('; ')}`;
  if (told.get(outcome) !== text) log(text);
  told.set(outcome, text);
}

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
      : live !== undefined && liveDifferences(wanted(desired, schemaOf(resource)), live).length === 0;
  outcome.state = isThere ? 'verified' : 'not-verified';
  if (isThere) log(`${nameOf(resource)} is as reviewed, brought by ${outcome.owner ?? 'a GitOps tool'}`);
}
