import { describe, expect, test } from 'vitest';
import { isWhole } from '../../../../test/extent.ts';
import type { Review } from '../../review/context/review-data.ts';
import { byteLength } from '../../text/words/utf8.ts';
import {
  cleanPass,
  errorWithCost,
  fixtures,
  hostile,
  hostileNames,
  manyFindings,
  manyWaves,
  noWorkloads,
} from '../fixtures.test-support.ts';
import { jobSummary, summaryBytes } from '../github/job-summary.ts';
import {
  between,
  boundedSide,
  estimate,
  finding,
  nodeClaim,
  nodePool,
  placement,
  report,
  review,
} from '../test-support.ts';
import { commentBytes, maxParts, renderComment, renderParts, renderResolvedComment } from './markdown.ts';

const marker = '<!-- plumbline:KEY -->';
const span = { file: 'a.yaml', start: 0, end: 1 };

/** What every part of every comment has to fulfill. */
function expectWellFormed(parts: readonly string[]): void {
  expect(parts.length).toBeLessThanOrEqual(maxParts);
  for (const [i, part] of parts.entries()) {
    expect(byteLength(part)).toBeLessThan(commentBytes);
    expect(part.split('\n')[0]).toBe(marker);
    expect(part.split('\n')[1]).toMatch(/^### (⛔|⚠️|✅|❔) \S/);
    expect(part.split('\n')[1]!.includes(`(${i + 1}/${parts.length})`)).toBe(parts.length > 1);
    const outside = part.replace(/`[^`\n]*`/g, '');
    expect(outside.match(/^<details>/gm)?.length ?? 0).toBe(outside.match(/^<\/details>$/gm)?.length ?? 0);
  }
}

/** Number of findings in a comment, folded ones included. The heading repeats the first one. */
const shown = (parts: readonly string[]): number =>
  (
    parts
      .join('\n')
      .replace(/^### .*$/gm, '')
      .match(/number \d+/g) ?? []
  ).length;

describe.each(fixtures)('%s', (_, fixture) => {
  test('is one well-formed comment', () => {
    const parts = renderComment(report(fixture()), { marker });
    expect(parts).toHaveLength(1);
    expectWellFormed(parts);
  });

  test('no table has more than four columns', () => {
    const rows = renderComment(report(fixture()), {})[0]!.match(/^\|.*\|$/gm) ?? [];
    for (const row of rows) expect(row.split('|').length - 2).toBeLessThanOrEqual(4);
  });
});

describe('T38: size', () => {
  test.each([
    ['ASCII', 'requirements', 2],
    ['emoji of four bytes', '🦆🦚🦜', 2],
    ['three bytes', '節点節点', 2],
    ['text that escaping makes many times longer', '$@<', 3],
    ['marks made visible', '\u202e\u200b', 2],
  ])('300 findings of %s are split', (_, filler, atLeast) => {
    const parts = renderComment(report(manyFindings(300, filler)), { marker });
    expectWellFormed(parts);
    expect(parts.length).toBeGreaterThanOrEqual(atLeast);
    expect(shown(parts)).toBe(300);
  });

  test.runIf(isWhole)('5,000 findings: the rest is counted', () => {
    const parts = renderComment(report(manyFindings(5_000)), { marker });
    expectWellFormed(parts);
    const left = Number(/… and (\d+) more findings: /.exec(parts.at(-1)!)![1]);
    expect(shown(parts) + left).toBe(5_000);
  });

  test.each([60_000, 65_536, 200_000, 262_144])('about %i bytes of findings', (bytes) => {
    const parts = renderComment(report(manyFindings(Math.ceil(bytes / 260), '🦆 word ')), { marker });
    expectWellFormed(parts);
  });

  test('very long lists are shortened, not split', () => {
    const many = <T>(make: (i: number) => T): T[] => Array.from({ length: 3_000 }, (_, i) => make(i));
    const head = placement(
      many((i) => nodePool(`pool-${i}`, [nodeClaim({ zone: `zone-${i}` })])),
      {
        unschedulable: many((i) => ({
          workload: `Deployment/a/w${i}`,
          count: 1,
          reasons: [{ nodePool: 'a', reason: 'b' }],
        })),
      },
    );
    const from: Review = {
      ...hostile(),
      findings: [],
      changes: many((i) => hostile().changes[i % hostileNames.length]!),
      estimate: estimate(null, head, { assumptions: many((i) => `assumption ${i}`) }),
    };
    const parts = renderComment(report(from), { marker });
    expectWellFormed(parts);
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatch(/… and \d+ more/);
  });

  test('what is least important goes first, and the comment says where it is', () => {
    const many = <T>(make: (i: number) => T): T[] => Array.from({ length: 400 }, (_, i) => make(i));
    const head = placement(many((i) => nodePool(`pool-${i}`, [nodeClaim({ zone: `zone-${i}` })])));
    const existing = many((i) => finding({ message: `existing ${i} ${'word '.repeat(60)}`, span }, false));
    const from: Review = {
      ...errorWithCost(),
      findings: [...errorWithCost().findings, ...existing],
      estimate: estimate(null, head, { assumptions: many((i) => `assumption ${i} ${'word '.repeat(40)}`) }),
    };
    const whole = renderComment(report(from), { marker });
    const [short] = renderParts(report(from), { marker }, { bytes: 9_000, parts: 1 });

    expectWellFormed(whole);
    expect(byteLength(short!)).toBeLessThan(9_000);
    // The headline, the finding and what changes are left.
    expect(short).toContain('### ⛔ Blocked: `limit` is not a field of NodePool');
    expect(short).toContain('**What changes**');
    expect(short).not.toContain('existing 1 ');
    expect(short).toMatch(/No room here for: findings from before the change.* `plumbline review --output page\.html`/);
    expect(whole[0]).not.toContain('No room here for');
  });

  test.runIf(isWhole)('names with megabytes of text', () => {
    const name = '🦆'.repeat(500_000);
    const { findings, ...rest } = manyFindings(50);
    const long = findings.map((entry) => ({
      ...entry,
      diagnostic: { ...entry.diagnostic, message: `\`${name}\` ${name}` },
    }));
    expectWellFormed(renderComment(report({ ...rest, findings: long }), { marker }));
  });

  test('the job summary has all findings in one piece', () => {
    const summary = jobSummary.render(report(manyFindings(3_000)), { marker });
    expect(byteLength(summary)).toBeLessThan(summaryBytes);
    expect(shown([summary])).toBe(3_000);
    expect(summary.startsWith('### ⛔ Blocked: ')).toBe(true);
  });

  test.runIf(isWhole)('the job summary stays below its limit', () => {
    const summary = jobSummary.render(report(manyFindings(8_000)), {});
    expect(byteLength(summary)).toBeLessThan(summaryBytes);
    expect(summary).toMatch(/… and \d+ more findings/);
  });
});

