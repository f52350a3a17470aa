import { describe, expect, test } from 'vitest';
import { type Consent, consentTo, readApprovals } from './approvals.ts';
import { type ApprovalCase, approvalCases, digests, roleOf, subjectOf, timelineOf } from './cases.test-support.ts';

const judge = (one: ApprovalCase) => {
  const approvals = readApprovals(timelineOf(one), roleOf);
  return { approvals, consent: consentTo(subjectOf(one), approvals, one.required ?? 1) };
};

describe.each(Object.entries(approvalCases))('T2, T44, T45, T55, T56: %s', (_, cases) => {
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

describe('missing approvals', () => {
  const consent = (one: Omit<ApprovalCase, 'by'>) => judge({ ...one, by: [] }).consent;
  const opened = 'ada pushes A';

  test.each<[string, Omit<ApprovalCase, 'by'>, Consent]>([
    [
      'nothing',
      { happens: [opened, 'trent approves A by a review'] },
      { isGiven: true, by: ['trent'], needed: 1, takesOneMore: false, sawAnotherPlan: [] },
    ],
    [
      'a second person',
      { happens: [opened, 'trent approves A by a review'], required: 2 },
      { isGiven: false, by: ['trent'], needed: 2, takesOneMore: false, sawAnotherPlan: [] },
    ],
    [
      'one more, because it is unknown who pushed',
      { happens: ['trent approves A by a review'] },
      { isGiven: false, by: ['trent'], needed: 2, takesOneMore: true, sawAnotherPlan: [] },
    ],
    [
      'nothing if no approval is needed',
      { happens: ['trent approves A by a review'], required: 0 },
      { isGiven: true, by: ['trent'], needed: 0, takesOneMore: false, sawAnotherPlan: [] },
    ],
    [
      'nothing if one of two approved after a known push',
      { happens: ['somebody pushes B', 'trent comments: `approve P`', 'ada pushes A', 'tess approves A by a review'] },
      { isGiven: true, by: ['tess', 'trent'], needed: 1, takesOneMore: false, sawAnotherPlan: [] },
    ],
    [
      'nothing if the review is older than a push by an app and the comment is newer',
      {
        happens: [
          opened,
          'trent approves A by a review',
          'ci[bot] pushes B',
          'ada pushes A',
          'trent comments: `approve P`',
        ],
      },
      { isGiven: true, by: ['trent'], needed: 1, takesOneMore: false, sawAnotherPlan: [] },
    ],
    [
      'a review that saw this plan',
      {
        happens: [opened, 'trent approves A by a review', 'tess comments: `approve Q`'],
        subject: { seen: [digests.Q!, digests.P!] },
      },
      { isGiven: false, by: [], needed: 1, takesOneMore: false, sawAnotherPlan: ['trent'] },
    ],
    [
      'one more after a push that is missing from the timeline',
      { happens: [opened, 'trent comments: `approve P`', 'ada pushes B after C'], head: 'B' },
      { isGiven: false, by: ['trent'], needed: 2, takesOneMore: true, sawAnotherPlan: [] },
    ],
    [
      'one more if it is unknown who pushed the reviewed commit',
      { happens: ['ada pushes B', 'trent approves A by a review', 'ada pushes A'] },
      { isGiven: false, by: ['trent'], needed: 2, takesOneMore: true, sawAnotherPlan: [] },
    ],
    [
      'one more if the timeline does not end with this commit',
      { happens: [opened, 'trent comments: `approve P`'], head: 'B' },
      { isGiven: false, by: ['trent'], needed: 2, takesOneMore: true, sawAnotherPlan: [] },
    ],
  ])('%s', (_, one, expected) => expect(consent(one)).toEqual(expected));

  test.each<[string, string[], string[]]>([
    ['nothing', [opened, 'trent approves A by a review'], []],
    [
      'a review of an older commit',
      [opened, 'trent approves B by a review'],
      ['trent review: it is for an older commit'],
    ],
    [
      'a review of an older commit by somebody without write access, once',
      [opened, 'mallory approves B by a review'],
      ['mallory review: they have no write access'],
    ],
    [
      'a comment, with the login as its author writes it',
      [opened, 'Trent comments: `approve P`', 'trent requests changes'],
      ['Trent comment: they requested changes afterwards'],
    ],
    [
      'a review that is retracted',
      [opened, 'trent approves A by a review', 'trent comments: `/plumbline retract`'],
      ['trent review: they retracted it'],
    ],
    ['a review by an app', [opened, 'ci[bot] approves A by a review'], ['ci[bot] review: only a person can approve']],
    ['a comment by an app', [opened, 'ci[bot] comments: `approve P`'], ['ci[bot] comment: only a person can approve']],
    ['an edited comment without a command: nothing', [opened, 'trent edits a comment to: `hello`'], []],
    ['an event that ends no approval: nothing', [opened, 'trent requests changes', 'ada changes the base branch'], []],
  ])('is reported for %s', (_, happens, expected) => {
    const { disregarded } = readApprovals(timelineOf({ happens, by: [] }), roleOf);
    expect(disregarded.map(({ login, what, why }) => `${login} ${what}: ${why}`)).toEqual(expected);
  });

  test.each<[string, string, number | undefined]>([
    ['the last push added', 'A', 1],
    ['no push added', 'B', undefined],
  ])('the time of a commit that %s', (_, head, minute) => {
    const { pushedAt } = readApprovals(timelineOf({ happens: [opened], head, by: [] }), roleOf);
    expect(pushedAt).toBe(minute && new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString());
  });
});

describe('other statements', () => {
  const stated = (happens: string[]) => readApprovals(timelineOf({ happens, by: [] }), roleOf).voices;

  test('a deletion with the newest number of nodes', () => {
    const happens = [
      'ada pushes A',
      'trent comments: `delete NodePool/web nodes=12`',
      'trent comments: `delete NodePool/web nodes=3`',
    ];
    expect(stated(happens).map(({ deletions }) => [...deletions])).toEqual([[['NodePool/web', 3]]]);
  });

  test('only what was stated', () => {
    const voicesAfter = (text: string) => stated(['ada pushes A', `trent comments: \`${text}\``]);
    const voice = { login: 'trent', review: undefined, digests: new Map(), deletions: new Map(), ignores: [] };
    const digest = digests.P!;
    expect(voicesAfter('approve P')).toEqual([{ ...voice, digests: new Map([[digest, { isIndependent: true }]]) }]);
    expect(voicesAfter('delete NodePool/web nodes=1')).toEqual([
      { ...voice, deletions: new Map([['NodePool/web', 1]]) },
    ]);
    const ignores = [{ comment: expect.any(Number), code: 'a/b', reason: 'c' }];
    expect(voicesAfter('/plumbline ignore a/b c')).toEqual([{ ...voice, ignores }]);
  });

  test('a deletion ends as an approval does', () => {
    expect(
      stated(['ada pushes A', 'trent comments: `delete NodePool/web nodes=1`', 'ada changes the base branch']),
    ).toEqual([]);
  });

  describe('a starting point', () => {
    const mergedAt = new Date(Date.UTC(2026, 0, 1, 0, 2)).toISOString();
    const startsOf = (happens: string[]) =>
      readApprovals({ ...timelineOf({ happens, author: 'root', by: [] }), mergedAt }, roleOf).starts;
    const start = 'root comments: `/plumbline start production`';

    test('counts only from administrators, also on their own pull requests', () => {
      const happens = [
        'ada pushes A',
        'root pushes B',
        'trent comments: `/plumbline start production`',
        start,
        'root edits a comment to: `/plumbline start staging`',
        'root comments: `approve P`',
        'root comments through an app: `/plumbline start testing`',
      ];
      expect(startsOf(happens)).toEqual([{ login: 'root', environment: 'production', at: expect.any(String) }]);
      expect(readApprovals(timelineOf({ happens, author: 'root', by: [] }), roleOf).voices).toEqual([]);
    });

    test.each<[string, string[], string | undefined]>([
      ['before the merge', [start, 'ada pushes A'], mergedAt],
      ['in the second of the merge', ['ada pushes A', start], mergedAt],
      ['on an open pull request', ['ada pushes A', 'ada pushes B', start], undefined],
      [
        'that the person retracts',
        ['ada pushes A', 'ada pushes B', start, 'Root comments: `/plumbline retract`'],
        mergedAt,
      ],
    ])('%s does not count', (_, happens, merged) => {
      expect(readApprovals({ ...timelineOf({ happens, by: [] }), mergedAt: merged }, roleOf).starts).toEqual([]);
    });

    test('stays in force when somebody else retracts', () => {
      const happens = ['ada pushes A', 'ada pushes B', start, 'trent comments: `/plumbline retract`'];
      expect(startsOf(happens)).toEqual([{ login: 'root', environment: 'production', at: expect.any(String) }]);
    });
  });

  test('a finding that somebody suppresses, with the comment that says so', () => {
    const happens = ['ada pushes A', 'trent comments: `/plumbline ignore schema/unknown-field we know`'];
    expect(stated(happens).flatMap(({ ignores }) => ignores)).toEqual([
      { comment: expect.any(Number), code: 'schema/unknown-field', reason: 'we know' },
    ]);
  });

  test('in a fixed order, regardless of the order of the events', () => {
    const timeline = timelineOf({
      happens: ['ada pushes A', 'trent approves A by a review', 'tess comments: `approve P`', 'trent requests changes'],
      by: [],
    });
    const reversed = { ...timeline, events: timeline.events.toReversed() };
    expect(readApprovals(reversed, roleOf)).toEqual(readApprovals(timeline, roleOf));
  });
});
