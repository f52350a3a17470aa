import type { PlannedObject } from '../engine/changes/plan/plan.ts';
import { recordPrefix } from '../engine/changes/plan/planned-side.ts';
import { isObject, mappingOrEmpty, type Value } from '../engine/manifest/model/manifest.ts';
import type { Json, KubeAnswer } from '../io/kube/kube-answer.ts';
import { printableLine } from '../io/kube/kube-error.ts';
import { PlumblineError } from '../shared/errors.ts';
import { type ApplyRequest, fieldManager } from './apply-request.ts';
import { differenceLines } from './guard.ts';
import { desiredFields, liveDifferences, pathOf } from './live-object.ts';
import { quotedResource } from './readiness.ts';

/** How the API server answered a write. */
export type WriteOutcome =
  | { readonly result: 'ok'; readonly live: Json | undefined }
  /** Another client changed the object meanwhile, so it has to be inspected again. */
  | { readonly result: 'moved' }
  | { readonly result: 'refused'; readonly why: readonly string[] };

/** One write: the planned object over the live one. */
export interface Write {
  readonly object: PlannedObject;
  readonly live: Json | undefined;
  readonly isDryRun: boolean;
}

/** Writes one object or does a dry run: server-side apply of the planned bytes, or a deletion of exactly this object. */
export async function writeObject(write: Write, request: ApplyRequest): Promise<WriteOutcome> {
  if (write.object.desired === null) return remove(write, request);
  return applyText(write.object.desired, write, request);
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

  return {
    result: 'refused',
    why: [...why, others.length > 0 ? `other field managers: ${others.join(', ')}` : 'no other field manager'],
  };
}

/**
 * The planned object with a record of who applied it. With uid and resourceVersion, the API server rejects the write if the
 * object was changed since it was read.
 */
function withRecord(text: string, live: Json | undefined, { plan, commit, run }: ApplyRequest): object {
  const { metadata, ...rest } = JSON.parse(text) as Record<string, Value>;
  const desired = mappingOrEmpty(metadata);

  const record = {
    [`${recordPrefix}digest`]: plan.digest,
    [`${recordPrefix}commit`]: commit,
    [`${recordPrefix}run`]: run,
  };

  const { uid, resourceVersion } = live?.metadata ?? {};

  return {
    ...rest,
    metadata: {
      ...desired,
      annotations: { ...(isObject(desired.annotations) && desired.annotations), ...record },
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
  // Any other 409 means that the object was changed or created again since it was read.
  if (status === 409) return { result: 'moved' };
  if (status === 404 && object.action !== 'delete') throw missingCrd(object);
  if (status === 500) throw mismatchedCrd(object, body, request);

  const details = causes.map(({ field, message }) => `\`${printableLine(field, 200)}\`: ${printableLine(message)}`);
  return { result: 'refused', why: details.length > 0 ? details : [printableLine(body?.message)] };
}

/** `conflict with "kubectl-client-side-apply" using karpenter.sh/v1` at `.spec.limits.cpu`. */
function conflictText({ field, message }: Json): string {
  const manager = /conflict with "([^"]*)"/.exec(String(message))?.[1];
  const path = printableLine(field, 200).replace(/^\./, '');

  if (manager) return `\`${path}\` belongs to \`${printableLine(manager, 100)}\``;
  return `\`${path}\` belongs to ${printableLine(message)}`;
}

const missingCrd = (object: PlannedObject): PlumblineError =>
  new PlumblineError(
    'kube',
    `The cluster does not serve ${object.resource.kind} in \`${object.resource.apiVersion}\``,
    {
      help: 'Nothing was written. Install the CRDs of the Karpenter version that the manifests are written for.',
    },
  );

const mismatchedCrd = (object: PlannedObject, body: Json, { karpenterVersion }: ApplyRequest): PlumblineError =>
  new PlumblineError(
    'kube',
    `The cluster's CRDs do not accept ${quotedResource(object.resource)}: ${printableLine(body?.message)}`,
    {
      help: `The plan was made for Karpenter ${karpenterVersion}, and the cluster has other CRDs. Install the CRDs of that version, or set \`karpenter.version\` to the version in the cluster.`,
    },
  );
