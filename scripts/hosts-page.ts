import { type HostRules, hostRules } from '../src/review/host-rules.ts';

/** docs/hosts.md: what each host decides about a review, made from the objects that they are run by. */
export function hostsPage(): string {
  return `${head}\n${table()}\n\n${tail}`;
}

const head = `# What each host decides

Action, bot, apply and command line put a review together with the same code: it reads the two sides, takes the configuration at the
base, renders, asks the API server's code, reads live state, reviews and judges. Given the same input they say the same. They differ in
this table and in nothing else.
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
  comingConfiguration: 'A configuration that the change brings is',
  failOn: 'Inputs, flags and commands may change `failOn`',
  missingSnapshot: 'A snapshot that the base does not have',
  unchanged: 'Where nothing relevant differs',
  withoutBase: 'A commit without a base is compared with',
  verdicts: "The API server's code runs",
} as const satisfies Record<Exclude<keyof HostRules, 'host'>, string>;

/** Values whose words in the code are short for a page. */
const words: { readonly [Rule in keyof typeof rows]?: Partial<Record<HostRules[Rule], string>> } = {
  reads: { 'a clone and GitHub': "a clone; GitHub's API for what it lacks", GitHub: "GitHub's API" },
  token: { "the caller's": 'the job, or of who calls', "the app's": 'the GitHub App' },
  rendering: { rendered: 'rendered in a sandbox', named: 'named as not rendered' },
  withoutRendering: { 'as the files stand': 'reviewed as the files stand', named: 'named as not rendered' },
  brokenConfiguration: { fails: 'stops the review', 'defaults hold': 'leaves the defaults, and that is said' },
  comingConfiguration: { announced: 'announced, with its mistakes', ignored: 'not looked at' },
  failOn: { tightened: 'to a stricter one only', set: 'freely' },
  missingSnapshot: { fails: 'stops the review', announced: 'is said', ignored: 'is left out' },
  unchanged: { 'no review': 'there is no review', reviewed: 'there is a review' },
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
