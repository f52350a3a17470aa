import { describe, expect, test } from 'vitest';
import { type Consent, consentTo, readApprovals } from './approvals.ts';
import { type ApprovalCase, approvalCases, roleOf, subjectOf, timelineOf } from './cases.test-support.ts';

const judge = (one: ApprovalCase) => {
  const approvals = readApprovals(timelineOf(one), roleOf);
  return { approvals, consent: consentTo(subjectOf(one), approvals, one.required ?? 1) };
};

describe.each(Object.entries(approvalCases))('%s', (_, cases) => {
  test.each(
    cases.map((one) => [`${one.happens.join('; ')} (${one.author ?? 'ada'}, ${one.required ?? 1})`, one] as const),
  )('%s', (_, one) => {
    const { approvals, consent } = judge(one);
    expect(consent.isGiven).toBe(one.by.length > 0 || one.required === 0);
    if (consent.isGiven) expect(consent.by).toEqual(one.by);
    if (one.why !== undefined) expect(reasons(consent, approvals.disregarded)).toContain(one.why);
  });
});

const reasons = (
  { by, needed, sawAnotherPlan }: Consent,
  disregarded: readonly { login: string; why: string }[],
): string =>
  [
    `${by.length} of ${needed}`,
    ...disregarded.map(({ why }) => why),
    ...(sawAnotherPlan.length > 0 ? ['another plan'] : []),
  ].join('; ');

describe('what else is stated', () => {
  const stated = (happens: string[]) => readApprovals(timelineOf({ happens, by: [] }), roleOf).voices;

  test('a deletion with the newest number of nodes', () => {
    const happens = [
      'ada pushes A',
      'trent comments: `delete NodePool/web nodes=12`',
      'trent comments: `delete NodePool/web nodes=3`',
    ];
    expect(stated(happens).map(({ deletions }) => [...deletions])).toEqual([[['NodePool/web', 3]]]);
  });

  test('a deletion ends as an approval does', () => {
    expect(
      stated(['ada pushes A', 'trent comments: `delete NodePool/web nodes=1`', 'ada changes the base branch']),
    ).toEqual([]);
  });

  test('a starting point counts from administrators alone, on their own pull requests too', () => {
    const happens = [
      'root pushes A',
      'trent comments: `/plumbline start production`',
      'root comments: `/plumbline start production`',
      'root edits a comment to: `/plumbline start staging`',
      'root comments through an app: `/plumbline start testing`',
    ];
    const { starts, voices } = readApprovals(timelineOf({ happens, author: 'root', by: [] }), roleOf);
    expect(starts).toEqual([{ login: 'root', environment: 'production' }]);
    expect(voices).toEqual([]);
  });

  test('a finding that somebody silences, with the comment that says so', () => {
    const happens = ['ada pushes A', 'trent comments: `/plumbline ignore schema/unknown-field we know`'];
    expect(stated(happens).flatMap(({ ignores }) => ignores)).toEqual([
      { comment: expect.any(Number), code: 'schema/unknown-field', reason: 'we know' },
    ]);
  });

  test('in one order, whatever the order of the events', () => {
    const timeline = timelineOf({
      happens: ['ada pushes A', 'trent approves A by a review', 'tess comments: `approve P`', 'trent requests changes'],
      by: [],
    });
    const reversed = { ...timeline, events: timeline.events.toReversed() };
    expect(readApprovals(reversed, roleOf)).toEqual(readApprovals(timeline, roleOf));
  });
});
