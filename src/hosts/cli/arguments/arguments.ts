import { parseArgs } from 'node:util';
import { didYouMean, nearest } from '../../../engine/text/nearest.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import { type CommandName, type Option, optionOf, options } from '../../../shared/options.ts';
import { formatOfFile } from './format-of-file.ts';

/** Flags by name, as given: absent ones are undefined. */
export interface Flags {
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
  readonly isOn: (name: string) => boolean | undefined;
}

export interface Arguments {
  readonly flags: Flags;
  readonly positionals: readonly string[];
}

/** The options that a command accepts as flags. */
export const flagsOf = (command: CommandName): readonly Option[] =>
  options.filter((option) => option.commands.includes(command));

/** Reads the flags and paths of one command, or only `--help`. Throws PlumblineError('usage') that names the nearest flag. */
export function parseArguments(command: CommandName, argv: readonly string[]): Arguments {
  const available = flagsOf(command).map((option) => optionOf(option, command));
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      available.map((option) => [
        option.name,
        {
          type: option.type === 'boolean' ? ('boolean' as const) : ('string' as const),
          multiple: isRepeatable(option),
          ...(option.short !== undefined && { short: option.short }),
        },
      ]),
    ),
    allowPositionals: true,
    allowNegative: true,
    strict: false,
    tokens: true,
  });

  const optionTokens = tokens.filter((token) => token.kind === 'option');

  for (const { name, rawName, value, inlineValue } of optionTokens) {
    // Everything before `--help` has to be valid: a command without `--base` refuses `--base -h`.
    if (rawName === '--help' || rawName === '-h') return { flags: flagsFrom({ help: true }), positionals: [] };

    refuseUnknown(command, rawName, available);
    refuseSingleDash(`${rawName.slice(1)}${value ?? ''}`, { rawName, inlineValue, available });
    // `--base --quiet` lacks a value. A value that begins with a dash is written `--base=-x`.
    if (value?.startsWith('-') && value !== '-' && !inlineValue) throw lacksValue(optionNamed(name, available));
  }

  for (const option of available) refuseBadValue(option, values[option.name]);

  const format = available.find(({ name }) => name === 'format');
  return { flags: flagsFrom(format ? withFormat(values, format) : values), positionals };
}

const optionNamed = (name: string, available: readonly Option[]): Option =>
  available.find((option) => option.name === name)!;

const isRepeatable = (option: Option): boolean => option.type === 'list' || option.type === 'map';

type Values = Readonly<Record<string, unknown>>;

/** Each output file with its format: the one before `=`, else `--format`, else the one that its extension implies. */
function withFormat(values: Values, { choices = [] }: Option): Values {
  const { format, output } = values;

  if (Array.isArray(output)) {
    const files = output.map((path: string) => outputFile(path, { format, choices }));
    return { ...values, output: files.map(({ file, format: fileFormat = 'text' }) => `${fileFormat}=${file}`) };
  }

  if (typeof output !== 'string') return values;

  const { format: fileFormat } = outputFile(output, { format, choices });
  if (fileFormat === undefined) return values;
  return { ...values, format: fileFormat };
}

interface OutputFile {
  readonly file: string;
  readonly format: string | undefined;
}

function outputFile(value: string, { format, choices }: { format: unknown; choices: readonly string[] }): OutputFile {
  const named = choices.find((choice) => value.startsWith(`${choice}=`));
  if (named !== undefined) {
    if (value.length > named.length + 1) return { file: value.slice(named.length + 1), format: named };

    const help = `Write \`--output ${named}=FILE\`.`;
    throw new PlumblineError('usage', `\`--output ${value}\` names no file`, { help });
  }

  if (typeof format === 'string') return { file: value, format };

  if (choices.includes(value))
    throw new PlumblineError('usage', `\`--output ${value}\` would write a file called \`${value}\``, {
      help: `Choose the format with \`--format ${value}\`. For a file of this name, write \`--output ./${value}\`.`,
    });

  const implied = formatOfFile(value);
  if (implied === undefined || choices.includes(implied)) return { file: value, format: implied };

  throw new PlumblineError(
    'usage',
    `The extension of \`--output ${value}\` means format \`${implied}\`, which is not one of ${choices.join(', ')}`,
    { help: `Use another extension, or choose the format: \`--format ${choices[0]}\`.` },
  );
}

