import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** An attack or a failure, by its number. The tests against it have this number in their titles. */
export type Threat = readonly [number: number, what: string];

/** Grouped by the boundary that the attack tries to cross. */
export const threats: Readonly<Record<string, readonly Threat[]>> = {
  'Pull request → cluster, without approval': [
    [1, 'The base branch moves on, and unreviewed content is applied'],
    [2, 'An approval counts although the pull request changed after it'],
    [3, 'A comment counts although its author has no rights'],
    [44, 'An approval for one base branch counts for another'],
    [45, 'The configuration changes after an approval, or a change weakens the gate that judges it'],
    [
      46,
      'A command counts although it is in a code fence, an HTML comment or a quotation, or after a sentence that forbids it',
    ],
    [
      47,
      'A forged deployment status makes unapproved content count as deployed. Everybody with write access can set it',
    ],
    [
      55,
      'An approval counts although its author later requested changes or retracted it, or although the review was dismissed',
    ],
    [56, 'One person approves a change that an app opened or pushed for them'],
    [61, 'A push triggers break-glass'],
    [5, 'A push between plan and apply is applied too'],
    [6, 'Two pushes are mixed, or the older one wins'],
    [43, 'Apply triggers itself'],
    [72, 'A change that no plan shows counts as nothing, so nobody has to approve it'],
    [74, 'The gate approves a change that the review blocks, because the plan is empty'],
    [78, 'Terraform or Terragrunt runs a program in a resource that nothing else is known to matter about'],
    [79, 'The name of a file or folder hides an object in it'],
    [81, 'A pipeline that can deploy applies something else, in words that no list has'],
    [82, 'An object that decides what another tool applies counts as data'],
    [84, 'A program that can change a cluster reads data whose name says nothing'],
    [85, 'A Secret or ConfigMap changes from which a definition takes values for what it applies'],
    [86, 'A declaration of a variable changes what the variable is'],
    [88, 'An annotation makes a tool delete an object, and everything that hangs on it, and create it again'],
    [89, 'A label, an annotation or a setting of drift detection decides what a tool applies'],
    [90, 'The definition of a kind is deleted, and all objects of the kind with it'],
    [91, 'The paths of an environment match nothing, so its plan is empty'],
    [92, 'A line that looks like a comment is part of a command, or data of a script'],
    [93, 'A pipeline that can deploy starts for other branches or with other rights'],
    [94, 'A value, a setting or a name of a provider decides which cluster Terraform talks to'],
    [95, 'A check or a test of Terraform runs a program or applies something'],
    [96, 'A file leaves the glob of Terraform, which deletes its objects, and stays in the repository'],
    [97, 'A pipeline that can deploy runs another commit of an action, which may be of a fork'],
    [98, 'A pipeline that can deploy runs, sources or lists a file whose name says nothing'],
    [99, 'Attributes of git change what a checkout or an archive has of a file that is applied'],
    [100, 'An object leaves the paths of its environment, or a NodePool is in the paths of none'],
    [101, 'Templates of a helmfile take values from a file that no release names'],
    [102, 'A link leads to another folder, so other files are applied through it'],
    [103, 'A file says what Fleet or HCP Terraform leaves out, and they delete what they no longer see'],
    [104, 'Settings of a backend make Terraform use another state'],
    [83, 'A chart has other objects in the cluster than where it is rendered'],
    [75, 'A change that people approved turns into "nothing to do"'],
  ],
  'Approved plan → different bytes in the cluster': [
    [4, 'An apply runs before the plan is finished'],
    [7, 'An unfinished run has an empty plan, which counts as success'],
    [8, 'A change of style only (order, units, YAML style, comments) changes the digest'],
    [9, 'A change of meaning does not change the digest'],
    [10, 'A plan that is stored as an artifact contains secrets'],
    [11, 'A plan file is altered and still applied'],
    [12, 'The apply computes the plan again, and it differs from the approved one'],
    [13, 'An apply overwrites edits made by hand since the review'],
    [66, 'A job with credentials renders content of the repository'],
    [67, 'A rendered text is altered between the job that renders and the job that applies, and is still applied'],
    [68, 'An approval of rendered objects counts although a program, a chart or another input changed'],
    [69, 'A file of another run or commit is applied, or one that is cut off, too large or has unknown fields'],
    [33, 'An apply writes objects of other kinds in the repository'],
    [34, 'Nobody notices that a NodePool is deleted'],
    [35, 'A rename counts as a change of one object'],
    [36, 'An apply silently takes over fields of another field manager'],
    [37, 'plumbline writes objects that Argo CD, Flux or Helm manages'],
  ],
  'Changes and findings that nobody sees': [
    [48, 'The review misses a manifest that kubectl reads, because of its spelling, its file name or a link'],
    [77, 'git writes other text into a working tree than the commit has, and that is applied'],
    [87, 'A chart no longer renders a file that stays in its folder, and its objects are deleted'],
    [80, 'A tool leaves files out of a repository, and deletes what they had'],
    [73, 'The words of a change decide that it is not rendered, and not what it renders to'],
    [63, 'A comment or baseline silences a finding that must not be silenced'],
    [58, 'Silencing one finding also silences later ones'],
    [52, 'A required check passes because of another base branch or another pull request with the same commit'],
    [57, 'A check passes while a review of the same commit is still writing findings'],
    [39, 'Annotations are lost if there are more than one request allows'],
    [38, 'A comment is too long, so nothing is posted'],
    [25, 'Anybody can take the place of our comment by copying its marker'],
    [26, 'plumbline trusts a forged marker'],
    [27, 'An older run overwrites a newer one'],
    [24, "plumbline trusts an artifact of a fork's run"],
  ],
  'Repository content → code execution, network or secrets': [
    [14, 'Hooks of a repository run'],
    [49, 'Git runs programs that a repository, or a repository inside it, configures'],
    [62, 'A revision or a value is read as an option'],
    [15, 'A privileged job takes its configuration from the pull request'],
    [16, 'Rendering runs post-renderers, plugins or functions'],
    [17, 'Rendering fetches remote content'],
    [53, 'A decoy file, a schema or a reference makes rendering access the network or other files'],
    [65, 'A program that renders next to credentials reads keys, tokens or other processes, or uses the network'],
    [18, 'Tokens appear in logs'],
  ],
  'Repository content → time and memory': [
    [76, 'A regular expression takes quadratic time on a text of the repository'],
    [41, 'Alias bombs, huge files, link loops, submodules or odd encodings crash the run'],
    [50, 'A pattern, number, glob or expression in a pull request uses unlimited time or memory'],
    [51, 'One repository blocks the bot for all others'],
    [54, 'Requests fill the memory before their signature is checked'],
    [40, 'After a rate limit there is no comment, or there are two'],
  ],
  'Text → markup, terminals and runners': [
    [28, 'Text of a manifest breaks the comment, mentions people or hides content'],
    [59, 'Control characters or workflow commands reach a terminal or the log of a runner'],
  ],
  'Network → bot': [
    [19, 'The bot accepts webhooks without a secret'],
    [20, 'Signatures are compared in an unsafe way, or for a different body'],
    [21, 'A delivery that arrives twice at the same time is processed twice'],
    [22, 'After deliveries in the wrong order, the comment is about an older commit'],
    [64, 'A forged job in the queue does more than make the bot look at GitHub again'],
  ],
  'Workflow → AWS account and cluster': [
    [29, 'Nobody notices a trust policy without a subject, with a wildcard, or for another repository'],
    [30, "The generated trust policy accepts only one of GitHub's two formats of the subject"],
    [60, 'Nobody notices a trust policy that also allows others'],
    [31, 'The role gives access to another account or cluster'],
    [32, 'The permissions in the cluster are wider than needed'],
    [23, 'Workflows in the documentation are unsafe'],
    [42, 'A release differs from what was built, or depends on tags that can be moved'],
  ],
};

