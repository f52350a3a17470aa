import { isObject, type Value } from '../engine/manifest/manifest.ts';
import type { PlannedObject } from '../engine/plan/plan.ts';
import { recordPrefix } from '../engine/plan/planned-side.ts';
import { PlumblineError } from '../errors.ts';
import type { Json, KubeAnswer } from '../io/kube/kube-answer.ts';
import { printableLine } from '../io/kube/kube-error.ts';
import { type ApplyRequest, fieldManager } from './apply-request.ts';
import { differenceLines } from './guard.ts';
import { desiredFields, liveDifferences, pathOf } from './live-object.ts';
import { quotedResource } from './readiness.ts';

/** What the API server made of a write. */
export type WriteOutcome =
  | { readonly result: 'ok'; readonly live: Json | undefined }
  /** Somebody wrote the object meanwhile: it has to be looked at again. */
  | { readonly result: 'moved' }
  | { readonly result: 'refused'; readonly why: readonly string[] };

/** One write: an object as planned over what is live. */
export interface Write {
  readonly object: PlannedObject;
  readonly live: Json | undefined;
  readonly isDryRun: boolean;
}

/** Writes one object, or tries to: server-side apply of the planned bytes, or a deletion of exactly this object. */
export async function writeObject(write: Write, request: ApplyRequest): Promise<WriteOutcome> {
  return write.object.desired === null ? remove(write, request) : applyText(write.object.desired, write, request);
}

/** Applies a text of canonical JSON over a live object, with the record of the plan. */
export async function applyText(
  text: string,
  { object, live, isDryRun }: Write,
  request: ApplyRequest,
): Promise<WriteOutcome> {
  const { client, isForced } = request;
  const options = { fieldManager, isDryRun, isForced };
  const answer = await client.apply(pathOf(object.resource), withRecord(text, live, request), options);
  if (answer.status >= 300) return refusal(answer, object, request);
  const differences = liveDifferences(desiredFields(text, request.schemaOf(object.resource)), answer.body);
  if (differences.length === 0) return { result: 'ok', live: answer.body };
  const others = otherManagers(answer.body);
  const why = differenceLines(differences).map((line) => line.replace(/, in the cluster /, ', would be '));
  return { result: 'refused', why: [...why, `Also written by ${others.join(', ') || 'nobody else'}`] };
}

/**
 * The planned object, the record of who applied it, and what it has to be for that. uid and resourceVersion make the API server
 * refuse it when it was touched since it was looked at.
 */
function withRecord(text: string, live: Json | undefined, { plan, commit, run }: ApplyRequest): object {
  const { metadata, ...rest } = JSON.parse(text) as Record<string, Value>;
  const own = isObject(metadata) ? metadata : {};
  const record = {
    [`${recordPrefix}digest`]: plan.digest,
    [`${recordPrefix}commit`]: commit,
    [`${recordPrefix}run`]: run,
  };
  const { uid, resourceVersion } = live?.metadata ?? {};
  return {
    ...rest,
    metadata: {
      ...own,
      annotations: { ...(isObject(own.annotations) ? own.annotations : {}), ...record },
      ...(live && { uid, resourceVersion }),
    },
  };
}

async function remove({ object, live, isDryRun }: Write, request: ApplyRequest): Promise<WriteOutcome> {
  if (live === undefined) return { result: 'ok', live };
  const { uid, resourceVersion } = live.metadata;
  const body = JSON.stringify({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions: { uid, resourceVersion },
    ...(isDryRun && { dryRun: ['All'] }),
  });
  const answer = await request.client.send({ method: 'DELETE', path: pathOf(object.resource), body });
  if (answer.status < 300 || answer.status === 404) return { result: 'ok', live: undefined };
  return refusal(answer, object, request);
}

const otherManagers = (live: Json): string[] => [
  ...new Set<string>(
    (live.metadata?.managedFields ?? [])
      .filter(({ manager, subresource }: Json) => manager !== fieldManager && subresource === undefined)
      .map(({ manager }: Json) => `\`${printableLine(manager, 100)}\``),
  ),
];

function refusal({ status, body }: KubeAnswer, object: PlannedObject, request: ApplyRequest): WriteOutcome {
  const causes: Json[] = body?.details?.causes ?? [];
  const conflicts = causes.filter(({ reason }) => reason === 'FieldManagerConflict');
  if (status === 409 && conflicts.length > 0) return { result: 'refused', why: conflicts.map(conflictText) };
  // The other 409: it was modified or made anew since it was looked at.
  if (status === 409) return { result: 'moved' };
  if (status === 404 && object.action !== 'delete') throw missingCrd(object);
  if (status === 500) throw foreignCrd(object, body, request);
  const details = causes.map(({ field, message }) => `\`${printableLine(field, 200)}\`: ${printableLine(message)}`);
  return { result: 'refused', why: details.length > 0 ? details : [printableLine(body?.message)] };
}

/** `conflict with "kubectl-client-side-apply" using karpenter.sh/v1` at `.spec.limits.cpu`. */
function conflictText({ field, message }: Json): string {
  const manager = /conflict with "([^"]*)"/.exec(String(message))?.[1];
  return `\`${printableLine(field, 200).replace(/^\./, '')}\` belongs to ${manager ? `\`${printableLine(manager, 100)}\`` : printableLine(message)}`;
}

const missingCrd = (object: PlannedObject): PlumblineError =>
  new PlumblineError('kube', `The cluster does not serve \`${object.resource.apiVersion}\` ${object.resource.kind}`, {
    help: 'Install the CRDs of the Karpenter version that the manifests are written for. Nothing was written.',
  });

const foreignCrd = (object: PlannedObject, body: Json, { karpenterVersion }: ApplyRequest): PlumblineError =>
  new PlumblineError(
    'kube',
    `The cluster's CRDs do not know ${quotedResource(object.resource)} as it is: ${printableLine(body?.message)}`,
    {
      help: `They are not those of Karpenter ${karpenterVersion}, which the plan was made for: install them, or say \`karpenter.version\`.`,
    },
  );
