import { type ConfigShape, configShape } from '../src/config-shape.ts';
import { type Option, options, outputs } from '../src/options.ts';

const notice = 'Generated from src/options.ts by `npm run generate`.';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The default, unless it is a description such as `the working tree`, which is not a value. */
const literalDefault = (option: Option): string | undefined =>
  option.choices || option.type === 'boolean' || option.default === '.' || option.default?.startsWith('${{')
    ? option.default
    : undefined;

/** The default for action.yml. An option with a configuration key gets none: the Action could not tell it from an input, which overrides the configuration. */
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

/** What an option means as an input. */
const inputSummary = ({ summary, inputNote }: Option): string => [summary, inputNote].filter(Boolean).join('; ');

function describe(option: Option): string {
  const choices = option.choices ? ` (${option.choices.join(', ')})` : '';
  const words = option.default && !handedDefault(option) ? `; default: ${option.default}` : '';
  return `${inputSummary(option)}${choices}${words}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** The table of inputs. */
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

/** What an option means in the commands that give it another meaning. */
const specials = ({ special = {} }: Option): string[] =>
  Object.entries(special).flatMap(([command, { summary }]) => (summary ? [`\`${command}\`: ${lowered(summary)}`] : []));

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** docs/options.md: flags, inputs, outputs and configuration on one page. */
export function optionsPage(): string {
  const flags = options.filter((option) => option.commands.length > 0);
  return `${[
    '# Options',
    '',
    `<!-- ${notice} -->`,
    '',
    'A flag or an input overrides `plumbline.yaml`, which overrides the default.',
    '',
    'plumbline looks for `plumbline.yaml` here:',
    '',
    '- **Pull request, or a git ref as `--base`**: at the base. Inputs and the pull request can make its requirements stricter,',
    '  but cannot relax them.',
    '- **No base**: in the current folder, then in each folder above it. If everything that you review is in another repository,',
    '  or in a folder with its own `plumbline.yaml`, that file is used.',
    '- **A folder as `--base`**: in that folder.',
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
        option.default ?? '',
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
    'All keys are optional. Editors can validate and complete the file with [plumbline.schema.json](plumbline.schema.json):',
    'start the file with `# yaml-language-server: $schema=` followed by the URL of that schema.',
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

/** Every key with a description, depth first. A list or a map has a line as well as its entries. */
function keys(shape: ConfigShape, prefix: string): [string, ConfigShape][] {
  const inner = shape.items ?? shape;
  return Object.entries(inner.properties ?? {}).flatMap(([name, value]) => {
    const path = `${prefix}${name}${value.items?.properties ? '[]' : ''}`;
    const own: [string, ConfigShape][] = value.description || value.enum ? [[path, value]] : [];
    return [...own, ...keys(value, `${path}.`)];
  });
}
