import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Certainty, Figure } from '../src/engine/cost/knowledge.ts';
import { moneyIn } from '../src/engine/text/money.ts';
import { type Case, cases } from './case.ts';

/**
 * The first line, the line of figures, the tables and the JSON document of each case say the same about how certain a figure is: a bound is
 * never printed as if it were exact, nothing is unchanged next to a bound, and unknown is never a number. The expected results of the cases are
 * read, which other tests compare with what a review prints.
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
  readonly document: { readonly estimate: Estimate | null };
  readonly text: string;
  readonly comment: string;
}

interface Side {
  readonly nodes: Figure;
  readonly monthlyUsd: Figure;
}

interface Estimate {
  readonly before: Side | null;
  readonly after: Side | null;
  readonly difference: Side;
  readonly shownIn?: Parameters<typeof moneyIn>[0];
}

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

/** The first line and the line of figures of a terminal, and the heading of a comment with what follows it. */
const firstLines = ({ text, comment }: Expected): string =>
  [...text.split('\n').slice(0, 2), ...comment.split('\n').slice(0, 4)].join('\n').replaceAll('<span>$</span>', '$');

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
      expect(cost?.likely === 0 || !/Cost (?:likely )?unchanged/.test(first)).toBe(true);
      return;
    }
    const { plain } = moneyIn(estimate.shownIn);
    const wrong = marksBefore(first, plain(cost.likely)).filter((mark) => !words[cost.certainty].includes(mark));
    expect(wrong).toEqual([]);
  });

  test('nothing is unchanged that is not exactly known', () => {
    const { certainty } = estimate.difference.monthlyUsd;
    const isKnown = certainty === 'exact' || certainty === 'range';
    const isBounded = side?.monthlyUsd.certainty === 'atLeast' || side?.monthlyUsd.certainty === 'atMost';
    if (!isKnown || isBounded) expect(first).not.toMatch(/Cost unchanged|\/month, unchanged/);
    else expect(first).not.toMatch(/difference unknown/);
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
    if (instead !== undefined) expect(instead.replace(/\.$/, '')).toBe(moneyIn(estimate.shownIn).plain(cost));
    else expect(scenario).not.toMatch(/\/month instead of/);
  });
});
