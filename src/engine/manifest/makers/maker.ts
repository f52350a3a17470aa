import type { Mapping } from '../manifest.ts';

/**
 * Steps to a value, with dots between them: `spec.workerGroupSpecs`. `a|b` is the first of both that is written, `\\.` a dot within a key, and
 * a path that starts with `/` starts at the object, also for an entry. The empty path is the entry itself.
 */
export type DottedPath = string;

/** A group of equal pods of an object. Paths start at the object, or at an entry of `each`. */
export interface PodPart {
  /** Tells it apart from the other groups of the object. Absent for the only one, and for entries, which have names of their own. */
  readonly name?: string;
  /** A list or mapping of which each entry is a group. An entry of a list is named by its `name` or `groupName`. */
  readonly each?: DottedPath;
  /** The numbers whose product is the number of pods. Absent: one pod. `less` pods of a number are in another group. */
  readonly count?: readonly (DottedPath | { readonly at: DottedPath; readonly less: number })[];
  /** What the first number is if it is not written. Default: 1, as for all others. */
  readonly fallback?: number;
  /** The bounds between which the controller scales, if it scales at all. */
  readonly bounds?: { readonly min: DottedPath; readonly max: DottedPath; readonly when?: DottedPath };
  /** A pod template. */
  readonly template?: DottedPath;
  /** The spec of a pod, without metadata. */
  readonly pod?: DottedPath;
  /** The name of the container that the controller adds if the template has none of this name. */
  readonly container?: string;
  /** Whether it is added only to a template without containers. */
  readonly isFallback?: true;
  /** The resources of that container. */
  readonly resources?: DottedPath;
  /** How they are written. Default: as Kubernetes does. */
  readonly form?: 'spark' | 'flink';
  /** Requests of that container if nothing is written. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Mappings with `nodeSelector`, `tolerations` and the like, the first one that has a field decides. */
  readonly placement?: readonly DottedPath[];
  /** Containers that the controller always adds, with what they request. */
  readonly adds?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Labels that the controller gives the pods. `{name}` is the name of the object. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The group exists only if there is a value here that is neither `false` nor 0. */
  readonly when?: DottedPath;
  /** The group does not exist if the value here is the text. */
  readonly unless?: readonly [DottedPath, string];
  /** One pod on each node, if the value here is the text. */
  readonly daemon?: readonly [DottedPath, string];
  /** What the scheduler of the pods is if the template names none. */
  readonly scheduler?: string;
}

/** A PodDisruptionBudget that the controller creates. */
export interface MadeBudget {
  readonly name: string;
  /** `{name}` is the name of the object. */
  readonly labels: Readonly<Record<string, string>>;
  /** `minAvailable` or `maxUnavailable`. A path is the number there, less what is named. */
  readonly minAvailable?: number | { readonly count: DottedPath; readonly less: number };
  readonly maxUnavailable?: number;
  /** It exists only if the number of instances is at least this. */
  readonly from?: { readonly count: DottedPath; readonly atLeast: number };
  /** It does not exist if the value here is `false`. */
  readonly unlessFalse?: DottedPath;
}

/** A kind whose controller creates pods of its own accord. */
export interface Maker {
  readonly group: string;
  readonly kind: string;
  /** Where it is documented how many pods there are and what they request. */
  readonly source: string;
  readonly parts: readonly PodPart[];
  readonly budgets?: readonly MadeBudget[];
  /** What else the controller creates and is not counted, as a noun phrase. */
  readonly rest?: string;
  /** No pod exists while the value here is `true`. */
  readonly paused?: DottedPath;
}

/** The number of pods in three cases; null if it cannot be read. */
export interface MadeCount {
  readonly low: number | null;
  readonly likely: number | null;
  readonly high: number | null;
}

/** Equal pods that a controller makes of an object. */
export interface MadePods {
  readonly name: string | undefined;
  readonly count: MadeCount;
  readonly metadata: Mapping;
  readonly spec: Mapping;
  readonly isDaemon: boolean;
}
