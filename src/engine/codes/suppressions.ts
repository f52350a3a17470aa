import type { IgnoreSetting, Settings } from '../api/settings.ts';
import { type Diagnostic, findingId } from '../diagnostic.ts';
import { codeOf, isOffFor, matchesScope } from '../lint/findings/overrides.ts';
import type { Manifest, Suppression } from '../manifest/manifest.ts';
import type { ManifestSet, ParsedFile } from '../manifest/manifest-set.ts';
import { didYouMean } from '../nearest.ts';
import { LineIndex } from '../source.ts';
import { isKnownCode, nearestCode } from './explanations.ts';

/** A finding that somebody silenced, with the reason given. */
export interface SuppressedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly reason: string;
  readonly by: 'comment' | 'configuration';
  /** The change under review adds the suppression, or makes it last longer or cover something else. */
  readonly isNew: boolean;
}

export interface SuppressionResult {
  /** What is left, and findings about suppressions: `lint/unused-suppression`, `lint/expired-suppression`, `lint/forbidden-suppression`, `lint/unknown-rule`. */
  readonly kept: readonly Diagnostic[];
  readonly suppressed: readonly SuppressedDiagnostic[];
}

export interface SuppressionInput {
  readonly diagnostics: readonly Diagnostic[];
  readonly head: ManifestSet;
  readonly base: ManifestSet | null;
  readonly settings: Settings;
  /**
   * Whether findings of this code were looked for in this run: a suppression of something that was not is no unused one
   * (`provisioning/…` in a `check`). Everything, by default.
   */
  readonly isJudged?: (code: string) => boolean;
}

/** A comment with the lines it speaks for. */
interface Scope {
  readonly suppression: Suppression;
  readonly code: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly isNew: boolean;
  isUsed: boolean;
}

/**
 * Sorts findings into kept and suppressed, by the comments of head and by `ignore` of the configuration. A comment holds
 * for the entry it stands above, with all that is nested in it, or for the whole document when it stands above that.
 * Findings about suppressions cannot be suppressed themselves.
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
    // One that stood there before speaks rather than one that the change adds.
    const live = (isForbidden(code, input.settings) ? [] : covering)
      .filter(({ suppression }) => !isExpired(suppression.until, input.settings.today))
      .sort((a, b) => Number(a.isNew) - Number(b.isNew))[0];
    if (live) live.isUsed = true;
    const ignored = live ? undefined : ignoredBy(diagnostic, input.settings);
    if (live) {
      suppressed.push({ diagnostic, reason: live.suppression.reason, by: 'comment', isNew: live.isNew });
    } else if (ignored) {
      // The configuration is read from the base of the change, so that the change cannot add to it.
      suppressed.push({ diagnostic, reason: ignored.reason, by: 'configuration', isNew: false });
    } else kept.push(diagnostic);
  }
  // A file may hold very many misspelt names: the first ones get a proposal.
  let lookups = 0;
  const nearest = (rule: string): string | undefined => (lookups++ < maxLookups ? nearestCode(rule) : undefined);
  const about = [...scopes.values()].flatMap((file) => file.scopes).flatMap((scope) => judge(scope, input, nearest));
  return { kept: [...kept, ...about], suppressed };
}

const maxLookups = 100;

/** The last day is still covered. ISO dates order as text does. */
const isExpired = (until: string | undefined, today: string): boolean => until !== undefined && until < today;

/** A file's suppressions, with what is needed to place findings in it. */
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

/** How often each suppression stands in a set. */
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
  const left = counts.get(identity) ?? 0;
  counts.set(identity, left - 1);
  return left > 0;
}

/**
 * What makes each suppression of a file the same one in base and head: its words, the object, and the line it stands
 * above. The file counts where the other side has it too, so that moving a file is no new suppression, but carrying one
 * over to another object, line or file is.
 */
function identitiesOf(file: ParsedFile, lines: LineIndex, filesOfOther: ReadonlySet<string>): string[] {
  const place = filesOfOther.has(file.source.file) ? file.source.file : '';
  const starts = file.manifests.map((manifest) => lines.position(manifest.span([]).start).line);
  return file.suppressions.map(({ rule, until, reason, line }) => {
    // The object that the line belongs to: the last one that starts at or before it.
    const manifest: Manifest | undefined = file.manifests[starts.findLastIndex((start) => start <= line)];
    const { apiVersion = '', kind = '', namespace = '', name = '' } = manifest?.ref ?? {};
    // The version may change without the object becoming another one.
    const group = apiVersion.split('/')[0]!;
    return JSON.stringify([place, codeOf(rule), until, reason, lines.line(line).trim(), group, kind, namespace, name]);
  });
}

/** First and last line that a suppression of a line covers; worked out once for each line. */
function coveredLines(index: LineIndex): (line: number) => readonly [number, number] {
  const known = new Map<number, readonly [number, number]>();
  return (line) => {
    const covered = known.get(line) ?? linesOf(index, line);
    known.set(line, covered);
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
    // Items may stand at the indentation of their key.
    const isOwnItem = !isItem && indentOf(other) === indent && /^\s*-(\s|$)/.test(other);
    if (indentOf(other) <= indent && !isOwnItem) break;
    last = next;
  }
  return [line, last];
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

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

/** Whether the configuration lets no comment silence a finding of this code. */
const isForbidden = (code: string, { neverSuppress }: Settings): boolean =>
  neverSuppress.some((name) => codeOf(name) === code);

/** What is to be said about a suppression itself. */
function judge(
  scope: Scope,
  { settings, isJudged = () => true }: SuppressionInput,
  nearest: typeof nearestCode,
): Diagnostic[] {
  const { suppression, code } = scope;
  const finding = (id: string, message: string, help: string): Diagnostic[] => [
    { code: `lint/${id}`, severity: 'warning', message, span: suppression.span, labels: [], resource: null, help },
  ];
  if (!isKnownCode(code)) {
    const wanted = nearest(suppression.rule);
    const help = wanted ? didYouMean(wanted.replace(/^lint\//, '')) : 'See `plumbline rules` for what there is.';
    return finding('unknown-rule', `There is no rule \`${suppression.rule}\`, so this silences nothing`, help);
  }
  if (isExpired(suppression.until, settings.today)) {
    const help = 'Mend what it silences, or agree on a new date.';
    return finding(
      'expired-suppression',
      `This suppression of \`${suppression.rule}\` ended on ${suppression.until}`,
      help,
    );
  }
  if (isForbidden(code, settings))
    return finding(
      'forbidden-suppression',
      `The configuration lets nothing silence \`${suppression.rule}\`, so this silences nothing`,
      'Mend what is found and remove the comment.',
    );
  const isOff = isOffFor(code, suppression.span.file, settings);
  if (scope.isUsed || isOff || !isJudged(code)) return [];
  return finding(
    'unused-suppression',
    `Nothing that \`${suppression.rule}\` finds is silenced here`,
    'Remove the comment.',
  );
}
