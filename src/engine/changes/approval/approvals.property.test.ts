import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../test/extent.ts';
import { consentTo, loginKey, readApprovals, type Subject } from './approvals.ts';
import { digests, roleOf } from './cases.test-support.ts';
import { statementsOf } from './statements.ts';
import type { Account, PullTimeline, TimelineEvent } from './timeline.ts';

const runs = propertyRuns(20_000);

const person = (login: string): Account => ({ login, isPerson: true });
const people = ['ada', 'trent', 'Trent', 'tess', 'root', 'mallory'].map(person);
const accounts: Account[] = [...people, { login: 'ci[bot]', isPerson: false }, { login: 'trent', isPerson: false }];
const heads = ['A', 'B', 'C'];

/** Few seconds, so that many events share one. */
const at = fc.integer({ min: 0, max: 9 }).map((second) => `2026-01-01T00:00:0${second}Z`);
const by = fc.constantFrom(...accounts);
const head = fc.constantFrom(...heads);
const body = fc.constantFrom(
  `approve ${digests.P}`,
  `/plumbline approve ${digests.P}`,
  `approve ${digests.Q}`,
  `Not this:\napprove ${digests.P}`,
  `\`\`\`\napprove ${digests.P}\n\`\`\``,
  'delete NodePool/web nodes=3',
  '/plumbline retract',
  'Looks good to me',
);

const event: fc.Arbitrary<TimelineEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('review' as const),
    at,
    by,
    head,
    state: fc.constantFrom('approved' as const, 'approved' as const, 'changes-requested' as const),
  }),
  fc.record({ kind: fc.constant('comment' as const), at, by, id: fc.nat(), body, isEdited: fc.boolean() }),
  fc.record({ kind: fc.constant('dismissed' as const), at, login: fc.constantFrom('trent', 'tess', 'root') }),
  fc.record({ kind: fc.constant('rewritten' as const), at, login: fc.constantFrom('trent', 'tess', 'root') }),
  fc.record({ kind: fc.constant('retargeted' as const), at }),
  fc.record({ kind: fc.constant('pushed' as const), at, by: fc.option(by, { nil: undefined }), before: head, head }),
);

const subject: fc.Arbitrary<Subject> = fc.record({
  digest: fc.constantFrom(digests.P!, digests.P!, null),
  seen: fc.constantFrom([digests.P!], [digests.P!], [digests.P!, digests.Q!], []),
  changesConfiguration: fc.boolean(),
  isRendered: fc.boolean(),
});

const required = fc.integer({ min: 0, max: 3 });
const author = fc.constantFrom(person('ada'), person('ada'), { login: 'ci[bot]', isPerson: false });
const timeline: fc.Arbitrary<PullTimeline> = fc.record({
  author,
  head: fc.constant('A'),
  events: fc.array(event, { maxLength: 12 }),
});

/** Whether an event could be an approval by somebody who may give one. */
function isPermitted(one: TimelineEvent, { author: opener }: PullTimeline): boolean {
  if (one.kind !== 'review' && one.kind !== 'comment') return false;
  const isOwn = loginKey(one.by.login) === loginKey(opener.login);
  return one.by.isPerson && !isOwn && roleOf(one.by.login) !== 'none';
}

const isApproval = (one: TimelineEvent): boolean =>
  (one.kind === 'review' && one.state === 'approved') ||
  (one.kind === 'comment' && !one.isEdited && statementsOf(one.body).some(({ kind }) => kind === 'approve'));

const isGiven = (of: Subject, read: PullTimeline, needed: number): boolean =>
  consentTo(of, readApprovals(read, roleOf), needed).isGiven;

/**
 * Anything may be added anywhere, except that nobody can push in the past, and that a push starts where the branch stands. A push from
 * elsewhere to the head would be news of one that GitHub did not show, and may turn an unknown pusher into a known one.
 */
const placed = (added: TimelineEvent, { head: branch }: PullTimeline): TimelineEvent =>
  added.kind === 'pushed' ? { ...added, at: '2026-01-01T00:00:10Z', before: branch } : added;

test('T2, T44: nothing but an approval by a permitted person makes an unapproved change approved', () => {
  fc.assert(
    fc.property(timeline, event, subject, required, (before, added, of, needed) => {
      fc.pre(!(isApproval(added) && isPermitted(added, before)));
      const after = { ...before, events: [...before.events, placed(added, before)] };
      if (!isGiven(of, before, needed)) expect(isGiven(of, after, needed)).toBe(false);
    }),
    { numRuns: runs },
  );
});

test('T2, T44: each approver has an approval that no later event ended', () => {
  fc.assert(
    fc.property(timeline, subject, required, (read, of, needed) => {
      const { isGiven: given, by: approvers } = consentTo(of, readApprovals(read, roleOf), needed);
      if (!given) return;
      expect(approvers.length).toBeGreaterThanOrEqual(needed);
      expect(new Set(approvers.map(loginKey)).size).toBe(approvers.length);
      for (const login of approvers) expect(read.events.some((one) => standsFor(one, login, of, read))).toBe(true);
    }),
    { numRuns: runs },
  );
});

/** The rules as a list of conditions over all events, without an order of reading. */
function standsFor(one: TimelineEvent, login: string, of: Subject, read: PullTimeline): boolean {
  if (!isApproval(one) || !isPermitted(one, read)) return false;
  if (one.kind !== 'review' && one.kind !== 'comment') return false;
  if (loginKey(one.by.login) !== loginKey(login)) return false;
  const isOfThis =
    one.kind === 'review'
      ? one.head === read.head && of.seen.every((digest) => of.digest === null || digest === of.digest)
      : of.digest !== null && one.body.includes(of.digest);
  const isTheirs = (account: Account | undefined) => account?.isPerson && loginKey(account.login) === loginKey(login);
  const isEnded = read.events.some(
    (later) =>
      later.at > one.at &&
      (later.kind === 'retargeted' ||
        ((later.kind === 'dismissed' || later.kind === 'rewritten') && later.login === loginKey(login)) ||
        (later.kind === 'pushed' && isTheirs(later.by)) ||
        (later.kind === 'review' &&
          later.state === 'changes-requested' &&
          loginKey(later.by.login) === loginKey(login))),
  );
  return isOfThis && !isEnded;
}

test('an approval in a later second never counts less than one in the same second', () => {
  fc.assert(
    fc.property(timeline, subject, required, fc.nat(11), (read, of, needed, index) => {
      const taken = read.events[index];
      fc.pre(taken !== undefined && taken.kind === 'retargeted');
      // The base branch changes before everything else instead, so later approvals stay valid.
      const earlier = read.events.map((one) => (one === taken ? { ...one, at: '2025-01-01T00:00:00Z' } : one));
      if (isGiven(of, read, needed)) expect(isGiven(of, { ...read, events: earlier }, needed)).toBe(true);
    }),
    { numRuns: propertyRuns(2_000) },
  );
});