/** Lines that are visible without a click. */
const visible = (comment: string): string[] => {
  let depth = 0;
  return comment.split('\n').filter((line) => {
    if (line.startsWith('<details>')) depth += 1;
    const isVisible = depth === 0;
    if (line === '</details>') depth -= 1;
    return isVisible && line !== '';
  });
};

describe('what a reader sees first', () => {
  const lines = (from: Review): string[] =>
    visible(renderComment(report(from), {})[0]!.replaceAll('<span>$</span>', '$')).slice(0, 2);
  test.each([
    [review(), '### ✅ No problems found.'],
    [
      noWorkloads(),
      '### ⚠️ Replaces running nodes of NodePool `web`, number unknown, because `labels.team` changes (unset → `shop`).',
      'nodes replaced: number unknown · nodes and cost unknown: no workloads found',
    ],
    [
      errorWithCost(),
      '### ⛔ Blocked: `limit` is not a field of NodePool: the API server drops it, and `web` would have no limit at all.',
      '1 of 1 node replaced · 1 → 2 nodes · $280 → $561/month (+$281) · simulated',
    ],
  ])('%#', (from, ...expected) => expect(lines(from).slice(0, expected.length)).toEqual(expected));

  test('a change without problems and effects is two lines and the footer', () => {
    const [comment] = renderComment(report(cleanPass()), {});
    expect(visible(comment!)).toHaveLength(3);
    expect(comment).not.toContain('<details>');
  });

  test.each(fixtures)('%s: at most three folds, and no code span is cut', (_, fixture) => {
    const [comment] = renderComment(report(fixture()), {});
    let depth = 0;
    const tops = comment!.split('\n').filter((line) => {
      if (line === '</details>') depth -= 1;
      return line.startsWith('<details>') && depth++ === 0;
    });
    expect(tops.length).toBeLessThanOrEqual(3);
  });

  test('a saving because pods are unschedulable is no saving', () => {
    const pending = [{ workload: 'Deployment/a/b', count: 2, reasons: [] }];
    const two = placement([nodePool('web', [nodeClaim(), nodeClaim()])]);
    const one = placement([nodePool('web', [nodeClaim()])], { unschedulable: pending });
    const [comment] = renderComment(report(review({ estimate: estimate(two, one) })), {});
    expect(comment).toContain(
      '2 → 1 node · <span>$</span>561 → <span>$</span>280/month, because pods have no node · simulated',
    );
    expect(comment).toContain('do not include the 2 unschedulable pods');
    expect(comment!.slice(comment!.indexOf('Cost by NodePool'))).not.toContain('**−');
  });

  test('a lower bound has no range below it, also in the fold', () => {
    const ranges = { nodes: between(0, 1, 3), monthlyUsd: between(0, 280.32, 840.96) };
    const head = boundedSide(placement([nodePool('web', [nodeClaim()])], ranges), 'atLeast');
    const before = placement([nodePool('web', [nodeClaim(), nodeClaim()])]);
    const [comment] = renderComment(report(review({ estimate: estimate(before, head) })), {});
    expect(comment).toContain('2 → at least 1 node · <span>$</span>561 → at least <span>$</span>280/month');
    expect(comment).not.toMatch(/840\.96|0–3/);
  });

  test('a bound of a saving is in words', () => {
    const head = boundedSide(placement([nodePool('web', [nodeClaim()])]), 'atLeast');
    const before = placement([nodePool('web', [nodeClaim(), nodeClaim()])]);
    const [comment] = renderComment(report(review({ estimate: estimate(before, head) })), {});
    expect(comment).toContain('at most <span>$</span>281 less');
    expect(comment).not.toContain('at least −');
  });

  test('a change that affects nothing has no figures', () => {
    const one = placement([nodePool('web', [nodeClaim()])]);
    const [comment] = renderComment(
      report(review({ estimate: estimate(one, one), hasEffect: false, isRelevant: false })),
      {},
    );
    expect(comment).toContain('### ✅ This change affects nothing that plumbline reviews.');
    expect(comment).not.toContain('$');
  });

  test('everything that existed before is in one fold', () => {
    const existing = manyFindings(4).findings.map((one) => ({ ...one, isNew: false }));
    const suppressed = [
      { diagnostic: existing[0]!.diagnostic, isNew: false, reason: 'agreed', by: 'comment' as const },
    ];
    const [comment] = renderComment(report(review({ findings: existing, suppressed })), {});
    expect(comment).toContain('<sub>4 existing findings, not from this change · 1 suppressed finding</sub>');
    expect(visible(comment!).join()).not.toContain('number');
  });
});

