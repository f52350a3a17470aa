import { wrap } from '../../../engine/text/words/terminal.ts';
import { textIf } from '../../../engine/text/words/text-if.ts';
import { type CommandName, type Option, optionGroups, optionOf } from '../../../shared/options.ts';
import { flagsOf } from './arguments.ts';
import { commandGroups, commandHelp, commandNames } from './command-help.ts';

/** Exit codes and what they mean, for the overview and the man page. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'no finding at or above `--fail-on`'],
  [1, 'findings at or above `--fail-on`; or a failed check, plan or apply'],
  [2, 'wrong arguments, configuration or setup'],
  [3, 'a bug in plumbline'],
];

/** The one sentence that says what plumbline is. */
export const purpose =
  'plumbline reviews changes to Karpenter manifests: it finds mistakes, predicts which nodes are replaced, and estimates the cost.';

/** What most people run. The other commands are for maintainers, servers and other programs. */
const everyday: ReadonlySet<CommandName> = new Set([
  'review',
  'check',
  'estimate',
  'what-if',
  'explain',
  'init',
  'doctor',
  'snapshot',
  'plan',
  'apply',
]);

/** The overview: `plumbline --help` with the commands that most people run, and `plumbline help all` with every command. */
export function overview(extent: 'everyday' | 'all' = 'everyday'): string {
  const names = commandNames.filter((name) => extent === 'all' || everyday.has(name));
  const groups = commandGroups.flatMap((group) => groupRows(group, names));
  if (extent === 'everyday')
    groups.push('More:\n  help all     List every command: for rules, manifests, drift, servers, editors');

  return `${wrap(purpose, width).join('\n')}

Usage: plumbline COMMAND [OPTIONS] [PATH…]

${groups.join('\n\n')}

Options:
  -h, --help     Show this help; \`plumbline COMMAND --help\` explains a command
  -V, --version  Print the version

Exit codes:
${exitCodes.map(([code, meaning]) => `  ${code}  ${meaning}`).join('\n')}

Examples:
  plumbline review --base origin/main     # what does my change do?
  plumbline check karpenter/ --fix        # find mistakes and fix them
  plumbline explain schema/unknown-field  # what does this finding mean?
`;
}

/** The commands of a group, or nothing if it has none of them. */
function groupRows(group: string, names: readonly CommandName[]): string[] {
  const rows = names
    .filter((name) => commandHelp[name].group === group)
    .map((name) => `  ${name.padEnd(13)}${commandHelp[name].summary}`);

  if (rows.length === 0) return [];
  return [[`${group}:`, ...rows].join('\n')];
}

/** The help of a command, wrapped to the width of a terminal. */
export function help(command: CommandName): string {
  const { usage, summary, more, examples } = commandHelp[command];
  return `${wrap([`${summary}.`, more].filter(Boolean).join(' '), width).join('\n')}

Usage: plumbline ${usage}

Examples:
${examples.map((example) => `  ${commandLine(example)}`).join('\n')}

${optionGroupsOf(command)
  .map(({ group, options }) => `${group}:\n${options.flatMap(optionRows).join('\n')}`)
  .join('\n\n')}
`;
}

/** An example as it is typed. An example with other commands already contains `plumbline`. */
export const commandLine = (example: string): string => {
  if (/\bplumbline [a-z]+/.test(example)) return example;
  return `plumbline ${example}`;
};

/** The options of a command by group, in the order of the groups; `--help` is part of the output's. */
function optionGroupsOf(command: CommandName): { readonly group: string; readonly options: readonly Option[] }[] {
  const all = [...flagsOf(command).map((option) => optionOf(option, command)), helpOption];
  return optionGroups
    .map((group) => ({ group, options: all.filter((option) => option.group === group) }))
    .filter(({ options }) => options.length > 0);
}

/** `--help`, which every command has. */
export const helpOption: Option = {
  name: 'help',
  short: 'h',
  group: 'Output',
  type: 'boolean',
  summary: 'Show this help',
  commands: [],
  isInput: false,
};

/** The column at which meanings start, and the width of a line. */
const column = 30;
const width = 80;

/** An option and its meaning, side by side if the option is short enough. */
function optionRows(option: Option): string[] {
  const shortForm = option.short ? `-${option.short}, ` : '    ';
  const head = `  ${shortForm}${optionText(option)}`;
  const lines = wrap(meaning(option), width - column).map((line) => `${' '.repeat(column)}${line}`);
  if (head.length < column - 1) return [head + lines[0]!.slice(head.length), ...lines.slice(1)];
  return [head, ...lines];
}

/** A few choices are listed in place of the value. More of them are part of the sentence, so that lines stay short. */
const isListed = ({ choices = [] }: Option): boolean => choices.length > 0 && choices.join('|').length <= 32;

const placeholder = (option: Option): string | undefined => {
  if (isListed(option)) return option.choices!.join('|');
  if (option.choices) return option.name.toUpperCase();
  return option.value;
};

/** `--region REGION`. */
export const optionText = (option: Option): string =>
  [`--${option.name}`, placeholder(option)].filter(Boolean).join(' ');

/** What an option does, with its choices and its default. */
export function meaning(option: Option): string {
  const { summary, choices } = option;
  const isSentence = choices !== undefined && !isListed(option);
  if (isSentence)
    return `${summary}: ${choices
      .map((choice) => {
        if (choice === option.default) return `${choice} (default)`;
        return choice;
      })
      .join(', ')}`;
  return `${summary}${textIf(option.default !== undefined, ` (default: ${option.default})`)}`;
}
