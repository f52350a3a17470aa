import type { PlannedObject } from '../engine/plan/plan.ts';
import { recordPrefix } from '../engine/plan/planned-side.ts';
import { PlumblineError } from '../errors.ts';
import { type ApplyRequest, resourceKey } from './apply-request.ts';
import { type InspectedObject, inspectObject, inspectObjects } from './inspect-objects.ts';
import { Lease, type LeaseRequest } from './lease.ts';
import type { ApplyOutcome, ObjectOutcome } from './outcome.ts';
import { quotedResource } from './readiness.ts';
import { rollBack } from './roll-back.ts';
import { waitUntilDelivered, waitUntilReady } from './wait-until-ready.ts';
import { writeObject } from './write-object.ts';

/**
 * Brings an approved plan into the cluster, and nothing else: looks, tries all of it, and only then writes, in order. Safe to
 * run again at any time. Throws PlumblineError only as long as nothing is written; after that it is told in the outcome.
 */
export async function applyPlan(request: ApplyRequest): Promise<ApplyOutcome> {
  const { plan, log } = request;
  if (plan.objects.length === 0) return nothingToDo(request);
  const refused = refusals(await inspectObjects(request), request);
  if (refused) return refused;
  const tried = await tryAll(await inspectObjects(request), request);
  if (tried) return tried;
  const lease = await Lease.take(leaseOf(request), plan.digest);
  const { unfinished } = lease.record;
  if (unfinished)
    log(`${unfinished.run} stopped half way through ${unfinished.digest}: every object is looked at again`);
  let outcome: ApplyOutcome | undefined;
  try {
    outcome = await applyUnderLease(lease, request);
    return outcome;
  } finally {
    // Only what is ready counts as reached: until then the next run looks at all of it again.
    const commit = outcome?.result === 'applied' ? request.commit : undefined;
    await lease.release(commit).catch(() => log('the lease could not be given back: it runs out by itself'));
  }
}

/** The cluster is where the commit wants it: remembered, so that the next run begins here. */
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
  // Between the trial and the lease somebody may have been here.
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

/** Why nothing may be written at all; undefined where nothing speaks against it. */
function refusals(inspected: readonly InspectedObject[], request: ApplyRequest): ApplyOutcome | undefined {
  const objects = inspected.map((one) => {
    const details = refusalOf(one, request);
    const outcome = outcomeOf(one);
    return details.length > 0 ? { ...outcome, state: 'refused' as const, details } : outcome;
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
  // What a GitOps tool brings is on its way there or not: nothing of it is ours to refuse.
  if (owner) return [];
  if (standing.state === 'moved') {
    const text = [`${standing.why}, so it is not what was reviewed`, ...standing.differences];
    if (!request.ignoresGuard) return text;
    request.log(`break-glass: ${quotedResource(object.resource)} is overwritten although ${text.join('; ')}`);
  }
  return nodes === null ? [] : deletionRefusal(object, nodes, request);
}

function deletionRefusal({ resource }: PlannedObject, nodes: number, { acknowledged }: ApplyRequest): string[] {
  const allowed = acknowledged.get(resourceKey(resource));
  const line = `\`delete ${resourceKey(resource)} nodes=${nodes}\``;
  if (allowed === undefined) return [`its deletion takes ${nodes} nodes with it, and nobody has acknowledged ${line}`];
  return nodes > allowed ? [`its deletion takes ${nodes} nodes with it, and ${allowed} are acknowledged: ${line}`] : [];
}

/** Dry run of everything that is to be written: the API server says of the whole plan whether it takes it. */
async function tryAll(inspected: readonly InspectedObject[], request: ApplyRequest): Promise<ApplyOutcome | undefined> {
  const objects = inspected.map(outcomeOf);
  for (const [i, { object, live, owner, standing }] of inspected.entries()) {
    if (owner || standing.state === 'done') continue;
    const written = await writeObject({ object, live, isDryRun: true }, request);
    // Whoever touches it right now is seen when it is looked at under the lease.
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

/** Applies from the first to the last, and deletes from the last to the first. Gives the reason why it stopped. */
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

/** Others may touch an object at any time, controllers its status: so often it is looked at again. */
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
        request.log(`${name} is as planned already`);
        return undefined;
      }
      lease.assertHeld();
      isSent = true;
      const written = await writeObject({ object, live: inspected.live, isDryRun: false }, request);
      isSent = false;
      if (written.result === 'moved') continue;
      if (written.result === 'refused') return `${name}: ${written.why.join('; ')}`;
      outcome.state = object.action === 'delete' ? 'deleted' : 'written';
      request.log(
        `${name} is ${object.action === 'delete' ? 'deleted' : object.action === 'create' ? 'created' : 'updated'}`,
      );
      return undefined;
    }
    return `${name}: somebody else keeps writing it`;
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    if (isSent) outcome.state = 'unknown';
    return `${name}: ${error.message}`;
  }
}

/** Whether this very plan was recorded on it: then an earlier run wrote it. */
const isRecorded = ({ object, live }: InspectedObject, { plan }: ApplyRequest): boolean =>
  object.action === 'delete' || live?.metadata?.annotations?.[`${recordPrefix}digest`] === plan.digest;

async function stopped(
  objects: readonly ObjectOutcome[],
  reason: string,
  request: ApplyRequest,
): Promise<ApplyOutcome> {
  const isUntouched = objects.every(({ state }) => state === 'untouched');
  if (isUntouched) return { result: 'refused', objects, reasons: [reason] };
  return request.isRolledBack
    ? rollBack(objects, [reason], request)
    : { result: 'incomplete', objects, reasons: [reason, 'Run it again: it goes on where it stopped'] };
}

async function settle(objects: readonly ObjectOutcome[], request: ApplyRequest): Promise<ApplyOutcome> {
  const isOwned = ({ state }: ObjectOutcome): boolean => state === 'untouched';
  const owned = objects.filter(isOwned);
  try {
    if (!(await waitUntilDelivered(owned, request))) {
      const late = owned.filter(({ state }) => state !== 'verified');
      const reasons = late.map(
        ({ object, owner }) =>
          `${quotedResource(object.resource)} is not what was reviewed yet; ${owner ?? 'its GitOps tool'} brings it`,
      );
      return { result: 'not-ready', objects, reasons };
    }
    if (await waitUntilReady(objects, request)) return { result: 'applied', objects, reasons: [] };
    const late = objects.filter(({ isReady }) => isReady !== true);
    const reasons = late.map(
      ({ object, details }) => `${quotedResource(object.resource)} is not ready: ${details.join('; ')}`,
    );
    return request.isRolledBack ? rollBack(objects, reasons, request) : { result: 'not-ready', objects, reasons };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return { result: 'not-ready', objects, reasons: [`whether it is ready is unknown: ${error.message}`] };
  }
}
