import { groupBy } from '../src/engine/text/group-by.ts';
import { type ConfigShape, configShape } from '../src/shared/config-shape.ts';
import { type Option, options, outputs } from '../src/shared/options.ts';

const notice = 'Generated from src/shared/options.ts by `npm run generate`.';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A default that is a description (`the working tree`) cannot be passed as a value. */
const literalDefault = (option: Option): string | undefined =>
  option.choices || option.type === 'boolean' || option.default === '.' || option.default?.startsWith('${{')
    ? option.default
    : undefined;

/**
 * The default that action.yml passes. If the configuration can set the option, there is none, because the Action would
 * take it for an input and override the configuration.
 */
const handedDefault = (option: Option): string | undefined =>
  option.configKey === undefined ? literalDefault(option) : undefined;

/** action.yml: the inputs and outputs of the Action. */
export function actionYaml(): string {
  const inputs = options
    .filter((option) => option.isInput)
    .flatMap((option) => [
      `  ${option.name}:`,
      `    description: ${quoted(describe(option))}`,
      '    required: false',
      ...(handedDefault(option) ? [`    default: ${quoted(handedDefault(option)!)}`] : []),
    ]);
  const results = outputs.flatMap(({ name, summary }) => [`  ${name}:`, `    description: ${quoted(summary)}`]);
  return `${[
    `# ${notice}`,
    'name: plumbline',
    "description: 'Reviews pull requests that change Karpenter manifests: mistakes, node replacements, and cost'",
    "author: 'the plumbline authors'",
    'branding:',
    "  icon: 'check-circle'",
    "  color: 'blue'",
    'inputs:',
    ...inputs,
    'outputs:',
    ...results,
    'runs:',
    "  using: 'node24'",
    "  main: 'dist/action.js'",
  ].join('\n')}\n`;
}

/** The description of an option as an input. */
const inputSummary = ({ summary, inputNote }: Option): string => [summary, inputNote].filter(Boolean).join('; ');

function describe(option: Option): string {
  const choices = option.choices ? ` (${option.choices.join(', ')})` : '';
  const words = option.default && !handedDefault(option) ? `; default: ${option.default}` : '';
  return `${inputSummary(option)}${choices}${words}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function inputTable(): string {
  return [
    '| input | meaning | default |',
    '| --- | --- | --- |',
    ...options
      .filter((option) => option.isInput)
      .map((option) =>
        row([
          `\`${option.name}\``,
          option.choices
            ? `${inputSummary(option)}: ${option.choices.map((choice) => `\`${choice}\``).join(', ')}`
            : inputSummary(option),
          literalDefault(option) ? `\`${option.default}\`` : (option.default ?? ''),
        ]),
      ),
  ].join('\n');
}

/** What an option means in the commands in which it means something else. */
export function specialMeanings({
  special = {},
}: Option): { readonly commands: readonly string[]; readonly summary: string }[] {
  const bySummary = groupBy(Object.entries(special), ([, { summary }]) => summary);
  return [...bySummary].flatMap(([summary, commands]) =>
    summary === undefined ? [] : [{ commands: commands.map(([command]) => command), summary }],
  );
}

const specials = (option: Option): string[] =>
  specialMeanings(option).map(
    ({ commands, summary }) => `${commands.map((command) => `\`${command}\``).join(', ')}: ${lowered(summary)}`,
  );

/** The defaults of the commands in which an option has another one. */
const specialDefaults = ({ special = {} }: Option): string[] =>
  Object.entries(special).flatMap(([command, { default: fallback }]) =>
    fallback === undefined ? [] : `\`${command}\`: ${fallback}`,
  );

/** Begins within a sentence. Abbreviations such as IAM stay as they are. */
const lowered = (text: string): string => text.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase());

/** docs/options.md: flags, inputs, outputs and configuration on one page. */
export function optionsPage(): string {
  const flags = options.filter((option) => option.commands.length > 0);
  return `${[
    '# Options',
    '',
    `<!-- ${notice} -->`,
    '',
    'A flag or input wins over `plumbline.yaml`, which wins over the default. For a pull request, `plumbline.yaml` is read at',
    'the base: inputs and the pull request itself may make it stricter, never less strict. Without a git ref as base, it is',
    'the nearest one in the current folder or a folder above it. If all reviewed files are in another repository, or in a folder with its own',
    '`plumbline.yaml`, that one applies. If the base is a folder, the one of that folder applies.',
    '',
    '## Command line',
    '',
    '| flag | meaning | default | commands |',
    '| --- | --- | --- | --- |',
    ...flags.map((option) =>
      row([
        `${option.short ? `\`-${option.short}\`, ` : ''}\`--${option.name}${option.value ? ` ${option.value}` : ''}\``,
        [option.choices ? `${option.summary}: ${option.choices.join(', ')}` : option.summary, ...specials(option)].join(
          '; ',
        ),
        [option.default, ...specialDefaults(option)].filter(Boolean).join('; '),
        option.commands.join(', '),
      ]),
    ),
    '',
    '## Inputs of the Action',
    '',
    inputTable(),
    '',
    '## Outputs of the Action',
    '',
    '| output | meaning |',
    '| --- | --- |',
    ...outputs.map(({ name, summary }) => row([`\`${name}\``, summary])),
    '',
    '## plumbline.yaml',
    '',
    'All keys are optional. Editors can check and complete the file with [plumbline.schema.json](plumbline.schema.json):',
    'start it with `# yaml-language-server: $schema=` and the URL of that schema.',
    '',
    '| key | meaning |',
    '| --- | --- |',
    ...keys(configShape, '').map(([key, shape]) => row([`\`${key}\``, meaning(shape)])),
  ].join('\n')}\n`;
}

const meaning = (shape: ConfigShape): string =>
  [shape.description, shape.enum && `One of ${shape.enum.map((value) => `\`${value}\``).join(', ')}`]
    .filter(Boolean)
    .join('. ');

/** Every key that has a meaning, depth first. Lists and maps have a line of their own. */
function keys(shape: ConfigShape, prefix: string): [string, ConfigShape][] {
  const inner = shape.items ?? shape;
  return Object.entries(inner.properties ?? {}).flatMap(([name, value]) => {
    const path = `${prefix}${name}${value.items?.properties ? '[]' : ''}`;
    const described: [string, ConfigShape][] = value.description || value.enum ? [[path, value]] : [];
    return [...described, ...keys(value, `${path}.`)];
  });
}
