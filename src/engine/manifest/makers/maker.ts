import type { Mapping } from '../model/manifest.ts';

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
  /** What the first number is if it is not written; null if then no pod is counted, because it is not known. Default: 1, as for all others. */
  readonly fallback?: number | null;
  /** No pod is counted if there is a value at one of these, because the number is then not known. */
  readonly unknownIf?: readonly DottedPath[];
  /** The bounds between which the controller scales, if it scales at all. */
  readonly bounds?: {
    readonly min: DottedPath;
    readonly max: DottedPath;
    readonly when?: DottedPath;
    /** What the lower bound is if it is not written. Default: 0. */
    readonly least?: number;
  };
  readonly template?: DottedPath;
  /** A list of pod templates, and the name of the one that is used. */
  readonly templateOf?: { readonly list: DottedPath; readonly name: DottedPath };
  /** The spec of a pod, without metadata. */
  readonly pod?: DottedPath;
  /** The name of the container that the controller adds if the template has none of this name. */
  readonly container?: string;
  /** Whether it is added only to a template without containers. */
  readonly isFallback?: true;
  /** The resources of that container. */
  readonly resources?: DottedPath;
  /** How they are written. Default: as Kubernetes does. */
  readonly form?: 'spark' | 'flink' | 'kubevirt';
  /** Where Spark applications say the share of memory next to the JVM, and their language. */
  readonly overhead?: { readonly factor: DottedPath; readonly language: DottedPath };
  /** Requests of that container if nothing is written. */
  readonly defaults?: Readonly<Record<string, string>>;
  /**
   * When a default counts. `each` (the default): for a resource with neither a request nor a limit. `request`: for a resource without a
   * request, whatever its limit. `requests`: only if no request is written at all. `all`: only if no request and no limit is.
   */
  readonly defaultsFor?: 'each' | 'request' | 'requests' | 'all';
  /** Mappings with `nodeSelector`, `tolerations` and the like, the first one that has a field decides. */
  readonly placement?: readonly DottedPath[];
  /** Containers that the controller adds next to the main one. */
  readonly adds?: readonly AddedContainer[];
  /** Labels that the controller gives the pods. `{name}` is the name of the object, `{entry}` that of the entry. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The group exists only if there is a value here that is neither `false` nor 0. */
  readonly when?: DottedPath;
  /** The group does not exist if the value here is one of the texts. */
  readonly unless?: readonly [DottedPath, ...string[]];
  /** One pod on each node, if the value here is the text. */
  readonly daemon?: readonly [DottedPath, string];
  /** What the scheduler of the pods is if the template names none. */
  readonly scheduler?: string;
}

/** A container that a controller adds. */
export interface AddedContainer {
  readonly name: string;
  /** What it requests if nothing is written. Absent: nothing. */
  readonly requests?: Readonly<Record<string, string>>;
  /** Resources that replace these. */
  readonly resources?: DottedPath;
  /** It exists only if there is a value here that is neither `false` nor 0. */
  readonly when?: DottedPath;
  /** It does not exist if the value here is one of the texts. */
  readonly unless?: readonly [DottedPath, ...string[]];
}

/** A PodDisruptionBudget that the controller creates. Paths start at the object, or at an entry of `each`. */
export interface MadeBudget {
  /** `{name}` is the name of the object, `{entry}` that of the entry. The first budget with a name is the one that exists. */
  readonly name: string;
  /** A list or mapping of which each entry has a budget. */
  readonly each?: DottedPath;
  /** The labels that it selects. */
  readonly labels: Readonly<Record<string, string>>;
  /** A number there, less what is named; or the smallest majority of a number there. */
  readonly minAvailable?:
    | number
    | '50%'
    | { readonly count: DottedPath; readonly less: number }
    | { readonly majority: DottedPath };
  /** A number, or the one that is written there. */
  readonly maxUnavailable?: number | { readonly at: DottedPath; readonly fallback: number | string };
  /** A mapping whose `minAvailable`, `maxUnavailable` and `selector` replace these. Without any of both, what is above counts. */
  readonly written?: DottedPath;
  /** The path of a mapping that means "no budget" if it is written and empty. */
  readonly unlessEmpty?: DottedPath;
  /** What is above counts only if the number there (`fallback`, or 1, if there is none) is at least this. */
  readonly from?: { readonly count: DottedPath; readonly atLeast: number; readonly fallback?: number };
  /** It exists only if there is a value here that is neither `false` nor 0. */
  readonly when?: DottedPath;
  /** It does not exist if the value here is one of the texts. */
  readonly unless?: readonly [DottedPath, ...string[]];
}

/** A kind whose controller creates pods of its own accord. */
export interface Maker {
  readonly group: string;
  readonly kind: string;
  /** The source text that says how many pods and budgets there are, and what they request. */
  readonly source: string;
  readonly parts: readonly PodPart[];
  /** Empty: its controller creates none. Absent: it is not known whether it does. */
  readonly budgets?: readonly MadeBudget[];
  /** What else the controller creates and is not counted, as a noun phrase. */
  readonly rest?: string;
  /** It exists only if there is a value at one of these that is neither `false` nor 0. Absent: it always does. */
  readonly restWhen?: readonly DottedPath[];
  /** No pod exists while the value here is `true`, `on` or `yes`. */
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
  /** Whether the object does not say how many pods there are. None is counted then. */
  readonly isOpen?: true;
}
