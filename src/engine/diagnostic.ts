import { compareNames } from './name-order.ts';
import { sha256 } from './sha256.ts';
import type { OriginTool, Span } from './source.ts';

export type Severity = 'error' | 'warning' | 'note';

/** Stable name of a finding: `<stage>/<id>`, such as `lint/require-limits` or `schema/unknown-field`. */
export type Code = `${string}/${string}`;

/** Where else to look: `first defined here`. */
export interface Label {
  readonly span: Span;
  readonly message: string;
}

/** Replaces `file[start, end)` by `newText`. */
export interface Edit extends Span {
  readonly newText: string;
}

/** Edits that can be applied as they are: a suggestion block, or `--fix`. They never overlap. */
export interface Fix {
  readonly description: string;
  readonly edits: readonly Edit[];
}

/** The object a finding speaks of. */
export interface ResourceRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** What a finding was found in, where that is text which a tool made. */
export interface FoundIn {
  readonly tool: OriginTool;
  /** The roots that give it there, sorted. */
  readonly roots: readonly string[];
  /** False: the place of the finding is a guess, as near as can be told. */
  readonly isExact: boolean;
}

/** One entry of a refusal's `status.details.causes`: the API server's field path, reason and words. */
export interface ServerCause {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

/** A finding in the manifests: a value that is collected, never thrown. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** What is wrong: one sentence, names in backticks. */
  readonly message: string;
  readonly span: Span;
  readonly labels: readonly Label[];
  readonly resource: ResourceRef | null;
  /** What to do about it. */
  readonly help?: string;
  readonly fix?: Fix;
  /** Only where it was found in text that a tool made; `span`, `labels` and `fix` are places of the repository all the same. */
  readonly foundIn?: FoundIn;
  /** The file cannot be read, and is not known to be the one that base has: whatever base says, this is new. */
  readonly isChanged?: boolean;
  /** The API server's own words, where its code judged the object. */
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

/** Whether a severity is as bad as a threshold, or worse. */
export const isAtLeast = (severity: Severity, threshold: Severity): boolean => rank[severity] >= rank[threshold];

/** What identifies a finding: what it says of which object, which may move to another file. One of no object belongs to its file. */
export const identity = ({ code, message, resource, span }: Diagnostic): string =>
  JSON.stringify([code, message, resource ? [resource.kind, resource.namespace, resource.name] : span.file]);

/** A name for what a finding says of which object, the same wherever its lines move: 32 hexadecimal digits. */
export const findingId = (diagnostic: Diagnostic): string => sha256(identity(diagnostic)).slice(0, 32);
