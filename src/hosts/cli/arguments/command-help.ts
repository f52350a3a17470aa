import type { CommandName } from '../../../shared/options.ts';

/** Headings of the overview, in its order. */
export const commandGroups = [
  'Review changes',
  'Look things up',
  'Set up',
  'Work with a cluster',
  'Run the GitHub App',
  'Use it in other programs',
] as const;

interface CommandHelp {
  readonly group: (typeof commandGroups)[number];
  readonly usage: string;
  /** One line of the overview, without a full stop. */
  readonly summary: string;
  /** What else a user should know before the first call, in full sentences. */
  readonly more?: string;
  readonly examples: readonly string[];
  /** What shells offer in addition to options: files, or these words. */
  readonly operands: 'files' | 'folders' | readonly string[];
}

/** Each command, in the order of the overview. */
export const commandHelp: Readonly<Record<CommandName, CommandHelp>> = {
  review: {
    group: 'Review changes',
    usage: 'review [--base X] [--head Y] [PATH…]',
    summary: 'Review a change: findings, effects on nodes, and cost',
    more: 'Without `--base`, it reviews the files as they are.',
    examples: ['review --base origin/main', 'review --base main --head my-branch karpenter/', 'review examples/kops'],
    operands: 'files',
  },
  check: {
    group: 'Review changes',
    usage: 'check PATH…',
    summary: 'Validate and lint manifests; `--fix` applies the fixes',
    examples: ['check karpenter/', 'check karpenter/ --fix', 'kubectl get nodepools -o yaml | plumbline check -'],
    operands: 'files',
  },
  estimate: {
    group: 'Review changes',
    usage: 'estimate PATH…',
    summary: 'Estimate which nodes Karpenter launches and what they cost',
    more: 'plumbline runs a copy of the Karpenter scheduler on the workloads in the files.',
    examples: [
      'estimate . --region eu-central-1',
      'estimate . --cluster cluster.json',
      'estimate . --explain shop/cart',
    ],
    operands: 'files',
  },
  'what-if': {
    group: 'Review changes',
    usage: 'what-if PATH…',
    summary: 'Ask what happens if capacity goes or load grows',
    more: 'It answers for the workloads in the files, or for the cluster of a snapshot. Several options happen at the same time.',
    examples: [
      'what-if . --no-spot',
      'what-if . --cluster cluster.json --no-zone eu-central-1a',
      'what-if . --cluster cluster.json --remove-node NODE',
      'what-if . --growth 1.5 --scale shop/Deployment/web=10',
    ],
    operands: 'files',
  },
  migrate: {
    group: 'Review changes',
    usage: 'migrate PATH…',
    summary: 'Migrate manifests to a newer Karpenter API',
    more: 'Prints a patch, or edits the files with `--write`. Comments and the order of keys stay as they are.',
    examples: [
      'migrate karpenter/',
      'migrate karpenter/ --write',
      'migrate . --output v1.patch',
      'migrate . --to v1beta1',
    ],
    operands: 'files',
  },
  explain: {
    group: 'Look things up',
    usage: 'explain CODE|#PULL-REQUEST',
    summary: 'Explain a finding, or show who approved a pull request',
    more: 'For a pull request, it asks GitHub for the approvals and lists those that do not count.',
    examples: ['explain schema/unknown-field', 'explain require-limits', 'explain 12 --repository acme/infra'],
    operands: [],
  },
  rules: {
    group: 'Look things up',
    usage: 'rules [test]',
    summary: 'List the rules, or test your own rules',
    more: '`rules test` runs the examples of the rules in plumbline.yaml and in the files that it extends.',
    examples: ['rules', 'rules test', 'rules test --config policies/plumbline.yaml'],
    operands: ['test'],
  },
  catalog: {
    group: 'Look things up',
    usage: 'catalog [INSTANCE-TYPE… | refresh --output FOLDER]',
    summary: 'Show instance types and prices, or download current ones',
    more: '`catalog refresh` asks AWS, with the credentials of your environment.',
    examples: [
      'catalog --region eu-central-1',
      'catalog m6i.xlarge --region us-east-1',
      'catalog "m7g.*" "c7g.*" --region eu-central-1',
      'catalog refresh --region eu-central-1 --output catalog',
    ],
    operands: ['refresh'],
  },
  sources: {
    group: 'Look things up',
    usage: 'sources [--base X] [--head Y] [PATH…]',
    summary: 'List kustomizations, charts, releases and Terraform modules',
    more: 'Shows what plumbline would render, and why it cannot render the rest.',
    examples: ['sources', 'sources --base origin/main', 'sources --environments'],
    operands: 'files',
  },
  init: {
    group: 'Set up',
    usage: 'init [--apply] [--snapshot] [--cluster-arn ARN]',
    summary: 'Write the GitHub workflows and plumbline.yaml',
    more: 'With `--apply`, also write what applying on merge and detecting drift need, and with `--snapshot` what a weekly snapshot of the cluster needs. Files that you edited are not overwritten.',
    examples: [
      'init',
      'init --print',
      'init --apply --cluster-arn ARN',
      'init --apply --environment staging --terraform',
      'init --snapshot --cluster-arn ARN',
    ],
    operands: [],
  },
  doctor: {
    group: 'Set up',
    usage: 'doctor [PATH…]',
    summary: 'Check workflows, roles, access to the cluster and node classes',
    more: 'For each problem, it prints the fix. It changes nothing. Named files and folders narrow what it checks. Without credentials, it says what it did not check.',
    examples: [
      'doctor',
      'doctor --offline',
      'doctor --offline terraform/iam',
      'doctor --environment production --format json',
    ],
    operands: 'files',
  },
  completions: {
    group: 'Set up',
    usage: 'completions bash|zsh|fish',
    summary: 'Print a completion script for your shell',
    more: 'Load it in ~/.bashrc, or in ~/.zshrc after `compinit`. fish reads it from a file.',
    examples: [
      'eval "$(plumbline completions bash)"',
      'eval "$(plumbline completions zsh)"',
      'plumbline completions fish > ~/.config/fish/completions/plumbline.fish',
    ],
    operands: ['bash', 'zsh', 'fish'],
  },
  snapshot: {
    group: 'Work with a cluster',
    usage: 'snapshot [FILE…]',
    summary: 'Reduce a cluster to what scheduling needs',
    more: 'Reads the cluster of a kubeconfig or of an ARN, or the output of `kubectl get … -o json`. It never reads Secrets. The result is small enough to commit.',
    examples: [
      'snapshot --context production --output cluster.json',
      'snapshot dump.json --output cluster.json',
      'kubectl get nodes,pods -A -o json | plumbline snapshot -',
    ],
    operands: 'files',
  },
  plan: {
    group: 'Work with a cluster',
    usage: 'plan --base X [--head Y] [--environment NAME] [--output FILE]',
    summary: 'Show exactly what a change would do to one environment',
    more: 'People approve the digest of the plan, and `plumbline apply` applies nothing else.',
    examples: [
      'plan --environment production --base origin/main --head my-branch',
      'plan --environment production --base v1 --head v2 --output plan.json',
    ],
    operands: 'files',
  },
  apply: {
    group: 'Work with a cluster',
    usage: 'apply --plan FILE',
    summary: 'Apply an approved plan and wait until it is ready',
    examples: [
      'apply --plan plan.json --repository acme/infra',
      'apply --plan plan.json --break-glass "GitHub is down, incident 42"',
    ],
    operands: [],
  },
  drift: {
    group: 'Work with a cluster',
    usage: 'drift [PATH…]',
    summary: 'Show how the cluster differs from the files',
    more: 'Compares meaning: spelling and order make no difference.',
    examples: [
      'drift karpenter/ --kubeconfig ~/.kube/config',
      'kubectl get nodepools -o json | plumbline drift karpenter/ --cluster -',
    ],
    operands: 'files',
  },
  scorecard: {
    group: 'Work with a cluster',
    usage: 'scorecard [FILE]',
    summary: 'Compare what was predicted with what happened',
    more: 'Reads the records of `mode: apply` and `mode: drift` from the branch that `scorecard` in plumbline.yaml names, as git last fetched it, or from a file.',
    examples: ['scorecard', 'scorecard --environment prod --format json', 'scorecard scorecard.jsonl'],
    operands: 'files',
  },
  bot: {
    group: 'Run the GitHub App',
    usage: 'bot [--dead | --replay]',
    summary: 'Run the GitHub App that reviews, comments and answers',
    more: 'It is configured with environment variables, which docs/bot.md lists.',
    examples: ['bot', 'bot --dead', 'bot --replay'],
    operands: [],
  },
  mcp: {
    group: 'Use it in other programs',
    usage: 'mcp [FOLDER]',
    summary: 'Serve an assistant over the Model Context Protocol',
    more: 'The assistant can check, review and estimate files of the folder. It changes nothing. docs/assistants.md says how to add it to an assistant.',
    examples: ['mcp', 'mcp ~/infra'],
    operands: 'folders',
  },
  lsp: {
    group: 'Use it in other programs',
    usage: 'lsp',
    summary: 'Serve an editor as a language server',
    more: 'The editor starts it and talks to it over standard input and output. docs/editors.md says how to set it up.',
    examples: ['lsp'],
    operands: [],
  },
};

/** The commands, in the order of the overview. */
export const commandNames = Object.keys(commandHelp) as CommandName[];
