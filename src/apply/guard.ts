import type { Difference } from '../engine/changes/diff/differences.ts';
import { opaqueFields, shown } from '../engine/changes/diff/opaque.ts';
import { canonicalJson } from '../engine/changes/plan/canonical-object.ts';
import type { PlannedObject } from '../engine/changes/plan/plan.ts';
import type { Schema } from '../engine/files/schema/definitions/crd-pack.ts';
import { pathText } from '../engine/manifest/model/manifest.ts';
import { sha256 } from '../engine/text/sha256.ts';
import type { Json } from '../io/kube/kube-answer.ts';
import { decidedFields, desiredFields, liveDifferences } from './live-object.ts';

/** The state of a live object when the plan was made: kept with the digest, and compared before anything is written. */
export interface GuardEntry {
  readonly kind: string;
  readonly name: string;
  /** Null if the object did not exist. */
  readonly uid: string | null;
  /** SHA-256 of spec, labels and annotations, without status and resourceVersion, which controllers change all the time. */
  readonly hash: string | null;
}

/** The guard entry of a live object, or of its absence. */
export const guardEntry = ({ resource: { kind, name } }: PlannedObject, live: Json | undefined): GuardEntry => ({
  kind,
  name,
  uid: live === undefined ? null : String(live.metadata?.uid),
  hash: live === undefined ? null : sha256(canonicalJson(decidedFields(live))),
});

/** How a live object relates to the plan. */
export type GuardVerdict =
  | { readonly state: 'as-reviewed' }
  /** It already matches the plan: an earlier run wrote it, or somebody made the same change. */
  | { readonly state: 'done' }
  | { readonly state: 'moved'; readonly why: string; readonly differences: readonly string[] };

/** What a live object may match in addition to base: reviewed states between base and the plan. */
interface GuardContext {
  readonly schema: Schema;
  readonly between: readonly string[];
  /** The state recorded when the plan was made; undefined if none was. */
  readonly recorded: GuardEntry | undefined;
}

/** Compares a live object with what was reviewed. A change made by hand since then must not be overwritten silently. */
export function guardVerdict(object: PlannedObject, live: Json | undefined, context: GuardContext): GuardVerdict {
  const isThere = live !== undefined;
  if (isDone(object, live, context.schema)) return { state: 'done' };
  if (isThere && isTerminating(live) && object.desired !== null)
    return { state: 'moved', why: 'it is being deleted', differences: [] };
  if (context.recorded) return recordedStanding(object, live, context.recorded, context);

  const { base } = object;
  if (!isThere) {
    if (base === null) return { state: 'as-reviewed' };
    return missing;
  }

  const reviewed = [...(base === null ? [] : [base]), ...context.between];
  const differences = reviewed.map((text) => liveDifferences(desiredFields(text, context.schema), live));
  if (differences.some((differences) => differences.length === 0)) return { state: 'as-reviewed' };

  if (base === null)
    return {
      state: 'moved',
      why: 'it already exists in the cluster',
      differences: differenceLines(differencesTo(object.desired!, live, context)),
    };

  return {
    state: 'moved',
    why: 'it has different values in the cluster',
    differences: differenceLines(differences[0]!),
  };
}

const missing: GuardVerdict = { state: 'moved', why: 'it is not in the cluster', differences: [] };

function isDone({ desired }: PlannedObject, live: Json | undefined, schema: Schema): boolean {
  if (desired === null) return live === undefined;
  return (
    live !== undefined && !isTerminating(live) && liveDifferences(desiredFields(desired, schema), live).length === 0
  );
}

const isTerminating = (live: Json): boolean => live.metadata?.deletionTimestamp !== undefined;

function recordedStanding(
  object: PlannedObject,
  live: Json | undefined,
  recorded: GuardEntry,
  context: GuardContext,
): GuardVerdict {
  const now = guardEntry(object, live);
  if (now.uid === recorded.uid && now.hash === recorded.hash) return { state: 'as-reviewed' };
  if (live === undefined) return missing;

  const why = () => {
    if (recorded.uid !== null && now.uid !== recorded.uid) return 'it was deleted and created again since the review';
    return 'it was changed since the review';
  };

  return {
    state: 'moved',
    why: why(),
    differences: differenceLines(differencesTo(object.base ?? object.desired!, live, context)),
  };
}

const differencesTo = (text: string, live: Json, { schema }: GuardContext): readonly Difference[] =>
  liveDifferences(desiredFields(text, schema), live);

const longest = 200;

/** `spec.limits.cpu: reviewed "100", in the cluster "200"`. User data and similar fields appear only as hash and size. */
export const differenceLines = (differences: readonly Difference[]): string[] =>
  differences.map(({ path, before, after }) => {
    const { before: old, after: is } = shown(path, before, after);
    return `${pathText(path)}: reviewed ${valueText(old)}, in the cluster ${valueText(is)}`;
  });

function valueText(value: unknown): string {
  if (value === undefined) return 'unset';
  // Opaque fields at any depth are shown only as size and hash.
  const text = JSON.stringify(value, (key, inner) => {
    if (opaqueFields.has(key)) return shown([key], inner).before;
    return inner;
  });
  if (text.length > longest) return `${text.slice(0, longest)}…`;
  return text;
}
