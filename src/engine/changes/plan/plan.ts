import type { CrdPack } from '../../files/schema/definitions/crd-pack.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest, Value } from '../../manifest/model/manifest.ts';
import type { ResourceRef } from '../../text/diagnostic.ts';
import { optional } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';
import { sha256 } from '../../text/sha256.ts';
import { canonicalJson } from './canonical-object.ts';
import { kindOf } from './kinds.ts';
import type { OpaqueItem } from './opaque-item.ts';
import { type PlaceKey, type PlannedRoot, type PlannedSide, plannedSide } from './planned-side.ts';
import { unreadFiles } from './unread-files.ts';

/** What happens to one object. */
export interface PlannedObject {
  readonly resource: ResourceRef;
  readonly action: 'create' | 'update' | 'delete';
  /** The object in base, in canonical JSON; null if it is created. */
  readonly base: string | null;
  /** The exact bytes that are sent, in canonical JSON; null if it is deleted. */
  readonly desired: string | null;
  /** SHA-256 of `base` and `desired`. */
  readonly baseHash: string | null;
  readonly desiredHash: string | null;
}

/** The plan of a change for the cluster of one environment. */
export interface Plan {
  readonly environment: string;
  /** SHA-256 of the canonical plan, 64 hexadecimal digits. */
  readonly digest: string;
  /** Sorted by kind and name. */
  readonly objects: readonly PlannedObject[];
  /** What the change contains beyond them and nobody can plan. Approved like objects. Sorted by file. */
  readonly opaque: readonly OpaqueItem[];
  /** What objects are rendered from, before or after the change. The digest covers it. Sorted. */
  readonly rendered: readonly PlannedRoot[];
}

/** Why a plan cannot be made: one sentence each, names in backticks. */
export interface Unplanned {
  readonly environment: string;
  readonly digest: null;
  readonly problems: readonly string[];
}

/** The input of a plan: both sides with only the objects of this environment. */
interface PlanInput {
  readonly environment: string;
  readonly base: ManifestSet;
  readonly head: ManifestSet;
  readonly pack: CrdPack;
  /** Absent if all objects belong to one cluster. */
  readonly placeKey?: PlaceKey;
  /** Sorted by file. */
  readonly opaque?: readonly OpaqueItem[];
}

/** Whether a change does nothing in an environment: it neither writes an object nor contains anything that nobody can plan. */
export const isEmptyPlan = ({ objects, opaque }: Plan): boolean => objects.length === 0 && opaque.length === 0;

/**
 * The canonical plan: which Karpenter objects are created, updated and deleted, byte for byte. It is `Unplanned` if that is uncertain,
 * for example because of a placeholder, a file that does not parse, or two different manifests of one object.
 */
export function planOf({ environment, base, head, pack, placeKey, opaque = [] }: PlanInput): Plan | Unplanned {
  const sides = { base: plannedSide(base, pack, placeKey), head: plannedSide(head, pack, placeKey) };
  const keys = [...new Set([...sides.base.keys(), ...sides.head.keys()])].sort();
  const pairs = keys.map((key) => ({ base: sides.base.get(key), head: sides.head.get(key) }));
  const changed = pairs.filter(isChanged);
  const problems = [...unreadFiles(base, head), ...changed.flatMap((pair) => problemsOf(pair))];
  if (problems.length > 0) return { environment, digest: null, problems: [...new Set(problems)].sort() };

  const written = changed.filter((pair) => plannedObject(pair).length > 0);

  return planFrom({
    environment,
    objects: written.flatMap(plannedObject).sort(byKind),
    opaque,
    rendered: rootsIn(written),
  });
}

/** A plan of these objects, with its digest. */
const planFrom = (parts: Omit<Plan, 'digest'>): Plan => ({ ...parts, digest: sha256(canonicalPlan(parts)) });

/**
 * The input of the digest: everything that determines what is written where, and nothing else. For rendered objects that includes what
 * they are rendered from, so that an approval holds only for the same objects from the same inputs. What nobody can plan is identified by
 * the content of its files.
 */
function canonicalPlan({ environment, objects, opaque, rendered }: Omit<Plan, 'digest'>): string {
  return canonicalJson({
    format: 1,
    environment,
    ...(rendered.length > 0 && {
      rendered: rendered.map(({ root, inputs, programs }) => ({ root, inputs, programs })),
    }),
    ...(opaque.length > 0 && {
      opaque: opaque.map(({ file, base, head, reasons }) => ({ kind: 'Opaque', file, base, head, reasons })),
    }),
    objects: objects.map(({ resource, action, baseHash, desired }) => ({
      apiVersion: resource.apiVersion,
      kind: resource.kind,
      name: resource.name,
      action,
      base: baseHash,
      desired: desired === null ? null : (JSON.parse(desired) as Value),
    })),
  });
}

interface Pair {
  readonly base: PlannedSide | undefined;
  readonly head: PlannedSide | undefined;
}

/** The roots of both sides, each once. */
function rootsIn(pairs: readonly Pair[]): PlannedRoot[] {
  const roots = pairs.flatMap(({ base, head }) => [...(base?.roots ?? []), ...(head?.roots ?? [])]);
  const keyed = new Map(roots.map((root) => [canonicalJson([root.root, root.inputs, root.programs]), root]));
  return [...keyed].sort(([a], [b]) => compareNames(a, b)).map(([, root]) => root);
}

const isChanged = ({ base, head }: Pair): boolean => base?.fingerprint !== head?.fingerprint;

const problemsOf = ({ base, head }: Pair): string[] => [
  ...optional(head?.problem),
  ...(base?.problem === undefined ? [] : [`${base.problem}, at the base`]),
];

function plannedObject({ base, head }: Pair): PlannedObject[] {
  const [baseText, headText] = [base?.text ?? null, head?.text ?? null];
  if (baseText === headText) return [];

  const actionOf = () => {
    if (baseText === null) return 'create';
    if (headText === null) return 'delete';
    return 'update';
  };

  return [
    {
      resource: refOf((head ?? base)!.manifest),
      action: actionOf(),
      base: baseText,
      desired: headText,
      baseHash: baseText === null ? null : sha256(baseText),
      desiredHash: headText === null ? null : sha256(headText),
    },
  ];
}

/** Karpenter's kinds are cluster-scoped, so a namespace in a manifest has no meaning. */
const refOf = ({ apiVersion, kind, name }: Manifest): ResourceRef => ({ apiVersion, kind, name });

function byKind(a: PlannedObject, b: PlannedObject): number {
  const order = kindOf(a.resource)!.order - kindOf(b.resource)!.order;
  return order || compareNames(a.resource.name, b.resource.name);
}
