import { nearest } from '../../../engine/text/nearest.ts';
import { PlumblineError } from '../../../shared/errors.ts';
import { options } from '../../../shared/options.ts';
import { commandNames } from './command-help.ts';

/**
 * The error for a first argument that is not a command. It suggests the command, option or path that was probably meant. `rest` is what
 * follows the name.
 */
export function unknownCommand(name: string, followingWords: readonly string[]): PlumblineError {
  if (name === 'diff')
    return new PlumblineError(
      'usage',
      `\`plumbline diff\` was removed: write \`${['plumbline review --no-figures', ...plain(followingWords)].join(' ')}\``,
    );

  const isOption = name.startsWith('-') && name !== '-';
  const owner = isOption ? 'an option of `plumbline` itself' : 'a command';

  return new PlumblineError('usage', `\`${name}\` is not ${owner}`, {
    help: isOption ? optionHelp(name.replace(/^--?(?:no-)?/, '').split('=', 1)[0]!) : commandHint(name),
  });
}

/** Arguments that a shell reads as they are; none if it would read one of them otherwise. */
const plain = (words: readonly string[]): readonly string[] => {
  if (words.every((word) => /^[\w./:=@,+-]+$/.test(word))) return words;
  return [];
};

const lists = 'Run `plumbline help all` to list the commands.';

function commandHint(name: string): string {
  const candidate = nearest(name, commandNames);
  if (candidate !== undefined) return `Did you mean \`plumbline ${candidate}\`?`;
  if (name === '-' || /[./\\]/.test(name)) return `To check a path, write \`plumbline check ${name}\`.`;
  return lists;
}

/** Every word that can follow `plumbline`, with the complete call. A command wins over an option of the same name. */
const calls: ReadonlyMap<string, string> = new Map([
  ...options.flatMap(({ name, commands: [command] }) => {
    if (command === undefined) return [];
    return [[name, `${command} --${name}`] as const];
  }),
  ...commandNames.map((name) => [name, name] as const),
  ...['version', 'help'].map((name) => [name, `--${name}`] as const),
]);

function optionHelp(name: string): string {
  const option = options.find((option) => option.name === name && option.commands.length > 0);
  if (option) return `Write it after a command: \`plumbline ${option.commands[0]} --${name}\`.`;
  const candidate = name === 'v' ? 'version' : nearest(name, calls.keys());
  if (candidate === undefined) return lists;
  return `Did you mean \`plumbline ${calls.get(candidate)}\`?`;
}
