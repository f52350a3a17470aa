import { describe, expect, test } from 'vitest';
import { errorWithCost, manyFindings } from '../fixtures.test-support.ts';
import { report } from '../test-support.ts';
import { missingReviewCheck } from './missing-review-check.ts';
import { presentationOf } from './presentation-of.ts';

const marker = '<!-- plumbline:KEY -->';

describe('if nothing that Karpenter reads changes', () => {
  const presentation = presentationOf(null, { base: 'main', notes: ['The chart was not rendered'] });

  test('an older comment is resolved, below its marker', () => {
    expect([presentation.isRelevant, presentation.hasFixes]).toEqual([false, false]);
    expect(presentation.comment({ marker })).toEqual([
      `${marker}\n> The chart was not rendered.\n\nplumbline: this pull request no longer changes anything that Karpenter reads.\n`,
    ]);
  });

  test('both checks pass', () => {
    expect(presentation.reviewCheck()).toEqual({
      result: 'pass',
      output: {
        title: 'No effect on Karpenter found (compared with main)',
        summary: 'No effect was found on anything that plumbline reviews.\n\nThe chart was not rendered.',
      },
      annotations: [],
    });
    expect(presentation.findingsCheck().output).toEqual({ title: 'No new findings', summary: 'No new findings.' });
  });

  test('there are no suggestions, annotations or job summary', () => {
    expect(presentation.suggestions(new Map())).toEqual([]);
    expect(presentation.commandAnnotations()).toEqual({ commands: [], left: 0 });
    expect(presentation.jobSummary()).toBe('');
  });
});

test('a review that is not worth a comment still has a check', () => {
  const presentation = presentationOf(report(errorWithCost()), { isRelevant: false });
  expect(presentation.comment({ marker })[0]).toContain('no longer changes');
  expect(presentation.findingsCheck().result).toBe('block');
});

test('notes are above the review, and remarks of a host below them', () => {
  const presentation = presentationOf(report(errorWithCost()), { notes: ['`lint/x` is silenced here: why'] });
  expect(presentation.comment({})[0]).toMatch(/^> .*silenced here: why\.\n\n### /);
  const { summary } = presentation.reviewCheck(['The app may not comment here.']).output;
  expect(summary).toMatch(/^.*silenced here: why\.\n\nThe app may not comment here\.\n\n### /);
});

test('a check counts the findings that it does not annotate', () => {
  const presentation = presentationOf(report(manyFindings(300)), {});
  const check = presentation.reviewCheck();
  expect(check.annotations).toHaveLength(200);
  expect(check.output.summary).toContain('100 more findings have no annotation. They are listed below.');
  expect(presentation.findingsCheck().output.summary).toContain('100 more findings are in the comment');
});

test('the check fails if the review failed, and its message is not read as Markdown', () => {
  const { result, output } = missingReviewCheck('`a` @all', 'Try again.');
  expect(result).toBe('block');
  expect(output.summary).toMatch(/\n\nThe change was not reviewed\. Try again\.$/);
  expect(output.summary).not.toContain(' @all');
});