describe('the table', () => {
  const table = (from: Review): string[] =>
    renderComment(report(from), {})[0]!
      .replace(/^[\s\S]*?Cost by NodePool/, '')
      .match(/^\|.*\|$/gm)!
      .slice(2, 7);
  /** The figure that a row has in bold; 0 if the cost is unchanged. */
  const more = (row: string): number => {
    const [, sign = '', figure = '0'] = /\*\*([+−]?)\$([\d,.]+)\*\*/.exec(row) ?? [];
    return Number(figure.replace(',', '')) * (sign === '−' ? -1 : 1);
  };

  test('starts with the largest change, and counts NodePools that do not change', () => {
    const rows = table(manyWaves());
    expect(rows.map((row) => /^\| (?:<code>|\*\*)?([\w ]+)/.exec(row)![1]!.trim())).toEqual([
      'batch',
      'web',
      'api',
      '3 others',
      'all',
    ]);
    expect(rows[3]).toMatch(/^\| 3 others \| 7 nodes \| \$2,031<br><sub>unchanged<\/sub> \|$/);
  });

  test('adds up', () => {
    const figures = table(manyWaves()).map(more);
    expect(figures.slice(0, -1).reduce((sum, figure) => sum + figure, 0)).toBeCloseTo(figures.at(-1)!, 1);
  });
});

test('an unknown cost has a reason', () => {
  const head = placement([nodePool('a', [nodeClaim({ hourlyUsd: null, instanceType: 'x9.huge' })])]);
  const [comment] = renderComment(report(review({ estimate: estimate(null, head) })), {});
  expect(comment).toContain('There is no price for `x9.huge`');
  expect(comment).not.toContain('$0.00');
});

test('at most three findings are visible', () => {
  const [comment] = renderComment(report(manyFindings(5)), {});
  const list = visible(comment!).filter((line) => line.startsWith('- '));
  expect([shown(list), shown([comment!])]).toEqual([3, 5]);
});

test('T28: hostile names open nothing and mention nobody', () => {
  const [comment] = renderComment(report(hostile()), {});
  const code = /\\`|(`+)(?!`).*?[^`]\1(?!`)/g;
  const outside = comment!
    .replace(/^```mermaid$[\s\S]*?^```$/gm, '')
    .replace(code, '')
    .replaceAll('<span>$</span>', '')
    .replace(/&#\d+;/g, '·');
  expect(outside).not.toMatch(/@\w|#\d|:\/\/|www\./);
  expect(outside.match(/<(?!\/?(details|summary|sub|code|br)>)/g)).toBeNull();
});

test('the comment for a pull request that no longer changes anything is one line', () => {
  const [first, second, ...rest] = renderResolvedComment({ marker }).trimEnd().split('\n');
  expect([first, rest]).toEqual([marker, []]);
  expect(second).toMatch(/^plumbline: /);
});

test('T28: the name of a file that is not understood stays in its code span', () => {
  const entry = {
    class: 'not understood',
    what: 'x',
    reason: 'nothing reads it',
    file: '`x`@acme <h1>Approved</h1> `y.yaml',
    before: [],
    after: [{ first: 1, last: 1 }],
  } as const;
  const counts = { modelled: 0, harmless: 0, outside: 0, 'not understood': 1 };
  const text = renderComment(report(review({ ledger: { entries: [entry], counts } })), {}).join('\n');
  expect(text).toContain('`` `x`@acme <h1>Approved</h1> `y.yaml');
});
