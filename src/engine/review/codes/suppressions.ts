import { customCode } from '../../karpenter/api/custom-rule.ts';
import type { IgnoreSetting, Settings } from '../../karpenter/api/settings.ts';
import type { ManifestSet, ParsedFile } from '../../manifest/manifest-set.ts';
import type { Manifest, Suppression } from '../../manifest/model/manifest.ts';
import { codeOf, isOffFor, matchesScope } from '../../rules/lint/findings/overrides.ts';
import { type Diagnostic, findingId } from '../../text/diagnostic.ts';
import { didYouMean } from '../../text/nearest.ts';
import { LineIndex } from '../../text/source.ts';
import { indentOf } from '../../text/words/indent.ts';
import { isKnownCode, nearestCode } from './explanations.ts';

/** A silenced finding, with the reason for it. */
interface SuppressedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
  readonly by: 'comment' | 'configuration';
  /** Whether the change under review adds the suppression, extends its date or makes it cover something else. */
  readonly isNew: boolean;
}

interface SuppressionResult {
  /**
   * The other findings, and those about suppressions: `lint/unused-suppression`, `lint/expired-suppression`,
   * `lint/forbidden-suppression`, `lint/unknown-rule`.
   */
  readonly kept: readonly Diagnostic[];
  readonly suppressed: readonly SuppressedDiagnostic[];
}

interface SuppressionInput {
  readonly diagnostics: readonly Diagnostic[];
  readonly head: ManifestSet;
  readonly base: ManifestSet | null;
  readonly settings: Settings;
  /**
   * Whether this run looked for findings of this code. A suppression of any other code is not unused, such as `provisioning/…` in a
   * `check`. By default, the run looked for all codes.
   */
  readonly isJudged?: (code: string) => boolean;
}

/** A comment with the lines that it covers. */
interface Scope {
  readonly suppression: Suppression;
  readonly code: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly isNew: boolean;
  isUsed: boolean;
}

/**
 * Sorts findings into kept and suppressed, by the comments of head and by `ignore` of the configuration. A comment covers the entry
 * below it with everything nested in it, or the whole document if it is above the document. Findings about suppressions cannot be
 * suppressed.
 */
export function applySuppressions(input: SuppressionInput): SuppressionResult {
  const scopes = scopesByFile(input);
  const kept: Diagnostic[] = [];
  const suppressed: SuppressedDiagnostic[] = [];

  for (const diagnostic of input.diagnostics) {
    const { span, code } = diagnostic;
    const inFile = scopes.get(span.file);
    const line = inFile?.lines.position(span.start).line ?? 0;
    const covering = (inFile?.byCode.get(code) ?? []).filter(
      (scope) => line >= scope.firstLine && line <= scope.lastLine,
    );
    // Prefer a suppression that existed before to one that the change adds.
    const live = (isForbidden(code, input.settings) ? [] : covering)
      .filter(({ suppression }) => !isExpired(suppression.until, input.settings.today))
      .sort((a, b) => Number(a.isNew) - Number(b.isNew))[0];

    if (live) live.isUsed = true;

    const ignored = live ? undefined : ignoredBy(diagnostic, input.settings);

    if (live) {
      suppressed.push({ diagnostic, reason: live.suppression.reason, by: 'comment', isNew: live.isNew });
    } else if (ignored) {
      // The configuration is read from the base, so the change cannot modify it.
      suppressed.push({ diagnostic, reason: ignored.reason, by: 'configuration', isNew: false });
    } else kept.push(diagnostic);
  }

  // A file may contain very many misspelled names, so only the first ones get a suggestion.
  let lookups = 0;
  const custom = input.settings.customRules.map(customCode);

  const nearest = (rule: string): string | undefined => {
    if (lookups++ < maxLookups) return nearestCode(rule, custom);
    return undefined;
  };

  const about = [...scopes.values()].flatMap((file) => file.scopes).flatMap((scope) => judge(scope, input, nearest));

  return { kept: [...kept, ...about], suppressed };
}

const maxLookups = 100;

/** A suppression still applies on its last day. ISO dates can be compared as strings. */
const isExpired = (until: string | undefined, today: string): boolean => until !== undefined && until < today;

/** A file's suppressions, with what is needed to locate findings in it. */
interface ScopedFile {
  readonly lines: LineIndex;
  readonly scopes: readonly Scope[];
  readonly byCode: ReadonlyMap<string, readonly Scope[]>;
}

function scopesByFile({ head, base }: SuppressionInput): Map<string, ScopedFile> {
  const inBase = base ? countIdentities(base, filesOf(head)) : undefined;
  const filesOfBase = base ? filesOf(base) : new Set<string>();
  const byFile = new Map<string, ScopedFile>();

  for (const file of head.files) {
    if (file.suppressions.length === 0) continue;

    const lines = new LineIndex(file.source.text);
    const identities = inBase && identitiesOf(file, lines, filesOfBase);
    const covered = coveredLines(lines);

    const scopes = file.suppressions.map((suppression, index): Scope => {
      const [firstLine, lastLine] = covered(suppression.line);
      const isNew = inBase !== undefined && !takeOne(inBase, identities![index]!);
      return { suppression, code: codeOf(suppression.rule), firstLine, lastLine, isNew, isUsed: false };
    });

    byFile.set(file.source.file, { lines, scopes, byCode: groupByCode(scopes) });
  }

  return byFile;
}

function groupByCode(scopes: readonly Scope[]): Map<string, Scope[]> {
  const groups = new Map<string, Scope[]>();
  for (const scope of scopes) {
    const group = groups.get(scope.code);
    if (group) group.push(scope);
    else groups.set(scope.code, [scope]);
  }

  return groups;
}

const filesOf = (set: ManifestSet): Set<string> => new Set(set.files.map(({ source }) => source.file));

