import { type ApprovalCase, approvalCases } from '../src/engine/approval/cases.test-support.ts';

/** docs/approvals.md: the rules in words, and the cases that the tests of src/engine/approval run. */
export function approvalsPage(): string {
  return `${head}\n${Object.entries(approvalCases).map(section).join('\n')}`;
}

function section([title, cases]: [string, readonly ApprovalCase[]]): string {
  return `## ${title}\n\n| what happens | approved | why |\n| --- | --- | --- |\n${cases.map(row).join('\n')}\n`;
}

function row(one: ApprovalCase): string {
  const { happens, author, required = 1, by, note } = one;
  const start = author === undefined ? [] : [`${author} opens it`];
  const settings = required === 1 ? [] : [`with \`gate.approvals: ${required}\``];
  const isApproved = by.length > 0 || required === 0;
  const why = isApproved ? (note ?? '') : [reasons[one.why!] ?? one.why!, ...(note ? [note] : [])].join('. ');
  const steps = [...start, ...happens.map(sameSecond), ...settings].join('<br>').replaceAll('|', '\\|');
  return `| ${steps} | ${isApproved ? `yes${by.length > 0 ? `, by ${by.join(' and ')}` : ''}` : '**no**'} | ${why} |`;
}

const sameSecond = (line: string): string => (line.startsWith('and ') ? `${line} in the same second` : line);

/** What the tests look for, as a sentence. */
const reasons: Readonly<Record<string, string>> = {
  '0 of 1': 'Nobody approves it',
  '1 of 2': 'It has one of the two approvals that it takes',
  'no write access': 'They have no write access',
  'pushed last': 'They pushed last',
  'own pull request': 'It is their own pull request',
  'only a person': 'Only a person can approve',
  edited: 'The comment was edited',
  'requested changes': 'They requested changes',
  retracted: 'They retracted it',
  dismissed: 'A review of theirs was dismissed after it',
  'base branch changed': 'The base branch changed after it',
  'somebody else edited': 'Somebody else edited a comment of theirs after it',
  'older commit': 'The review is of an older commit',
  'pushed after it': 'They pushed after it',
  'another plan': 'They may have seen another plan',
};

const head = `# Who approved what

Written by \`npm run generate\` from the cases that the tests run.

plumbline applies a change, and lets a deployment through, only when enough people approve it. An approval belongs to a person, to
bytes, and to a base branch:

- **A review** approves the commit that was reviewed.
- **A comment** approves the plan whose full digest it names: \`approve DIGEST\`, or \`/plumbline approve DIGEST\`. Commands are the first
  lines of a comment that are not blank, alone on their lines. What is in a code fence, an HTML comment, a quotation, or below other text is not a
  command. The [bot](bot.md) answers what it understood.

People count who have write access, did not open the pull request, and did not push last. GitHub is asked for all of that when it counts. An
approval ends when the person requests changes, retracts it (\`/plumbline retract\`), pushes, or has a review dismissed, and when the base
branch changes or its history is rewritten. Where an app opened or pushed the change, or GitHub does not say who pushed, it takes one approval more than
\`gate.approvals\`: one of the approvers may be the person behind it.

A pull request that changes what \`plumbline.yaml\` says for an environment needs the same number of approvals, by reviews. A review counts only if every
configuration that the base branch had since the pull request was forked gives the plan that would be applied.

In the tables, ada opens the pull request unless something else is said. trent and tess may write, root is an administrator, and mallory may only
read. The newest commit is the one that is pushed last. Its plan is P; Q is the digest of another plan. \`↵\` is a new line.
`;
