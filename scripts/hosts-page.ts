import { type HostRules, hostRules } from '../src/review/host-rules.ts';

/** docs/hosts.md: what each host decides about a review, made from the objects that they are run by. */
export function hostsPage(): string {
  return `${head}\n${table()}\n\n${tail}`;
}

const head = `# What each host decides

Action, bot, apply and command line put a review together with the same code: it reads the two sides, takes the configuration at the
base, renders, validates with the API server's own code, reads live state, reviews, and gives a verdict. The same input gives the same
review. This table lists every difference between them.
`;

const tail = `Nothing of a pull request is ever trusted, whoever reviews it: its files are data, and its configuration takes effect once it is merged
([security](security.md)).
`;

/** The rows in the order of the page. A rule that is added needs its row here. */
const rows = {
  compares: 'Compares',
  reads: 'Reads files from',
  token: 'Asks GitHub with the token of',
  rendering: 'Kustomizations and charts are',
  withoutRendering: 'With `sources.render: false` at the base they are',
  brokenConfiguration: 'A broken configuration at the base',
  comingConfiguration: 'A configuration that the change adds or edits is',
  failOn: 'Inputs, flags and commands may change `failOn`',
  missingSnapshot: 'A snapshot that is not at the base',
  unchanged: 'If no relevant file differs',
  withoutBase: 'A commit without a base is compared with',
  verdicts: "The API server's code runs",
} as const satisfies Record<Exclude<keyof HostRules, 'host'>, string>;

/** Values that a page says in more words than the code. */
const words: { readonly [Rule in keyof typeof rows]?: Partial<Record<HostRules[Rule], string>> } = {
  reads: { 'a clone and GitHub': "a clone; GitHub's API for what it lacks", GitHub: "GitHub's API" },
  token: { "the caller's": 'the job or the caller', "the app's": 'the GitHub App' },
  rendering: { rendered: 'rendered in a sandbox', named: 'reviewed as the files stand, with a note' },
  withoutRendering: {
    'as the files stand': 'reviewed as the files stand',
    named: 'reviewed as the files stand, with a note',
  },
  brokenConfiguration: { fails: 'stops the review', 'defaults hold': 'is reported; the defaults apply' },
  comingConfiguration: { announced: 'reported, with its mistakes', ignored: 'not read' },
  failOn: { tightened: 'to a stricter value only', set: 'to any value' },
  missingSnapshot: { fails: 'stops the review', announced: 'is reported' },
  unchanged: { 'no review': 'nothing is reviewed', reviewed: 'it is reviewed anyway' },
  withoutBase: { 'everything is new': 'nothing: everything is new' },
};

function table(): string {
  const heads = ['', ...hostRules.map(({ host }) => host)];
  const lines = (Object.keys(rows) as (keyof typeof rows)[]).map((rule) => [
    rows[rule],
    ...hostRules.map((rules) => (words[rule] as Record<string, string> | undefined)?.[rules[rule]] ?? rules[rule]),
  ]);
  return [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