/** How often each suppression occurs in a set of manifests. */
function countIdentities(set: ManifestSet, filesOfOther: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of set.files) {
    if (file.suppressions.length === 0) continue;
    for (const identity of identitiesOf(file, new LineIndex(file.source.text), filesOfOther)) {
      counts.set(identity, (counts.get(identity) ?? 0) + 1);
    }
  }

  return counts;
}

function takeOne(counts: Map<string, number>, identity: string): boolean {
  const count = counts.get(identity) ?? 0;
  counts.set(identity, count - 1);
  return count > 0;
}

/**
 * The identity of each suppression, which is the same in base and head: its text, its object and the line below it. The file is part
 * of the identity only if the other side has it too. So moving a file adds no new suppression, but moving a suppression to another
 * object, line or file does.
 */
function identitiesOf(file: ParsedFile, lines: LineIndex, filesOfOther: ReadonlySet<string>): string[] {
  const place = filesOfOther.has(file.source.file) ? file.source.file : '';
  const starts = file.manifests.map((manifest) => lines.position(manifest.span([]).start).line);

  return file.suppressions.map(({ rule, until, reason, line }) => {
    // The line belongs to the last object that starts at or before it.
    const manifest: Manifest | undefined = file.manifests[starts.findLastIndex((start) => start <= line)];
    const { apiVersion = '', kind = '', namespace = '', name = '' } = manifest?.ref ?? {};
    // An object with another API version is still the same object.
    const group = apiVersion.split('/')[0]!;
    return JSON.stringify([place, codeOf(rule), until, reason, lines.line(line).trim(), group, kind, namespace, name]);
  });
}

/** The first and last line that a suppression covers, computed once for each line. */
function coveredLines(index: LineIndex): (line: number) => readonly [number, number] {
  const linesByStart = new Map<number, readonly [number, number]>();
  return (line) => {
    const covered = linesByStart.get(line) ?? linesOf(index, line);
    linesByStart.set(line, covered);
    return covered;
  };
}

function linesOf(index: LineIndex, line: number): readonly [number, number] {
  if (isDocumentStart(index, line)) return [line, documentEnd(index, line)];

  const text = index.line(line);
  const indent = indentOf(text);
  const isItem = /^\s*-(\s|$)/.test(text);
  let last = line;

  for (let next = line + 1; next <= index.lineCount; next++) {
    const other = index.line(next);
    if (/^\s*(#|$)/.test(other)) continue;
    if (isSeparator(other)) break;

    // List items may have the same indentation as their key.
    const isOwnItem = !isItem && indentOf(other) === indent && /^\s*-(\s|$)/.test(other);
    if (indentOf(other) <= indent && !isOwnItem) break;

    last = next;
  }

  return [line, last];
}

const isSeparator = (line: string): boolean => /^(---|\.\.\.)(\s|$)/.test(line);

function isDocumentStart(index: LineIndex, line: number): boolean {
  for (let before = line - 1; before >= 1; before--) {
    const text = index.line(before);
    if (isSeparator(text)) return true;
    if (!/^\s*(#|%|$)/.test(text)) return false;
  }
  return true;
}

function documentEnd(index: LineIndex, line: number): number {
  for (let next = line + 1; next <= index.lineCount; next++) if (isSeparator(index.line(next))) return next - 1;
  return index.lineCount;
}

const ignoredBy = (diagnostic: Diagnostic, settings: Settings): IgnoreSetting | undefined =>
  settings.ignore.find(
    ({ code, until, path, resource, findings }) =>
      codeOf(code) === diagnostic.code &&
      !isExpired(until, settings.today) &&
      (findings === undefined ||
        (!isForbidden(diagnostic.code, settings) && findings.includes(findingId(diagnostic)))) &&
      matchesScope(
        { ...(path !== undefined && { paths: [path] }), ...(resource !== undefined && { resources: [resource] }) },
        diagnostic,
      ),
  );

/** Whether the configuration forbids comments that silence this code. */
const isForbidden = (code: string, { neverSuppress }: Settings): boolean =>
  neverSuppress.some((name) => codeOf(name) === code);

/** Findings about the suppression itself. */
function judge(
  scope: Scope,
  { settings, isJudged = () => true }: SuppressionInput,
  nearest: typeof nearestCode,
): Diagnostic[] {
  const { suppression, code } = scope;

  const finding = (id: string, message: string, help: string): Diagnostic[] => [
    { code: `lint/${id}`, severity: 'warning', message, span: suppression.span, labels: [], resource: null, help },
  ];

  if (!isKnownCode(code, settings.customRules)) {
    const wanted = nearest(suppression.rule);

    const help = () => {
      if (wanted) return didYouMean(wanted.replace(/^lint\//, ''));
      return 'Use a name that `plumbline rules` lists.';
    };

    return finding(
      'unknown-rule',
      `Rule \`${suppression.rule}\` does not exist, so this comment has no effect`,
      help(),
    );
  }

  if (isExpired(suppression.until, settings.today)) {
    const help = 'Fix the finding and remove this comment, or set a later date.';
    return finding(
      'expired-suppression',
      `This suppression of \`${suppression.rule}\` expired on ${suppression.until}`,
      help,
    );
  }

  if (isForbidden(code, settings))
    return finding(
      'forbidden-suppression',
      `The configuration forbids suppressing \`${suppression.rule}\`, so this comment has no effect`,
      'Fix the finding and remove the comment.',
    );

  const isOff = isOffFor(code, suppression.span.file, settings);
  if (scope.isUsed || isOff || !isJudged(code)) return [];

  return finding(
    'unused-suppression',
    `\`${suppression.rule}\` finds nothing here, so this comment has no effect`,
    'Remove the comment.',
  );
}
