import { compareNames } from './name-order.ts';
import { sha256 } from './sha256.ts';
import type { OriginTool, Span } from './source.ts';

export type Severity = 'error' | 'warning' | 'note';

/** Stable name of a finding: `<stage>/<id>`, such as `lint/require-limits` or `schema/unknown-field`. */
export type Code = `${string}/${string}`;

/** Another place that explains the finding, such as `first defined here`. */
export interface Label {
  readonly span: Span;
  readonly message: string;
}

/** Replaces `file[start, end)` by `newText`. */
export interface Edit extends Span {
  readonly newText: string;
}

/** Edits that can be applied as they are, by a suggestion block or by `--fix`. They never overlap. */
export interface Fix {
  readonly description: string;
  readonly edits: readonly Edit[];
}

/** The object that a finding is about. */
export interface ResourceRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** `shop/web`, or `web` for an object without a namespace. */
export const nameInNamespace = ({
  namespace,
  name,
}: {
  readonly namespace?: string | undefined;
  readonly name: string;
}): string => {
  if (namespace === undefined) return name;
  return `${namespace}/${name}`;
};

/** `Application argocd/pools`: the kind of an object, and its name in its namespace. */
export const titleOf = (object: {
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
}): string => `${object.kind} ${nameInNamespace(object)}`;

/** A text that is the same for references to the same object in the same version of its API. */
export const referenceKey = ({ apiVersion, kind, namespace = '', name }: ResourceRef): string =>
  JSON.stringify([apiVersion, kind, namespace, name]);

/** The rendered text that a finding was found in. */
export interface FoundIn {
  readonly tool: OriginTool;
  /** The roots in which it was found, sorted. */
  readonly roots: readonly string[];
  /** False if the place of the finding is only approximate. */
  readonly isExact: boolean;
}

/** One entry of a rejection's `status.details.causes`: the API server's field path, reason and message. */
export interface ServerCause {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

/** A number in the message of a finding that a change can improve. */
export interface Measure {
  readonly value: number;
  readonly better: 'more' | 'fewer';
}

/** A limit of a NodePool that a help advises. Where several findings advise one, all of them advise the highest. */
export interface AdvisedLimit {
  readonly nodePool: string;
  readonly resource: string;
  /** The amount in the unit of the resource, and as it is written in a manifest. */
  readonly amount: number;
  readonly written: string;
  /** Whether the limit has to be above the amount. */
  readonly isAbove?: true;
  /** How the help says it: `` `limits.cpu` above `32` ``. */
  readonly text: string;
}

/** A problem in the manifests. It is collected, never thrown. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** What is wrong: one sentence, names in backticks. */
  readonly message: string;
  readonly span: Span;
  readonly labels: readonly Label[];
  /** Places in base that it judges, too, such as a block whose address is another one in head. */
  readonly placesInBase?: readonly Span[];
  readonly resource: ResourceRef | null;
  /** The other objects that it is about, if one line of a chart or of a base makes several of them. */
  readonly otherResources?: readonly ResourceRef[];
  /** The place that the finding belongs to: its configured environment, or else its folder. Set once the finding has its place in the repository. */
  readonly place?: string;
  /** What to do about it. */
  readonly help?: string;
  /** What to do one after another, if it takes several steps: an instruction each. */
  readonly steps?: readonly string[];
  readonly fix?: Fix;
  /** The limits that the help advises. */
  readonly advisedLimits?: readonly AdvisedLimit[];
  /** Whether a note is shown at the top of a comment, like a warning. Other notes are folded. */
  readonly isProminent?: true;
  /** The environment that it was found in, if there are several. Absent if it was found in more than one. */
  readonly cluster?: string;
  /** The environments that it was found in, if there are several of them. */
  readonly clusters?: readonly string[];
  /** Why pods fit no node, by NodePool: what kind of constraint it is. Only for pods that no node can run. */
  readonly because?: readonly { readonly nodePool: string; readonly kind: string }[];
  /** The finding names its cause itself, so it is not shown below another finding. */
  readonly isOwnCause?: true;
  /** Only if it was found in rendered text. `span`, `labels` and `fix` are places in the repository in any case. */
  readonly foundIn?: FoundIn;
  /**
   * Whether the finding is new, if its text does not show that. It is new if the file cannot be read and may differ from the one in base.
   * It is not if the same kustomization or chart also failed before the change.
   */
  readonly isChanged?: boolean;
  /** Numbers that its message contains. If the change improves them, the finding is not new. */
  readonly measures?: readonly Measure[];
  /** The versions before and after the change, if it is about another version of Karpenter. */
  readonly versions?: { readonly from: string; readonly to: string };
  /** The values of Karpenter’s chart whose change it judges, such as `settings.clusterName`. */
  readonly chartValues?: readonly string[];
  /** The folders of Terraform and the roots of which nothing is applied until this is fixed, because their program refuses them as a whole. */
  readonly refusedRoots?: readonly string[];
  /** Whether Terraform destroys a cluster with all of its nodes for certain, and whether there is another one afterwards. */
  readonly destroysCluster?: 'for-good' | 'replaced';
  /** Whether Terraform destroys and creates again a cluster, or a NodePool, which deletes all of its nodes. */
  readonly recreates?: readonly ('cluster' | 'node-pool')[];
  /** Pods that fit no NodePool: whether nodes that nobody knows may run them, and whether they wait only once their node is gone. */
  readonly unplacedPods?: { readonly areNodesUnknown: boolean; readonly isLater: boolean };
  /** Whether the pods that it is about may evict others, which need nodes that no figure counts. */
  readonly mayEvict?: true;
  /** The API server's own message, if its code rejected the object. */
  readonly server?: readonly ServerCause[];
}

/** Total order of findings: file, start, code, message. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareNames(a.span.file, b.span.file) ||
    a.span.start - b.span.start ||
    compareNames(a.code, b.code) ||
    compareNames(a.message, b.message)
  );
}

const rank: Record<Severity, number> = { note: 0, warning: 1, error: 2 };

/** Whether a severity is at or above a threshold. */
export const isAtLeast = (severity: Severity, threshold: Severity): boolean => rank[severity] >= rank[threshold];

/** The identity of a finding: its message, place and object, which may move to another file. A finding without an object belongs to its file. */
export const identity = ({ code, message, resource, span, place }: Diagnostic): string =>
  JSON.stringify([
    code,
    message,
    ...(resource ? [place, resource.kind, resource.namespace, resource.name] : [span.file]),
  ]);

/** A hash of a finding's identity, independent of line numbers: 32 hexadecimal digits. */
export const findingId = (diagnostic: Diagnostic): string => sha256(identity(diagnostic)).slice(0, 32);
