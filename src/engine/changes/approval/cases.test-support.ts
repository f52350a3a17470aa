import type { Subject } from './approvals.ts';
import type { PullTimeline, Role, TimelineEvent } from './timeline.ts';

/**
 * A case of the table in docs/approvals.md: events on a pull request of ada's, and whether its plan is approved afterwards. trent and
 * tess may write, root is an administrator, and mallory may only read.
 */
export interface ApprovalCase {
  readonly happens: readonly string[];
  /** The newest commit; `A` by default. */
  readonly head?: string;
  /** Who opened the pull request; ada by default. */
  readonly author?: string;
  readonly subject?: Partial<Subject>;
  /** `gate.approvals`; 1 by default. */
  readonly required?: number;
  /** Who approves it; empty if it is not approved. */
  readonly by: readonly string[];
  /** Why it is not approved: part of the message. */
  readonly why?: string;
  /** An explanation for readers of the table. */
  readonly note?: string;
}

/** Digests by the letter that the cases use. */
export const digests: Readonly<Record<string, string>> = {
  P: '1'.repeat(64),
  Q: '2'.repeat(64),
};

const roles: Readonly<Record<string, Role>> = { trent: 'write', tess: 'write', ada: 'write', root: 'admin' };

export const roleOf = (login: string): Role => roles[login.toLowerCase()] ?? 'none';

/** The timeline of a case. Events are a minute apart, but a line that starts with `and` is in the same second as the previous one. */
export function timelineOf({ happens, head = 'A', author = 'ada' }: ApprovalCase): PullTimeline {
  let minute = 0;
  let before = '';
  const events = happens.map((line) => {
    const isSameSecond = line.startsWith('and ');
    if (!isSameSecond) minute++;
    const at = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const event = eventOf(isSameSecond ? line.slice(4) : line, at, before);
    if (event.kind === 'pushed') before = event.head;
    return event;
  });
  return { author: accountOf(author), head, events };
}

export const subjectOf = ({ subject }: ApprovalCase): Subject => ({
  digest: digests.P!,
  seen: [digests.P!],
  changesConfiguration: false,
  isRendered: false,
  ...subject,
});

const accountOf = (login: string) => ({ login, isPerson: !login.endsWith('[bot]') });

function eventOf(line: string, at: string, before: string): TimelineEvent {
  const [who = '', ...words] = line.split(' ');
  const by = accountOf(who);
  const rest = words.join(' ');
  const [, pushed, from = before] = /^pushes (\w)(?: after (\w))?$/.exec(rest) ?? [];
  if (pushed) return { kind: 'pushed', at, before: from, by: who === 'somebody' ? undefined : by, head: pushed };
  const [, approved] = /^approves (\w) by a review$/.exec(rest) ?? [];
  if (approved) return { kind: 'review', at, by, state: 'approved', head: approved };
  if (rest === 'requests changes') return { kind: 'review', at, by, state: 'changes-requested', head: 'A' };
  const [, how, text] = /^(comments|comments through an app|edits a comment to):? `(.*)`$/.exec(rest) ?? [];
  if (text !== undefined)
    return {
      kind: 'comment',
      at,
      by: how === 'comments through an app' ? { ...by, isPerson: false } : by,
      id: Date.parse(at),
      body: text.replaceAll('↵', '\n').replaceAll(/\b[PQ]\b/g, (letter) => digests[letter]!),
      isEdited: how === 'edits a comment to',
    };
  const [, dismissed] = /^dismisses the review of (\w+)$/.exec(rest) ?? [];
  if (dismissed) return { kind: 'dismissed', at, login: dismissed };
  const [, rewritten] = /^edits a comment of (\w+)$/.exec(rest) ?? [];
  if (rewritten) return { kind: 'rewritten', at, login: rewritten };
  if (rest === 'changes the base branch') return { kind: 'retargeted', at };
  throw new Error(`Unknown event: ${line}`);
}

const opened = 'ada pushes A';
const approve = 'comments: `approve P`';

