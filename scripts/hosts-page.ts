import { type HostRules, hostRules } from '../src/review/host-rules.ts';

/** docs/hosts.md: what each host decides about a review, generated from the objects that the hosts use. */
export function hostsPage(): string {
  return `${head}\n${table()}\n\n${tail}\n${surfaces}`;
}

const head = `# What each host decides

The Action, the bot, apply, the command line and the language server all use the same code for a review. It reads both sides and the configuration at the
base, renders, validates with the API server's own code, reads live state, reviews, and gives a verdict. The same input gives the same
review. This table lists every difference between the hosts.
`;

const tail = `No host trusts the content of a pull request. Its files are data, and its configuration takes effect only once it is merged
([security](security.md)).
`;

/** Every place where plumbline runs. The last column names the tests that compare its answer with another place's. */
const surfaces = `## Every place, its size and its tests

| Where | What it needs | Tests | The same answer as |
| --- | --- | --- | --- |
| Action: review, comment, apply, drift | \`dist/\`, at most 10 MB | \`test/github\`, and \`test/real/action\` with act | the command line: \`test/real/render-hosts\` |
| Bot | a container image, or \`dist/\` with Node | \`test/bot\`, \`test/real/bot*\`, with the image built and run | \`mode: comment\`: \`test/real/render-hosts\` |
| Bot on AWS Lambda | \`dist/\` | \`test/real/bot-lambda\` | the bot, which it runs |
| Command line | \`dist/\`: the npm package \`@plumbline/cli\` without dependencies, or an executable that contains Node | \`src/hosts/cli\`, \`test/real/executables\`, \`test/real/shells\` | |
| Playground | less than 6 MB, loaded in parts | \`test/real/playground\` in Chromium | the command line, byte for byte: \`test/real/playground\` |
| Language server, VS Code | \`dist/\`, packed as \`.vsix\` | \`test/lsp\`, \`test/real/vscode\` | \`check\`: \`test/lsp\` |
| Assistants (MCP) | \`dist/\` | \`test/mcp\` | the command line: \`test/mcp\` |
| Library | \`dist/\` with types | \`src/hosts/library\`, \`scripts/package\` | the command line, byte for byte: \`src/review/review-texts\` |
| The API server's code alone | the npm package \`kubeval-wasm\`, 3.6 MB | \`kubeval-wasm\`, \`scripts/package\` | |
| GitLab | the npm package | \`test/gitlab\` | the command line, which it runs |
`;

/** The rows in the order of the page. A new rule needs a row here. */
const rows = {
  compares: 'Compares',
  reads: 'Reads files from',
  token: 'Asks GitHub with the token of',
  rendering: 'Kustomizations and charts are',
  withoutRendering: 'With `sources.render: false` at the base they are',
  brokenConfiguration: 'A broken configuration at the base',
  proposedConfiguration: 'A configuration that the change adds or edits is',
  failOn: 'Inputs, flags and commands may change `failOn`',
  missingFacts: 'A snapshot or catalog that is not at the base',
  unchanged: 'If no relevant file differs',
  withoutBase: 'A commit without a base is compared with',
  verdicts: "The API server's code runs",
} as const satisfies Record<Exclude<keyof HostRules, 'host'>, string>;

/** Values that the page describes in more words than the code. */
const words: { readonly [Rule in keyof typeof rows]?: Partial<Record<HostRules[Rule], string>> } = {
  reads: { 'a clone and GitHub': "a clone, and GitHub's API for missing commits", GitHub: "GitHub's API" },
  token: {
    "the caller's": 'the job or the caller',
    "the caller's, for `extends`": 'the caller, only to read what `extends` names',
    "the app's": 'the GitHub App',
  },
  rendering: {
    rendered: 'rendered in a sandbox',
    'in isolation':
      'rendered where the sandbox is isolated from credentials, otherwise reviewed as plain files, with a note',
    'by another job':
      'not rendered here. A job without credentials renders them; without one, they are reviewed as plain files, with a note',
    'with a note': 'reviewed as plain files, with a note',
  },
  withoutRendering: {
    'as plain files': 'reviewed as plain files',
    'with a note': 'reviewed as plain files, with a note',
  },
  brokenConfiguration: { fails: 'stops the review', 'defaults apply': 'is reported; the defaults apply' },
  proposedConfiguration: { reported: 'reported, with its mistakes', ignored: 'not read' },
  failOn: { tightened: 'to a stricter value only', set: 'to any value' },
  missingFacts: { fails: 'stops the review', reported: 'is reported' },
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
