import { wrap } from '../../../engine/text/terminal.ts';
import { type CommandName, type Option, optionOf } from '../../../options.ts';
import { flagsOf } from './arguments.ts';

interface CommandHelp {
  readonly usage: string;
  /** A line of the overview. */
  readonly summary: string;
  /** What else is good to know before the first call: sentences. */
  readonly more?: string;
  readonly examples: readonly string[];
}

/** What each command does, in the order of the overview. */
export const commandHelp: Readonly<Record<CommandName, CommandHelp>> = {
  review: {
    usage: 'review [--base X] [--head Y] [PATH…]',
    summary: 'All of it at once: findings, changes and effects, nodes and cost',
    examples: ['review --base origin/main', 'review --base main --head my-branch karpenter/', 'review examples/kops'],
  },
  check: {
    usage: 'check PATH…',
    summary: 'Validate and lint manifests; `--fix` applies the fixes',
    examples: ['check karpenter/', 'kubectl get nodepools -o yaml | plumbline check -'],
  },
  diff: {
    usage: 'diff --base X [--head Y] [PATH…]',
    summary: 'What changes, and what each change does to running nodes',
    examples: ['diff --base origin/main'],
  },
  estimate: {
    usage: 'estimate PATH…',
    summary: 'Which nodes Karpenter would launch for the workloads, and their cost',
    examples: ['estimate . --region eu-central-1', 'estimate . --cluster nodes.json'],
  },
  snapshot: {
    usage: 'snapshot FILE…',
    summary: 'What scheduling needs to know of a cluster, small enough to commit',
    more: 'It is made from what `kubectl get … -o json` prints.',
    examples: ['snapshot dump.json --output cluster.json', 'kubectl get nodes,pods -A -o json | plumbline snapshot -'],
  },
  migrate: {
    usage: 'migrate PATH…',
    summary: 'Old Karpenter APIs to newer ones: a patch, or `--write` in place',
    more: 'Comments and order are kept.',
    examples: [
      'migrate karpenter/',
      'migrate karpenter/ --write',
      'migrate . --output v1.patch',
      'migrate . --to v1beta1',
    ],
  },
  sources: {
    usage: 'sources [--base X] [--head Y] [PATH…]',
    summary: 'What kustomizations, charts and releases render to',
    more: 'It also says what keeps them from rendering.',
    examples: ['sources', 'sources --base origin/main', 'sources --environments'],
  },
  explain: {
    usage: 'explain CODE|#PULL-REQUEST',
    summary: 'Why a finding matters, or who approved a pull request',
    more: 'For a pull request it asks GitHub who approved what, and says what does not count.',
    examples: ['explain schema/unknown-field', 'explain require-limits', 'explain 12 --repository acme/infra'],
  },
  rules: { usage: 'rules', summary: 'List the lint rules', examples: ['rules'] },
  catalog: {
    usage: 'catalog [INSTANCE-TYPE | refresh --output FOLDER]',
    summary: 'Instance types and prices: their age, one type, or fresh ones',
    more: '`refresh` asks AWS with the credentials of the environment.',
    examples: [
      'catalog --region eu-central-1',
      'catalog m6i.xlarge --region us-east-1',
      'catalog refresh --region eu-central-1 --output catalog',
    ],
  },
  init: {
    usage: 'init [--apply [--cluster-arn ARN]]',
    summary: 'Write the workflows of a review and plumbline.yaml',
    more: '`--apply` adds apply and drift with their roles and rights. Edited files are not overwritten.',
    examples: [
      'init',
      'init --print',
      'init --apply --cluster-arn ARN',
      'init --apply --environment staging --terraform',
    ],
  },
  doctor: {
    usage: 'doctor [PATH…]',
    summary: 'Check identity, rights and what EC2NodeClasses refer to',
    more: 'It says how to mend each, and changes nothing.',
    examples: ['doctor', 'doctor --offline', 'doctor --environment production --format json'],
  },
  plan: {
    usage: 'plan --base X [--head Y] [--environment NAME] [--output FILE]',
    summary: 'What a change would do to an environment, byte for byte',
    more: 'People approve its digest.',
    examples: [
      'plan --environment production --base origin/main --head my-branch',
      'plan --environment production --base v1 --head v2 --output plan.json',
    ],
  },
  apply: {
    usage: 'apply --plan FILE',
    summary: 'Apply a plan that was approved, and wait until it is ready',
    examples: [
      'apply --plan plan.json --repository acme/infra',
      'apply --plan plan.json --break-glass "GitHub is down, incident 42"',
    ],
  },
  drift: {
    usage: 'drift [PATH…]',
    summary: 'What the cluster has otherwise than the files say',
    more: 'Meaning is compared, not spelling.',
    examples: [
      'drift karpenter/ --kubeconfig ~/.kube/config',
      'kubectl get nodepools -o json | plumbline drift karpenter/ --cluster -',
    ],
  },
  bot: {
    usage: 'bot [--dead | --replay]',
    summary: 'Run the GitHub App that reviews, comments and answers',
    more: 'Its settings are in the environment: see docs/bot.md.',
    examples: ['bot', 'bot --dead', 'bot --replay'],
  },
};

/** The overview: `plumbline --help`. */
export function overview(): string {
  const rows = Object.entries(commandHelp).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return `plumbline reviews Karpenter manifests: what is wrong, what changes, how many
nodes, at what cost.

Usage: plumbline COMMAND [FLAG…] [PATH…]

${rows.join('\n')}

\`plumbline COMMAND --help\` shows its flags, \`plumbline --version\` the version.
Exit codes: 0 nothing found, 1 findings (see --fail-on), 2 the invocation or the
set-up is wrong, 3 a bug in plumbline.
`;
}

/** The help of one command. */
export function help(command: CommandName): string {
  const { usage, summary, more, examples } = commandHelp[command];
  const rows = flagsOf(command).flatMap((option) => flagRows(optionOf(option, command)));
  return `${wrap([`${summary}.`, more].filter(Boolean).join(' '), width).join('\n')}

Usage: plumbline ${usage}
${rows.length > 0 ? `\n${rows.join('\n')}\n` : ''}
Examples:
${examples.map((example) => (example.includes('|') ? `  ${example}` : `  plumbline ${example}`)).join('\n')}
`;
}

/** Where meanings begin, and where lines end. */
const column = 30;
const width = 80;

/** A flag and its meaning, side by side where the flag is short enough. */
function flagRows(option: Option): string[] {
  const head = `  ${flag(option)}`;
  const lines = wrap(meaning(option), width - column).map((line) => `${' '.repeat(column)}${line}`);
  return head.length < column - 1 ? [head + lines[0]!.slice(head.length), ...lines.slice(1)] : [head, ...lines];
}

/** Choices in place of a value; many of them stand in the sentence, or every line would be too wide. */
const isListed = ({ choices = [] }: Option): boolean => choices.length > 0 && choices.join('|').length <= 32;

const placeholder = (option: Option): string | undefined =>
  isListed(option) ? option.choices!.join('|') : option.choices ? option.name.toUpperCase() : option.value;

const flag = (option: Option): string => [`--${option.name}`, placeholder(option)].filter(Boolean).join(' ');

function meaning(option: Option): string {
  const { summary, choices } = option;
  const isSentence = choices !== undefined && !isListed(option);
  if (isSentence)
    return `${summary}: ${choices.map((one) => (one === option.default ? `${one} (default)` : one)).join(', ')}`;
  return `${summary}${option.default === undefined ? '' : ` (default: ${option.default})`}`;
}