/** Attacks that are no longer possible, because what they attacked is gone. Their numbers are never used again. */
export const goneThreats: readonly (readonly [number: number, what: string, why: string])[] = [
  [
    70,
    'The overview shows a repository to somebody who cannot read it, or gives a session to another browser',
    'The bot has no overview and no sign-in ([ADR 0040](adr/0040-no-page-over-several-repositories.md))',
  ],
  [
    71,
    'A token of somebody who signed in reaches a log or a page',
    'Nobody signs in to the bot, and it gets no tokens of people ([ADR 0040](adr/0040-no-page-over-several-repositories.md))',
  ],
];

/** A test by its file and name. */
export interface NamedTest {
  readonly file: string;
  readonly name: string;
}

const folders = ['src', 'test', 'scripts', 'kubeval-wasm'];

/** The tests of every number, by the number in their titles. */
export function testsOfThreats(): ReadonlyMap<number, readonly NamedTest[]> {
  const tests = new Map<number, NamedTest[]>();
  for (const file of folders.flatMap((folder) => testFiles(folder))) {
    for (const [, , numbers = '', name = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:^|[\s(,[\]])(['"`])((?:T\d+(?:, )?)+): ((?:(?!\1)[^\n\\]|\\.)*)/gm,
    )) {
      for (const [, number] of numbers.matchAll(/T(\d+)/g)) {
        const ofThreat = tests.get(Number(number)) ?? [];
        ofThreat.push({ file, name: name.replaceAll('\\', '') });
        tests.set(Number(number), ofThreat);
      }
    }
  }
  return tests;
}

const testFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .sort()
    .map((file) => join(folder, file));

/** docs/threats.md: the texts in `threats/*.md`, and the table of attacks with their tests. */
export function threatsPage(): string {
  const text = (name: string): string => readFileSync(new URL(`threats/${name}.md`, import.meta.url), 'utf8').trim();
  return `${text('head')}\n\n${table()}\n${text('tail')}\n`;
}

function table(): string {
  const tests = testsOfThreats();
  const sections = Object.entries(threats).map(([boundary, list]) => {
    const rows = list.map(([number, what]) => {
      const links = (tests.get(number) ?? []).map((test) => `[${escaped(labelOf(test))}](../${test.file})`);
      return `| T${number} | ${what}. | ${links.join(';<br> ')}. |`;
    });
    return `### ${boundary}\n\n| | Attack or failure | Tests |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });

  const gone = goneThreats.map(([number, what, why]) => `| T${number} | ${what}. | ${why}. |`);
  const ended = `### Gone\n\n| | Attack or failure | Why it is gone |\n| --- | --- | --- |\n${gone.join('\n')}\n`;

  return [...sections, ended].join('\n');
}

/** The title of a test. Titles of tests with many cases have placeholders. */
const labelOf = ({ file, name }: NamedTest): string =>
  /^%\w$/.test(name) ? `cases in ${basename(file)}` : name.replace(/%[a-z]|\$\w+/g, '…');

const escaped = (name: string): string => name.replace(/[|<>[\]\\]/g, '\\$&');
