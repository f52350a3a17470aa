import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Certainty, Figure } from '../src/engine/cluster/cost/knowledge.ts';
import type { Money, moneyIn } from '../src/engine/text/words/money.ts';
import { peopleMoney } from '../src/engine/text/words/people-money.ts';
import { type Case, cases } from './case.ts';
import { figuresIn, linesOfComment, linesOfText } from './first-lines.ts';

/**
 * The first line, the line of figures, the tables and the JSON document of each case say the same about how certain a figure is: a bound is
 * never printed as if it were exact, nothing is unchanged next to a bound, and unknown is never a number. The expected results of the cases are
 * read, which other tests compare with what a review prints. Page and chat, which have none, are compared where the cases are reviewed.
 */

const words: Readonly<Record<Certainty, readonly string[]>> = {
  exact: [''],
  // Bounds or "sometimes" may say so, too.
  range: ['', 'about '],
  atLeast: ['at least '],
  atMost: ['at most '],
  unknown: [],
};

interface Expected {
  readonly document: {
    readonly estimate: Estimate | null;
    readonly environments: readonly unknown[];
    readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
    readonly events: readonly {
      readonly kind: string;
      readonly subject: string | null;
      readonly cluster: string | null;
      readonly count: number | null;
    }[];
  };
  readonly text: string;
  readonly comment: string;
}

interface Side {
  readonly nodes: Figure;
  readonly monthlyUsd: Figure;
  readonly unschedulable: readonly { readonly workload: string }[];
  readonly unschedulableLater?: readonly { readonly workload: string }[];
}

interface Estimate {
  readonly before: Side | null;
  readonly after: Side | null;
  readonly difference: Side;
  readonly shownIn?: Parameters<typeof moneyIn>[0];
}

/** How the amounts of a document are written. */
const moneyOf = ({ before, after, shownIn }: Estimate): Money =>
  peopleMoney(
    shownIn,
    [before, after].flatMap((one) => [one?.monthlyUsd.likely ?? null, one?.monthlyUsd.high ?? null]),
  );

function expectedOf({ folder }: Case): Expected | undefined {
  const [json, text, comment] = ['review.json', 'review.txt', 'comment.md'].map((file) => `${folder}/expected/${file}`);
  if (!existsSync(json!)) return undefined;
  return {
    document: JSON.parse(readFileSync(json!, 'utf8')),
    text: readFileSync(text!, 'utf8'),
    comment: readFileSync(comment!, 'utf8'),
  };
}

/** The words before an amount wherever it is a monthly cost, and not by how much one rises or falls. */
function marksBefore(lines: string, amount: string): string[] {
  const escaped = amount.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`(at least |at most |about )?(?<![+−])${escaped}/month(?! (?:more|less))`, 'gi');
  return [...lines.matchAll(pattern)].map(([, mark = '']) => mark.toLowerCase());
}

/** The lines above the first empty one of a terminal, and the heading and the lines of figures of a comment. */
const firstLines = ({ text, comment }: Expected): string =>
  [...linesOfText(text), ...linesOfComment(comment)].join('\n');

const figuresOf = ({ before, after, difference }: Estimate): Figure[] =>
  [before, after, difference].flatMap((part) => (part ? [part.nodes, part.monthlyUsd] : []));

const all = cases().flatMap((one) => {
  const expected = expectedOf(one);
  return expected?.document.estimate ? [{ name: one.name, expected, estimate: expected.document.estimate }] : [];
});