function refuseUnknown(command: CommandName, rawName: string, available: readonly Option[]): void {
  const name = rawName.replace(/^--?/, '').replace(/^no-/, '');

  const isCalled = (option: Option): boolean => {
    if (rawName.startsWith('--')) return option.name === name || `--${option.name}` === rawName;
    return option.short === name;
  };
  if (available.some(isCalled)) return;

  const elsewhere = options.find((option) => isCalled(option) && option.commands.length > 0);
  const isLong = rawName.startsWith('--');
  const candidate = isLong && nearest(name, [...available.map((option) => option.name), 'help']);

  const helpText = () => {
    if (candidate) return `Did you mean \`--${candidate}\`?`;
    if (elsewhere)
      return `These commands have it: ${elsewhere.commands.map((other) => `\`plumbline ${other}\``).join(', ')}.`;
    return `Run \`plumbline ${command} --help\` to list the options.`;
  };

  throw new PlumblineError('usage', `\`${rawName}\` is not an option of \`plumbline ${command}\``, {
    help: helpText(),
  });
}

/** `-output FILE` would write to a file called `utput`. */
function refuseSingleDash(
  name: string,
  {
    rawName,
    inlineValue,
    available,
  }: { rawName: string; inlineValue: boolean | undefined; available: readonly Option[] },
): void {
  if (rawName.startsWith('--') || inlineValue !== true || !available.some((option) => option.name === name)) return;
  throw new PlumblineError('usage', `\`-${name}\` has only one dash`, { help: didYouMean(`--${name}`) });
}

function refuseBadValue(option: Option, value: unknown): void {
  const valuesOf = (): readonly unknown[] => {
    if (value === undefined) return [];
    if (Array.isArray(value)) return value;
    return [value];
  };

  const values = valuesOf();
  for (const item of values) {
    if (option.type === 'boolean') requireNoValue(option, item);
    // A shell passes an unset variable as an empty value.
    else if (typeof item !== 'string' || item === '') throw lacksValue(option);
    else if (option.type === 'map') requirePair(option, item);
    else if (option.choices) requireChoice(option, item, option.choices);
  }
}

const lacksValue = ({ name, value, choices }: Option): PlumblineError =>
  new PlumblineError('usage', `\`--${name}\` needs a value`, {
    help: `Write \`--${name} ${value ?? choices?.join('|') ?? 'VALUE'}\`.`,
  });

function requireNoValue({ name }: Option, value: unknown): void {
  if (typeof value === 'boolean') return;
  const help = `Write \`--${name}\` or \`--no-${name}\`.`;
  throw new PlumblineError('usage', `\`--${name}\` takes no value`, { help });
}

function requirePair({ name }: Option, pair: string): void {
  if (/^[^=]+=/.test(pair)) return;
  const help = `Write \`--${name} NAME=VALUE\`.`;
  throw new PlumblineError('usage', `\`--${name} ${pair}\` is not a \`NAME=VALUE\` pair`, { help });
}

function requireChoice({ name }: Option, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  const candidate = nearest(value, choices);
  throw new PlumblineError('usage', `\`--${name} ${value}\` is not one of ${choices.join(', ')}`, {
    ...(candidate && { help: didYouMean(candidate) }),
  });
}

function flagsFrom(values: Readonly<Record<string, unknown>>): Flags {
  const last = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.at(-1);
    return value;
  };
  return {
    text: (name) => last(values[name]) as string | undefined,
    texts: (name) => (values[name] as string[] | undefined) ?? [],
    isOn: (name) => last(values[name]) as boolean | undefined,
  };
}

/** `NAME=VALUE` pairs as a map; the last one of a name wins. */
export const namedValues = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const),
  );
