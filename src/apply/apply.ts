import type { OpaqueItem } from '../engine/changes/plan/opaque-item.ts';
import type { PlannedObject } from '../engine/changes/plan/plan.ts';
import { recordPrefix } from '../engine/changes/plan/planned-side.ts';
import { byCount, plural } from '../engine/text/words/plural.ts';
import { PlumblineError } from '../shared/errors.ts';
import { type ApplyRequest, resourceKey } from './apply-request.ts';
import { type InspectedObject, inspectObject, inspectObjects } from './inspect-objects.ts';
import { Lease, type LeaseRequest } from './lease.ts';
import { type ApplyOutcome, isDone, type ObjectOutcome } from './outcome.ts';
import { quotedResource } from './readiness.ts';
import { rollBack } from './roll-back.ts';
import { waitUntilDelivered, waitUntilReady } from './wait-until-ready.ts';
import { writeObject } from './write-object.ts';

/**
 * Applies an approved plan to the cluster, and nothing else. It inspects every object, tries the whole plan as a dry run, and
 * only then writes, in order. Safe to run again at any time. Throws PlumblineError only before the first write. After that,
 * failures are part of the outcome.
 */
export async function applyPlan(request: ApplyRequest): Promise<ApplyOutcome> {
  const outcome = await applyObjects(request);
  const { opaque } = request.plan;
  if (opaque.length === 0 || !isDone(outcome)) return outcome;
  return { ...outcome, result: 'partly-applied', reasons: [...outcome.reasons, ...opaque.map(notApplied)] };
}

/** People approved it, and plumbline neither sees nor writes it. */
const notApplied = ({ file, reasons }: OpaqueItem): string =>
  `plumbline did not apply \`${file}\`, because it cannot see what that does (${reasons[0]}). Apply it with the tool that it belongs to`;

async function applyObjects(request: ApplyRequest): Promise<ApplyOutcome> {
  const { plan, log } = request;
  if (plan.objects.length === 0) return nothingToDo(request);

  const inspected = await inspectObjects(request);
  const refused = refusals(inspected, request);
  if (refused) return refused;

  const rejected = await tryAll(inspected, request);
  if (rejected) return rejected;

  const lease = await Lease.take(leaseOf(request), plan.digest);
  const { unfinished } = lease.record;
  if (unfinished)
    log(`${unfinished.run} stopped before it finished plan ${unfinished.digest}. This run checks every object again.`);

  let outcome: ApplyOutcome | undefined;

  try {
    outcome = await applyUnderLease(lease, request);
    return outcome;
  } finally {
    // The commit is recorded only once everything is ready. Until then, the next run checks every object again.
    const commit = outcome?.result === 'applied' ? request.commit : undefined;
    await lease.release(commit).catch(() => log('The lease could not be released. It expires by itself.'));
  }
}

/** The cluster already matches the commit. That is recorded, so that the next run starts from this commit. */
async function nothingToDo(request: ApplyRequest): Promise<ApplyOutcome> {
  const lease = await Lease.take(leaseOf(request), request.plan.digest);
  await lease.release(request.commit);
  return { result: 'nothing-to-do', objects: [], reasons: [] };
}

const leaseOf = (request: ApplyRequest): LeaseRequest => ({
  ...request,
  namespace: request.leaseNamespace,
  environment: request.plan.environment,
  holder: request.run,
  seconds: request.leaseSeconds,
});

async function applyUnderLease(lease: Lease, request: ApplyRequest): Promise<ApplyOutcome> {
  // Somebody may have changed an object between the dry run and the lease.
  const inspected = await inspectObjects(request);
  const refused = refusals(inspected, request);
  if (refused) return refused;

  const objects = inspected.map(outcomeOf);
  const reason = await writeAll(inspected, objects, { lease, request });
  if (reason !== undefined) return stopped(objects, reason, request);

  return settle(objects, request);
}

const outcomeOf = ({ object, owner }: InspectedObject): ObjectOutcome => ({
  object,
  state: 'untouched',
  isReady: null,
  ...(owner && owner !== 'a GitOps tool' && { owner }),
  details: [],
});

/** Why nothing may be written at all; undefined if everything may. */
function refusals(inspected: readonly InspectedObject[], request: ApplyRequest): ApplyOutcome | undefined {
  const objects = inspected.map((object) => {
    const details = refusalOf(object, request);
    const outcome = outcomeOf(object);
    if (details.length > 0) return { ...outcome, state: 'refused' as const, details };
    return outcome;
  });

  const refused = objects.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return undefined;

  return {
    result: 'refused',
    objects,
    reasons: refused.map(({ object, details }) => `${quotedResource(object.resource)}: ${details[0]}`),
  };
}

function refusalOf({ object, standing, owner, nodes }: InspectedObject, request: ApplyRequest): string[] {
  // Objects that a GitOps tool delivers are never written here, so there is nothing to refuse.
  if (owner) return [];
  if (standing.state === 'moved') {
    const text = [`${standing.why}, so it does not match what was reviewed`, ...standing.differences];
    if (!request.ignoresGuard) return text;
    request.log(`break-glass: overwriting ${quotedResource(object.resource)} although ${text.join('; ')}`);
  }

  if (nodes === null) return [];
  return deletionRefusal(object, nodes, request);
}