describe.each(all)('$name', ({ expected, estimate }) => {
  const side = estimate.after ?? estimate.before;
  const first = firstLines(expected);

  test('the first lines mark the cost as the JSON document does', () => {
    const cost = side?.monthlyUsd;
    // A difference of nothing has no sign, and looks like a cost.
    if (!cost?.likely) {
      expect(cost?.likely === 0 || !/\/month, (?:likely )?unchanged/.test(first)).toBe(true);
      return;
    }
    const { plain } = moneyOf(estimate);
    const wrong = marksBefore(first, plain(cost.likely)).filter((mark) => !words[cost.certainty].includes(mark));
    expect(wrong).toEqual([]);
  });

  test('nothing is unchanged that is not exactly known', () => {
    const { certainty } = estimate.difference.monthlyUsd;
    const isKnown = certainty === 'exact' || certainty === 'range';
    const isBounded = side?.monthlyUsd.certainty === 'atLeast' || side?.monthlyUsd.certainty === 'atMost';
    if (!isKnown || isBounded) expect(first).not.toMatch(/\/month, unchanged/);
    else expect(first).not.toMatch(/difference unknown/);
  });

  test('terminal and comment have the same figures in their first lines', () => {
    const isAboutFigures = (line: string): boolean => line.includes('/month') || line.includes('node');
    const text = figuresIn(
      linesOfText(expected.text).filter(
        (line) => line.startsWith('  ') && !/^ {2}If /.test(line) && isAboutFigures(line) && line.includes(' · '),
      ),
    );
    const comment = figuresIn(
      linesOfComment(expected.comment).filter((line) => !line.startsWith('#') && line.includes(' · ')),
    );
    expect(comment).toEqual(text);
  });

  test('the lines of figures count nodes as the JSON document does', () => {
    const lines = linesOfText(expected.text);
    for (const cluster of new Set(expected.document.events.map((event) => event.cluster))) {
      const [line = ''] = lines.filter(
        (one) => one.includes(' · ') && (cluster === null || one.startsWith(`  ${cluster}: `)),
      );
      const count = (kind: string): number =>
        expected.document.events
          .filter((event) => event.kind === kind && event.cluster === cluster)
          .reduce((sum, event) => sum + (event.count ?? 0), 0);
      const said = (pattern: RegExp): number => Number(pattern.exec(line)?.[1] ?? 0);
      expect(said(/(\d+)(?: of \d+)? nodes? deleted/)).toBe(count('deleted'));
      expect(said(/(\d+)(?: of \d+)? nodes? replaced|(?<=deleted, )(\d+) replaced/)).toBe(count('replaced'));
      expect(said(/(\d+) (?:cannot be|nodes? should be replaced)/)).toBe(count('held'));
      expect(said(/(\d+) nodes? consolidated later/)).toBe(count('consolidated'));
    }
  });

  test('the first line of figures has the likely nodes and cost of the JSON document', () => {
    const [line = ''] = first.split('\n').filter((one) => / · /.test(one) && /\/month/.test(one));
    const [nodes, cost] = [side?.nodes.likely, side?.monthlyUsd.likely];
    if (line !== '' && nodes) expect(line).toMatch(new RegExp(`(?<!\\d)${nodes} nodes?(?! (?:deleted|replaced))`));
    if (line !== '' && cost) expect(line).toContain(moneyOf(estimate).plain(cost));
  });

  test('no verdict is cut', () => {
    const [verdict = ''] = expected.text.split('\n');
    expect(verdict).not.toContain('…');
  });

  test('no line calls something unchanged next to a bound', () => {
    const wrong = first.split('\n').filter((line) => /\bunchanged\b/.test(line) && /\bat (?:least|most) \$/.test(line));
    expect(wrong).toEqual([]);
  });

  test('pods fit no NodePool now only if nothing runs them', () => {
    const { unschedulable, unschedulableLater } = estimate.after ?? {
      unschedulable: [],
      unschedulableLater: undefined,
    };
    const later = (unschedulableLater ?? []).map(({ workload }) => workload);
    const now = unschedulable.map(({ workload }) => workload);
    const wrong = expected.document.diagnostics.filter(
      ({ code, message }) =>
        code === 'provisioning/pod-unschedulable' &&
        !/once (?:its|their) node is gone/.test(message) &&
        later.some((workload) => !now.includes(workload) && message.includes(`\`${workload}\``)),
    );
    expect(wrong).toEqual([]);
  });

  test('nodes of a NodePool do not stay and go', () => {
    if (expected.document.environments.length > 1)
      return expect(expected.document.environments.length).toBeGreaterThan(1);
    const going = expected.document.events.filter(({ kind }) => kind === 'replaced' || kind === 'deleted');
    const wrong = going.filter(({ subject }) =>
      expected.text
        .split('\n')
        .some((line) => line.startsWith(`~ NodePool ${subject}`) && line.includes('running nodes stay')),
    );
    return expect(wrong).toEqual([]);
  });

  test('a figure is unknown if and only if it has no number', () => {
    const wrong = figuresOf(estimate).filter(
      ({ certainty, likely }) => (certainty === 'unknown') !== (likely === null),
    );
    expect(wrong).toEqual([]);
  });

  test('an exact figure has one number', () => {
    const exact = figuresOf(estimate).filter(({ certainty }) => certainty === 'exact');
    expect(exact.filter(({ low, high }) => low?.toFixed(2) !== high?.toFixed(2))).toEqual([]);
  });

  test('a scenario begins with the cost after the change', () => {
    const scenario = /^ {2}If .*/m.exec(expected.text)?.[0] ?? '';
    const [, instead] = /\/month instead of (?:at least |at most |about )?(\S+) /.exec(scenario) ?? [];
    const cost = estimate.after?.monthlyUsd.likely ?? 0;
    if (instead !== undefined) expect(instead.replace(/\.$/, '')).toBe(moneyOf(estimate).plain(cost));
    else expect(scenario).not.toMatch(/\/month instead of/);
  });
});
