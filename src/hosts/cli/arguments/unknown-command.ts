import { nearest } from '../../../engine/nearest.ts';
import { PlumblineError } from '../../../errors.ts';
import { options } from '../../../options.ts';
import { commandHelp } from './help.ts';

/** The error for a first argument that is no command, with what was probably meant: a command, an option, or a path. */
export function unknownCommand(name: string): PlumblineError {
  const isOption = name.startsWith('-') && name !== '-';
  return new PlumblineError(
    'usage',
    `\`${name}\` is not ${isOption ? 'an option of `plumbline` itself' : 'a command'}`,
    {
      help: isOption ? optionHelp(name.replace(/^--?(?:no-)?/, '').replace(/=.*$/s, '')) : commandHint(name),
    },
  );
}

const lists = '`plumbline --help` lists the commands.';

function commandHint(name: string): string {
  const candidate = nearest(name, Object.keys(commandHelp));
  if (candidate !== undefined) return `Did you mean \`plumbline ${candidate}\`?`;
  return name === '-' || /[./\\]/.test(name) ? `To check a path, write \`plumbline check ${name}\`.` : lists;
}

/** What each word is called behind `plumbline`; a command wins over an option of its name. */
const calls: ReadonlyMap<string, string> = new Map([
  ...options.flatMap(({ name, commands: [command] }) =>
    command === undefined ? [] : [[name, `${command} --${name}`] as const],
  ),
  ...Object.keys(commandHelp).map((name) => [name, name] as const),
  ...['version', 'help'].map((name) => [name, `--${name}`] as const),
]);

function optionHelp(name: string): string {
  const option = options.find((one) => one.name === name && one.commands.length > 0);
  if (option) return `It follows a command: \`plumbline ${option.commands[0]} --${name}\`.`;
  const candidate = name === 'v' ? 'version' : nearest(name, calls.keys());
  return candidate === undefined ? lists : `Did you mean \`plumbline ${calls.get(candidate)}\`?`;
}
