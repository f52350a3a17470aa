import { type ConfigShape, configShape } from '../src/config-shape.ts';
import { type Option, options, outputs } from '../src/options.ts';

const notice = 'Generated from src/options.ts by `npm run generate`.';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A default that stands in words (`the working tree`) is no value to hand over. */
const literalDefault = (option: Option): string | undefined =>
  option.choices || option.type === 'boolean' || option.default === '.' || option.default?.startsWith('${{')
    ? option.default
    : undefined;

/** The default that action.yml hands over. Where the configuration has a say, a default would overrule it: the Action would take it for an input. */
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
    "description: 'Reviews pull requests that change Karpenter manifests: what is wrong, what changes, how many nodes, at what cost'",
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
  const words = option.default && !handedDefault(option) ? `; by default ${option.default}` : '';
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

/** What a flag means in the commands in which it means something else. */
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
    'A flag or input wins over `plumbline.yaml`, which wins over the default. For a pull request, `plumbline.yaml` is read at',
    'the base: inputs and the pull request itself may tighten what it demands, never relax it. Without a git ref as base it is',
    'the nearest one upwards from the current folder. When everything that is reviewed lies in another repository, or in a folder',
    'with its own, that one holds; beside a base that is a folder, the one of that folder.',
    '',
    '## Command line',
    '',
    '| flag | meaning | default | commands |',
    '| --- | --- | --- | --- |',
    ...flags.map((option) =>
      row([
        `\`--${option.name}${option.value ? ` ${option.value}` : ''}\``,
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
    'None of it is needed. Editors check and complete it with [plumbline.schema.json](plumbline.schema.json):',
    'begin the file with `# yaml-language-server: $schema=` and the address of that file.',
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

/** Every key with a meaning, depth first, lists and maps by their own line. */
function keys(shape: ConfigShape, prefix: string): [string, ConfigShape][] {
  const inner = shape.items ?? shape;
  return Object.entries(inner.properties ?? {}).flatMap(([name, value]) => {
    const path = `${prefix}${name}${value.items?.properties ? '[]' : ''}`;
    const own: [string, ConfigShape][] = value.description || value.enum ? [[path, value]] : [];
    return [...own, ...keys(value, `${path}.`)];
  });
}
