import { type Diagnostic, identity, isAtLeast } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import type { ChangedTexts } from './changed-lines.ts';

/**
 * Marks the findings that the change introduces: those that head has more often than base. Two findings are the same if they have the
 * same message and object, or the same message and file. Lines are not compared, because they move. The findings of base are at the places that
 * their objects and files have in head. A finding whose numbers only improve is not new. Without a base, everything is new.
 */
export function withNovelty(
  head: readonly Diagnostic[],
  base: readonly Diagnostic[] | null,
): { readonly diagnostic: Diagnostic; readonly isNew: boolean }[] {
  const earlier = groupBy(base ?? [], sameness);
  const added = head.map((diagnostic) => ({
    diagnostic,
    isNew: earlier.get(sameness(diagnostic))?.shift() === undefined,
  }));

  const unmatched = groupBy([...earlier.values()].flat(), subjectOfFinding);

  return added.map(({ diagnostic, isNew }) => {
    const isWorse = isNew && !takeWorse(diagnostic, unmatched.get(subjectOfFinding(diagnostic)) ?? []);
    return { diagnostic, isNew: diagnostic.isChanged ?? isWorse };
  });
}

/** Takes a finding of base that is at least as bad in all numbers of its message, and says whether there was one. */
function takeWorse(diagnostic: Diagnostic, before: Diagnostic[]): boolean {
  const at = before.findIndex((earlier) => isNoWorse(diagnostic, earlier));
  if (at >= 0) before.splice(at, 1);
  return at >= 0;
}

function isNoWorse(diagnostic: Diagnostic, before: Diagnostic): boolean {
  const [now, old] = [diagnostic.measures ?? [], before.measures ?? []];
  if (now.length === 0 || now.length !== old.length || !isAtLeast(before.severity, diagnostic.severity)) return false;
  return now.every(({ value, better }, i) => {
    if (better === 'more') return value >= old[i]!.value;
    return value <= old[i]!.value;
  });
}

/** What a finding is about, whatever the numbers in its message. */
export const subjectOfFinding = (diagnostic: Diagnostic): string => identity({ ...diagnostic, message: '' });

/** The installed version of a product or of a chart in a message: `Karpenter 1.4`, `The chart 1.4.0`, `The chart \`karpenter\` 1.4.0`. */
const installedVersion = /\b(Karpenter|Bottlerocket|[Cc]hart(?: `[\w.-]{1,64}`)?) v?\d+(?:\.\d+)+(?:-[\w.]+)?/g;

/** The version that a registry does not have, or the range that is not one version. */
const missingVersion = /(has no version|^)(?: ?`[^`\n]{1,64}`)(?=:| of | is (?:not|no longer) one version )/g;

/** The version of Kubernetes in the name of an image: `al2023-x86_64-standard-1.34-*`, `aws-k8s-1.34/x86_64/latest`. */
const kubernetesOfImage = /([-/_])1\.\d\d(?!\d)/g;

/** Texts to leave out of the messages of some rules, because their finding is the same for every version. */
const versionsInMessages: ReadonlyMap<string, RegExp> = new Map([
  ['lint/pin-ami-alias', kubernetesOfImage],
  ['lint/chart-version', missingVersion],
]);

/** Messages without version numbers, because an upgrade alone does not make a finding new. */
function sameness(diagnostic: Diagnostic): string {
  const message = diagnostic.message.replace(installedVersion, '$1');
  const version = versionsInMessages.get(diagnostic.code);
  if (version === undefined) return identity({ ...diagnostic, message });
  return identity({ ...diagnostic, message: message.replace(version, '$1') });
}

/** Codes of findings about a text that plumbline cannot read. Syntax errors are not included: such a document cannot be applied. */
const unreadCodes: ReadonlySet<string> = new Set(['yaml/too-large', 'yaml/too-deep', 'yaml/alias-bomb']);

/** Marks findings about unreadable text as new if the text changed: the same finding in base is about a different text. */
export const withUnreadChanges = (diagnostics: readonly Diagnostic[], { base, head }: ChangedTexts): Diagnostic[] =>
  diagnostics.map((diagnostic) => {
    if (unreadCodes.has(diagnostic.code) && base.get(diagnostic.span.file) !== head.get(diagnostic.span.file))
      return { ...diagnostic, isChanged: true };

    return diagnostic;
  });
