import { commandGroups, commandHelp, commandNames } from '../src/hosts/cli/arguments/command-help.ts';
import { commandLine, exitCodes, helpOption, meaning, optionText, purpose } from '../src/hosts/cli/arguments/help.ts';
import { type Option, optionGroups, options } from '../src/shared/options.ts';
import { specialMeanings } from './generated-options.ts';

const environment: readonly (readonly [name: string, meaning: string])[] = [
  ['COLUMNS', 'Width of the output in columns, if standard output is not a terminal.'],
  ['FORCE_COLOR', 'Color the output even if it is not a terminal. `0` turns color off.'],
  ['NO_COLOR', 'Turn color off.'],
  ['TZ', 'Time zone in which the hours of disruption budgets are also shown.'],
  ['GITHUB_TOKEN, GH_TOKEN', 'Token for the GitHub API.'],
  ['GITHUB_API_URL', 'Address of the GitHub API. The default is `https://api.github.com`.'],
  ['GITHUB_REPOSITORY', 'Repository in which `plumbline apply` looks up approvals.'],
];

const files: readonly (readonly [name: string, meaning: string])[] = [
  ['plumbline.yaml', 'Configuration. With a git ref as `--base`, plumbline reads it from that ref.'],
];

/** docs/plumbline.1: the manual page, from the tables that `--help` is made from. Without a date, so that the same input gives the same page. */
export function manPage(version: string): string {
  const flags = options.filter(({ commands }) => commands.length > 0);
  return `${[
    '.\\" Generated from src/shared/options.ts by `npm run generate`.',
    `.TH PLUMBLINE 1 "" "plumbline ${version}"`,
    '.SH NAME',
    'plumbline \\- review changes to Karpenter manifests',
    '.SH SYNOPSIS',
    '.B plumbline',
    '.I COMMAND',
    '[\\fIOPTIONS\\fR] [\\fIPATH\\fR...]',
    '.SH DESCRIPTION',
    paragraph(purpose),
    '.PP',
    paragraph('`plumbline COMMAND --help` lists the options of one command.'),
    ...commandGroups.flatMap((group) => [
      `.SH ${group.toUpperCase()}`,
      ...commandNames.filter((name) => commandHelp[name].group === group).flatMap(commandEntry),
    ]),
    ...optionGroups.flatMap((group) => {
      const ofGroup = [...flags, helpOption].filter((option) => option.group === group);
      return ofGroup.length === 0 ? [] : [`.SH OPTIONS: ${group.toUpperCase()}`, ...ofGroup.flatMap(optionEntry)];
    }),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, text]) => ['.TP', `.B ${code}`, paragraph(text)]),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, text]) => ['.TP', `.B ${roff(name)}`, paragraph(text)]),
    '.SH FILES',
    ...files.flatMap(([name, text]) => ['.TP', `.I ${roff(name)}`, paragraph(text)]),
    '.SH SEE ALSO',
    paragraph('https://github.com/plumbline/plumbline'),
  ].join('\n')}\n`;
}

const commandEntry = (name: keyof typeof commandHelp): string[] => {
  const { usage, summary, more, examples } = commandHelp[name];
  return [
    '.TP',
    `.B plumbline ${roff(usage)}`,
    paragraph(`${summary}.${more === undefined ? '' : ` ${more}`}`),
    '.IP',
    '.EX',
    ...examples.map((example) => line(roff(commandLine(example)))),
    '.EE',
  ];
};

/** An option with what it means in each command that gives it another meaning. */
function optionEntry(option: Option): string[] {
  const { short, commands } = option;
  const heads = `${short ? `\\fB\\-${short}\\fR, ` : ''}\\fB${roff(optionText(option))}\\fR`;
  const exceptions = specialMeanings(option).map(
    ({ commands: those, summary }) =>
      `In ${those.map((command) => `\`plumbline ${command}\``).join(', ')}: ${summary}.`,
  );
  const where = commands.length === 0 ? [] : [`Commands: ${commands.join(', ')}.`];
  return ['.TP', heads, paragraph([`${meaning(option)}.`, ...exceptions, ...where].join(' '))];
}

/** Text with what is in backticks in bold. */
const paragraph = (text: string): string =>
  line(roff(text).replace(/`([^`]*)`/g, (_, code: string) => `\\fB${code}\\fR`));

/** What roff would read as an escape or a hyphen is written as the character itself. */
const roff = (text: string): string =>
  text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...').replaceAll("'", '\\(aq');

/** A dot or a quote at the start of a line would be a request. */
const line = (text: string): string => text.replace(/^(?=[.'])/, '\\&');
