import { isObject, type Value } from '../../manifest/model/manifest.ts';
import { codeOf } from '../../rules/lint/findings/overrides.ts';
import { type Diagnostic, identity } from '../../text/diagnostic.ts';
import { compareNames } from '../../text/name-order.ts';
import type { Finding, Suppressed } from '../context/finding.ts';
import type { Review } from '../context/review-data.ts';

/** Version of the file format. Files with another version are rejected. */
const baselineVersion = 2;

/** Findings that were accepted for now, identified by message and object. */
export interface Baseline {
  /** plumbline's version when it was written. */
  readonly writtenBy: string;
  /** Identity of a finding → how often the baseline contains it. */
  readonly counts: ReadonlyMap<string, number>;
  /** Identity of a finding → its code. */
  readonly codes: ReadonlyMap<string, Diagnostic['code']>;
}

/** The findings of a review as a baseline file: sorted JSON, without line numbers, because lines move. */
export function baselineText({ findings, tool }: Review): string {
  const counts = new Map<string, { readonly diagnostic: Diagnostic; count: number }>();
  for (const diagnostic of findings.flatMap((finding) => ofEachObject(finding.diagnostic))) {
    const entry = counts.get(identity(diagnostic));
    if (entry) entry.count++;
    else counts.set(identity(diagnostic), { diagnostic, count: 1 });
  }

  const entries = [...counts].sort(([a], [b]) => compareNames(a, b)).map(([, entry]) => entryOf(entry));
  return `${JSON.stringify({ baselineVersion, plumbline: tool.version, findings: entries }, null, 2)}\n`;
}

/** What one line causes is known by each of its objects, because the first of them may be removed. */
const ofEachObject = (diagnostic: Diagnostic): Diagnostic[] => [
  diagnostic,
  ...(diagnostic.otherResources ?? []).map((resource) => ({ ...diagnostic, resource })),
];

function entryOf({ diagnostic, count }: { diagnostic: Diagnostic; count: number }) {
  const { code, message } = diagnostic;
  return { code, ...subjectOf(diagnostic), message, ...(count > 1 && { count }) };
}

/** The object of a finding, or its file if it is about none. */
function subjectOf({ resource, span, place }: Diagnostic) {
  if (resource === null) return { file: span.file };

  const { kind, namespace, name } = resource;
  return {
    resource: { kind, ...(namespace !== undefined && { namespace }), name },
    ...(place !== undefined && { place }),
  };
}

/** Why a file cannot be used as a baseline: the end of a sentence that starts with the file's name. */
interface NoBaseline {
  readonly fault: string;
}

/** Reads a baseline file, or returns what is wrong with it. */
export function parseBaseline(text: string): Baseline | NoBaseline {
  const value = jsonOf(text);
  if (value === undefined) return { fault: 'is not a baseline: it is not valid JSON' };
  if (!isObject(value) || typeof value.baselineVersion !== 'number')
    return { fault: 'is not a baseline: it has no `baselineVersion`' };

  if (value.baselineVersion !== baselineVersion)
    return {
      fault: `is a baseline of version ${value.baselineVersion}, but this plumbline reads version ${baselineVersion}`,
    };

  if (!Array.isArray(value.findings)) return { fault: 'is not a baseline: `findings` is not a list' };

  const [counts, codes] = [new Map<string, number>(), new Map<string, Diagnostic['code']>()];

  for (const [i, entry] of (value.findings as readonly Value[]).entries()) {
    const identified = identityOf(entry);
    if (identified === undefined) return { fault: `is not a baseline: \`findings[${i}]\` is not a finding` };

    counts.set(identified.name, (counts.get(identified.name) ?? 0) + identified.count);
    codes.set(identified.name, identified.code);
  }

  return { writtenBy: typeof value.plumbline === 'string' ? value.plumbline : 'unknown', counts, codes };
}

function jsonOf(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

function identityOf(entry: Value): { name: string; code: Diagnostic['code']; count: number } | undefined {
  if (!isObject(entry)) return undefined;

  const { code, message, file, resource, place, count = 1 } = entry;
  if (typeof code !== 'string' || typeof message !== 'string' || typeof count !== 'number') return undefined;

  const span = { file: typeof file === 'string' ? file : '', start: 0, end: 0 };
  if (isObject(resource) === (typeof file === 'string')) return undefined;

  const diagnostic = {
    code,
    message,
    span,
    place,
    resource: isObject(resource) ? resource : null,
  } as unknown as Diagnostic;
  return { name: identity(diagnostic), code: code as Diagnostic['code'], count };
}

/** A review without the findings of a baseline, and the number of baseline entries that no longer apply. */
interface Baselined {
  readonly review: Review;
  /** Number of findings in the baseline that the review no longer has. */
  readonly gone: number;
}

/** How a baseline is used. */
export interface BaselineTerms {
  /** Whether the review checked for a code; all codes by default. */
  readonly isJudged?: (code: string) => boolean;
  /** Codes that a baseline must not suppress, with or without their prefix. */
  readonly neverSuppress?: readonly string[];
}

/** Moves the findings that a baseline contains to the suppressed ones. */
export function withBaseline(
  review: Review,
  { counts, codes }: Baseline,
  { isJudged = () => true, neverSuppress = [] }: BaselineTerms = {},
): Baselined {
  const forbidden = new Set(neverSuppress.map(codeOf));
  const remaining = new Map(counts);
  const findings: Finding[] = [];
  const suppressed: Suppressed[] = [...review.suppressed];

  for (const finding of review.findings) {
    const names = ofEachObject(finding.diagnostic)
      .map(identity)
      .filter((name) => (remaining.get(name) ?? 0) > 0);

    if (names.length === 0 || forbidden.has(finding.diagnostic.code)) findings.push(finding);
    else suppressed.push({ diagnostic: finding.diagnostic, reason: 'in the baseline', by: 'baseline', isNew: false });
    for (const name of names) remaining.set(name, remaining.get(name)! - 1);
  }

  const gone = [...remaining].filter(([name]) => isJudged(codes.get(name)!)).reduce((sum, [, count]) => sum + count, 0);
  return { review: { ...review, findings, suppressed }, gone };
}
