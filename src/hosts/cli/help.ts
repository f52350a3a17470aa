import type { Command, Option } from '../../options.ts';
import { flagsOf } from './arguments.ts';

interface CommandHelp {
  readonly usage: string;
  readonly summary: string;
  readonly examples: readonly string[];
  /** Flag → its default here, where that is another than elsewhere. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** What each command does, in the order of the overview. */
export const commandHelp: Readonly<Record<Command, CommandHelp>> = {
  review: {
    usage: 'review [--base X] [--head Y] [PATH…]',
    summary: 'Everything at once, as the comment shows it: findings, changes and effects, nodes and cost',
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
    summary: 'Which nodes Karpenter would launch for the workloads, and what they cost',
    examples: ['estimate . --region eu-central-1', 'estimate . --cluster nodes.json'],
  },
  snapshot: {
    usage: 'snapshot FILE…',
    summary: 'What scheduling needs to know of a cluster, from `kubectl get … -o json`: small enough to commit',
    examples: [
      'snapshot dump.json --output cluster.json',
      'kubectl get nodes,nodeclaims,pods,deployments -A -o json | plumbline snapshot -',
    ],
  },
  migrate: {
    usage: 'migrate PATH…',
    summary: 'Old Karpenter APIs to newer ones, comments and order kept: a patch, or with `--write` in place',
    examples: [
      'migrate karpenter/',
      'migrate karpenter/ --write',
      'migrate . --output v1.patch',
      'migrate . --to v1beta1',
    ],
  },
  sources: {
    usage: 'sources [--base X] [--head Y] [PATH…]',
    summary: 'What the repository renders to: kustomizations, charts, releases, and what keeps them from it',
    examples: ['sources', 'sources --base origin/main', 'sources --environments'],
  },
  explain: {
    usage: 'explain CODE',
    summary: 'Why a finding matters, with a bad and a good example',
    examples: ['explain schema/unknown-field', 'explain require-limits'],
  },
  rules: { usage: 'rules', summary: 'List the lint rules', examples: ['rules'] },
  catalog: {
    usage: 'catalog [INSTANCE-TYPE | refresh --output FOLDER]',
    summary: 'Age and exactness of instance types and prices, one type in every zone, or fresh ones from AWS',
    examples: [
      'catalog --region eu-central-1',
      'catalog m6i.xlarge --region us-east-1',
      'catalog refresh --region eu-central-1 --output catalog',
    ],
    defaults: { region: 'us-east-1' },
  },
  init: {
    usage: 'init [--cluster-arn ARN]',
    summary: 'Write workflows, configuration, roles and rights for one environment; nothing is overwritten',
    examples: [
      'init --cluster-arn arn:aws:eks:eu-central-1:111122223333:cluster/production',
      'init --environment staging --terraform --print',
    ],
  },
  doctor: {
    usage: 'doctor [PATH…]',
    summary: 'Check identity, rights and what EC2NodeClasses refer to, and say how to mend each; it changes nothing',
    examples: ['doctor', 'doctor --offline', 'doctor --environment production --format json'],
  },
  plan: {
    usage: 'plan --base X [--head Y] [--environment NAME] [--output FILE]',
    summary: 'What a change would create, update and delete in an environment, byte for byte, with its digest',
    examples: [
      'plan --environment production --base origin/main --head my-branch',
      'plan --environment production --base v1 --head v2 --output plan.json',
    ],
  },
  apply: {
    usage: 'apply --plan FILE',
    summary: 'Apply a plan: only what was approved, only to where it was reviewed, and wait until it is ready',
    examples: [
      'apply --plan plan.json --repository acme/infra',
      'apply --plan plan.json --kubeconfig admin.yaml --break-glass "GitHub is down, incident 42"',
    ],
  },
  drift: {
    usage: 'drift [PATH…]',
    summary: 'What the cluster has otherwise than the files say, in meaning and not in spelling',
    examples: [
      'drift karpenter/ --kubeconfig ~/.kube/config',
      'kubectl get nodepools,ec2nodeclasses -o json | plumbline drift karpenter/ --cluster -',
    ],
  },
  bot: {
    usage: 'bot [--dead | --replay]',
    summary:
      'Run the GitHub App that reviews, comments and answers; its settings are in the environment, see docs/bot.md',
    examples: ['bot', 'bot --dead', 'bot --replay'],
  },
};

/** The overview: `plumbline --help`. */
export function overview(): string {
  const rows = Object.entries(commandHelp).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return `plumbline reviews Karpenter manifests: what is wrong, what changes, how many nodes, at what cost.

Usage: plumbline COMMAND [FLAG…] [PATH…]

${rows.join('\n')}

plumbline COMMAND --help shows the flags of a command; plumbline --version the version.
Exit codes: 0 nothing found, 1 findings (see --fail-on), 2 the invocation or the set-up is wrong, 3 a bug in plumbline.
`;
}

/** The help of one command. */
export function help(command: Command): string {
  const { usage, summary, examples, defaults = {} } = commandHelp[command];
  const flags = flagsOf(command);
  const width = Math.max(0, ...flags.map((option) => flag(option).length)) + 2;
  const rows = flags.map(
    (option) =>
      `  ${flag(option).padEnd(width)}${meaning({ ...option, ...(Object.hasOwn(defaults, option.name) && { default: defaults[option.name]! }) })}`,
  );
  return `${summary}

Usage: plumbline ${usage}
${rows.length > 0 ? `\n${rows.join('\n')}\n` : ''}
Examples:
${examples.map((example) => (example.includes('|') ? `  ${example}` : `  plumbline ${example}`)).join('\n')}
`;
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