function deletionRefusal({ resource }: PlannedObject, nodes: number, { acknowledged }: ApplyRequest): string[] {
  const allowed = acknowledged.get(resourceKey(resource));
  const removed = `deleting it removes ${plural(nodes, 'node')}`;
  const command = `\`/plumbline delete ${resourceKey(resource)} nodes=${nodes}\``;
  const next = `Comment ${command} on the pull request, or set \`acknowledge-delete\``;
  if (allowed === undefined) return [`${removed}, which nobody has acknowledged. ${next}`];

  if (nodes > allowed)
    return [`${removed}, but only ${allowed} ${byCount(allowed, 'is', 'are')} acknowledged. ${next}`];

  return [];
}

/** Dry run of everything that will be written, so that the API server accepts or rejects the plan as a whole. */
async function tryAll(inspected: readonly InspectedObject[], request: ApplyRequest): Promise<ApplyOutcome | undefined> {
  const objects = inspected.map(outcomeOf);

  for (const [i, { object, live, owner, standing }] of inspected.entries()) {
    if (owner || standing.state === 'done') continue;

    const written = await writeObject({ object, live, isDryRun: true }, request);
    // A change at this moment is noticed when the object is inspected again under the lease.
    if (written.result !== 'refused') continue;

    objects[i]!.state = 'refused';
    objects[i]!.details.push(...written.why);
  }

  const refused = objects.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return undefined;

  const reasons = refused.map(({ object, details }) => `${quotedResource(object.resource)}: ${details.join('; ')}`);
  return { result: 'refused', objects, reasons };
}

interface Writing {
  readonly lease: Lease;
  readonly request: ApplyRequest;
}

/** Applies from first to last, then deletes from last to first. Returns the reason if it stops. */
async function writeAll(
  inspected: readonly InspectedObject[],
  objects: readonly ObjectOutcome[],
  writing: Writing,
): Promise<string | undefined> {
  const order = inspected.map((_, i) => i);
  const isDeletion = (i: number): boolean => inspected[i]!.object.action === 'delete';
  const indexes = [...order.filter((i) => !isDeletion(i)), ...order.filter(isDeletion).reverse()];

  for (const i of indexes) {
    if (inspected[i]!.owner) continue;

    const reason = await writeOne(inspected[i]!, objects[i]!, writing);
    if (reason !== undefined) return reason;
  }

  return undefined;
}

/** What the log says of an object that was written. */
const pastTense = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/** How often a write is retried when somebody changes the object meanwhile, such as a controller that updates its status. */
const maxTries = 8;

async function writeOne(
  first: InspectedObject,
  outcome: ObjectOutcome,
  { lease, request }: Writing,
): Promise<string | undefined> {
  const { object } = first;
  const name = quotedResource(object.resource);
  let isSent = false;

  try {
    let inspected = first;

    for (let tries = 0; tries < maxTries; tries++) {
      if (tries > 0) inspected = await inspectObject(object, request);

      const refusal = refusalOf(inspected, request);
      if (refusal.length > 0) return `${name}: ${refusal.join('; ')}`;

      if (inspected.standing.state === 'done' && isRecorded(inspected, request)) {
        outcome.state = 'unchanged';
        request.log(`${name} is already as planned`);
        return undefined;
      }

      await lease.assertHeld();
      isSent = true;
      const written = await writeObject({ object, live: inspected.live, isDryRun: false }, request);
      isSent = false;
      if (written.result === 'moved') continue;
      if (written.result === 'refused') return `${name}: ${written.why.join('; ')}`;

      outcome.state = object.action === 'delete' ? 'deleted' : 'written';
      request.log(`${name} ${pastTense[object.action]}`);

      return undefined;
    }

    return `${name}: another client changed it during each of ${maxTries} attempts to write it`;
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;

    if (isSent) outcome.state = 'unknown';
    return `${name}: ${error.message}`;
  }
}

/** Whether this plan's digest is recorded on the object, so that an earlier run wrote it. */
const isRecorded = ({ object, live }: InspectedObject, { plan }: ApplyRequest): boolean =>
  object.action === 'delete' || live?.metadata?.annotations?.[`${recordPrefix}digest`] === plan.digest;

async function stopped(
  objects: readonly ObjectOutcome[],
  reason: string,
  request: ApplyRequest,
): Promise<ApplyOutcome> {
  const isUntouched = objects.every(({ state }) => state === 'untouched');
  if (isUntouched) return { result: 'refused', objects, reasons: [reason] };
  if (request.isRolledBack) return rollBack(objects, [reason], request);

  return { result: 'incomplete', objects, reasons: [reason, 'Run the apply again to continue where it stopped'] };
}

async function settle(objects: readonly ObjectOutcome[], request: ApplyRequest): Promise<ApplyOutcome> {
  const isOwned = ({ state }: ObjectOutcome): boolean => state === 'untouched';
  const owned = objects.filter(isOwned);

  try {
    if (!(await waitUntilDelivered(owned, request))) {
      const late = owned.filter(({ state }) => state !== 'verified');
      const reasons = late.map(
        ({ object, owner }) =>
          `${quotedResource(object.resource)} does not match what was reviewed yet. ${owner ?? 'A GitOps tool'} has to deliver it`,
      );

      return { result: 'not-ready', objects, reasons };
    }

    if (await waitUntilReady(objects, request)) return { result: 'applied', objects, reasons: [] };

    const late = objects.filter(({ isReady }) => isReady !== true);
    const reasons = late.map(
      ({ object, details }) => `${quotedResource(object.resource)} is not ready: ${details.join('; ')}`,
    );

    if (request.isRolledBack) return rollBack(objects, reasons, request);
    return { result: 'not-ready', objects, reasons };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return { result: 'not-ready', objects, reasons: [`could not check whether it is ready: ${error.message}`] };
  }
}