/** By topic, in the order of the table. */
export const approvalCases: Readonly<Record<string, readonly ApprovalCase[]>> = {
  'Who approves': [
    { happens: [opened], by: [], why: '0 of 1' },
    { happens: [opened, 'trent approves A by a review'], by: ['trent'] },
    { happens: [opened, `trent ${approve}`], by: ['trent'] },
    { happens: [opened, 'trent approves A by a review', `tess ${approve}`], required: 2, by: ['tess', 'trent'] },
    { happens: [opened, 'trent approves A by a review', `trent ${approve}`], required: 2, by: [], why: '1 of 2' },
    { happens: [opened, 'trent approves A by a review', `Trent ${approve}`], required: 2, by: [], why: '1 of 2' },
    { happens: [opened], required: 0, by: [], note: '`gate.approvals: 0` needs no approval' },
    { happens: [opened, 'mallory approves A by a review'], by: [], why: 'no write access' },
    { happens: [opened, `mallory ${approve}`], by: [], why: 'no write access' },
    { happens: [opened, 'ada approves A by a review'], by: [], why: 'pushed last' },
    { happens: ['trent pushes A', `ada ${approve}`], by: [], why: 'own pull request' },
    { happens: ['trent pushes A', `ADA ${approve}`], by: [], why: 'own pull request' },
    { happens: ['trent pushes A', 'trent approves A by a review'], by: [], why: 'pushed last' },
    { happens: [opened, 'ci[bot] approves A by a review'], by: [], why: 'only a person' },
    { happens: [opened, 'trent comments through an app: `approve P`'], by: [], why: 'only a person' },
  ],
  'Which comments approve': [
    { happens: [opened, 'trent comments: `/plumbline approve P`'], by: ['trent'] },
    { happens: [opened, 'trent comments: `approve P↵Thank you!`'], by: ['trent'] },
    { happens: [opened, 'trent comments: `Please do not↵approve P`'], by: [], why: '0 of 1' },
    { happens: [opened, 'trent comments: `<!--↵approve P↵-->`'], by: [], why: '0 of 1' },
    { happens: [opened, 'trent comments: `> approve P`'], by: [], why: '0 of 1' },
    {
      happens: [opened, 'trent comments: `approve Q`'],
      by: [],
      why: '0 of 1',
      note: 'Q is the digest of another plan',
    },
    { happens: [opened, 'trent edits a comment to: `approve P`'], by: [], why: 'edited' },
  ],
  'What ends an approval': [
    { happens: [opened, `trent ${approve}`, 'trent requests changes'], by: [], why: 'requested changes' },
    { happens: [opened, 'trent requests changes', `trent ${approve}`], by: ['trent'] },
    { happens: [opened, `trent ${approve}`, 'and trent requests changes'], by: [], why: 'requested changes' },
    {
      happens: [opened, 'trent requests changes', 'and trent approves A by a review'],
      by: [],
      why: 'requested changes',
    },
    { happens: [opened, 'trent comments: `/plumbline retract`', `and trent ${approve}`], by: [], why: 'retracted' },
    {
      happens: [opened, `trent ${approve}`, 'trent comments: `/plumbline retract↵approve P`'],
      by: [],
      why: 'retracted',
    },
    {
      happens: [opened, 'trent comments: `/plumbline retract↵approve P`', `and trent ${approve}`],
      by: [],
      why: 'retracted',
    },
    {
      happens: [opened, `trent ${approve}`, 'tess requests changes'],
      by: ['trent'],
      note: 'Use branch protection if tess’s review should block the merge',
    },
    { happens: [opened, `trent ${approve}`, 'trent comments: `/plumbline retract`'], by: [], why: 'retracted' },
    { happens: [opened, `trent ${approve}`, 'and trent comments: `/plumbline retract`'], by: [], why: 'retracted' },
    {
      happens: [opened, 'trent approves A by a review', 'root dismisses the review of trent'],
      by: [],
      why: 'dismissed',
    },
    {
      happens: [opened, `trent ${approve}`, 'trent approves A by a review', 'root dismisses the review of trent'],
      by: [],
      why: 'dismissed',
    },
    {
      happens: [opened, 'trent approves A by a review', 'root dismisses the review of trent', `trent ${approve}`],
      by: ['trent'],
    },
  ],
  'When somebody else edits a comment': [
    {
      happens: [opened, `trent ${approve}`, 'mallory edits a comment of trent'],
      by: [],
      why: 'somebody else edited',
      note: 'The edited comment was written after the approval and may have retracted it',
    },
    { happens: [opened, 'tess edits a comment of trent', `trent ${approve}`], by: ['trent'] },
    { happens: [opened, `trent ${approve}`, 'trent edits a comment of tess'], by: ['trent'] },
  ],
  'When the base branch changes': [
    {
      happens: [opened, 'trent approves A by a review', 'ada changes the base branch'],
      by: [],
      why: 'base branch changed',
    },
    { happens: [opened, `trent ${approve}`, 'ada changes the base branch'], by: [], why: 'base branch changed' },
    {
      happens: [opened, 'trent approves A by a review', 'and ada changes the base branch'],
      by: [],
      why: 'base branch changed',
    },
    { happens: [opened, 'ada changes the base branch', 'trent approves A by a review'], by: ['trent'] },
    {
      happens: [opened, 'ada changes the base branch', 'and trent approves A by a review'],
      by: [],
      why: 'base branch changed',
    },
    {
      happens: [opened, 'trent approves A by a review', 'ada changes the base branch', 'ada changes the base branch'],
      by: [],
      why: 'base branch changed',
      note: 'The base branch was changed and changed back',
    },
  ],
  'When somebody pushes': [
    { happens: [opened, 'trent approves A by a review', 'ada pushes B'], head: 'B', by: [], why: 'older commit' },
    {
      happens: [opened, `trent ${approve}`, 'ada pushes B'],
      head: 'B',
      by: ['trent'],
      note: 'The push did not change the plan',
    },
    { happens: [opened, `trent ${approve}`, 'trent pushes B'], head: 'B', by: [], why: 'pushed afterwards' },
    { happens: ['trent pushes A', `trent ${approve}`, 'ada pushes B'], head: 'B', by: [], why: 'pushed last' },
    {
      happens: [opened, 'trent pushes B', 'ada pushes C', 'trent approves C by a review'],
      head: 'C',
      by: ['trent'],
      note: 'This is how GitHub counts “most recent reviewable push”',
    },
    {
      happens: [opened, `trent ${approve}`, 'somebody pushes B', 'ada pushes C'],
      head: 'C',
      by: [],
      why: '1 of 2',
      note: 'GitHub does not say who pushed B; it may have been trent',
    },
    {
      happens: [opened, 'trent approves A by a review', 'ada pushes B', 'ada pushes A'],
      by: ['trent'],
      note: 'Exactly this commit was reviewed',
    },
  ],
  'When objects of the plan are rendered': [
    {
      happens: [opened, 'trent approves A by a review'],
      subject: { isRendered: true },
      by: [],
      why: '0 of 1',
      note: 'A commit does not contain what it renders to, so only the digest approves it',
    },
    { happens: [opened, `trent ${approve}`], subject: { isRendered: true }, by: ['trent'] },
    {
      happens: [opened, 'trent comments: `approve Q`'],
      subject: { isRendered: true },
      by: [],
      why: '0 of 1',
      note: 'The same commit renders to Q with another version of helm',
    },
    {
      happens: [opened, 'trent approves A by a review', `tess ${approve}`],
      subject: { isRendered: true },
      required: 2,
      by: [],
      why: '1 of 2',
    },
  ],
  'When it is unknown who pushed': [
    { happens: ['trent approves A by a review'], by: [], why: '1 of 2' },
    { happens: ['trent approves A by a review', `tess ${approve}`], by: ['tess', 'trent'] },
    { happens: ['somebody pushes A', 'trent approves A by a review'], by: [], why: '1 of 2' },
    {
      happens: ['ada pushes B', 'trent approves A by a review'],
      by: [],
      why: '1 of 2',
      note: 'A is not the commit that ada pushed',
    },
    { happens: ['somebody pushes A'], required: 0, by: [] },
    {
      happens: ['ci[bot] pushes A', 'trent approves A by a review'],
      author: 'ci[bot]',
      by: [],
      why: '1 of 2',
      note: 'trent may have started the workflow',
    },
    {
      happens: ['ci[bot] pushes A', 'trent approves A by a review', 'tess approves A by a review'],
      author: 'ci[bot]',
      by: ['tess', 'trent'],
    },
    { happens: [opened, 'trent approves A by a review'], author: 'ci[bot]', by: [], why: '1 of 2' },
    { happens: [opened, 'ci[bot] pushes B', 'ada pushes C', 'trent approves C by a review'], head: 'C', by: ['trent'] },
  ],
  'When the configuration changes': [
    {
      happens: [opened, 'trent approves A by a review'],
      subject: { seen: [digests.P!, digests.Q!] },
      by: [],
      why: 'another plan',
      note: 'The base branch changed `set`, so trent may have seen plan Q',
    },
    {
      happens: [opened, `trent ${approve}`],
      subject: { seen: [digests.P!, digests.Q!] },
      by: ['trent'],
      note: 'The base branch changed `set`, but the comment names plan P',
    },
    {
      happens: [opened, 'trent approves A by a review'],
      subject: { digest: null, seen: [], changesConfiguration: true },
      by: ['trent'],
      note: 'Only plumbline.yaml changes',
    },
    {
      happens: [opened, `trent ${approve}`],
      subject: { changesConfiguration: true },
      by: [],
      why: '0 of 1',
      note: 'A digest does not cover plumbline.yaml',
    },
    {
      happens: [opened, 'trent approves A by a review'],
      subject: { changesConfiguration: true },
      by: ['trent'],
      note: 'A review covers plumbline.yaml and the plan',
    },
    {
      happens: [opened, 'trent approves A by a review', `trent ${approve}`],
      subject: { seen: [digests.Q!], changesConfiguration: true },
      by: ['trent'],
      note: 'The base branch changed `set`. The review covers plumbline.yaml, and the comment names plan P',
    },
  ],
};
