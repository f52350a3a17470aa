import { logLine } from '../../engine/text/words/log-text.ts';
import { textIf } from '../../engine/text/words/text-if.ts';
import { type ByteStream, TextOutput } from '../../io/text-output.ts';
import { version } from '../../io/version.ts';
import { exitCode, PlumblineError } from '../../shared/errors.ts';
import type { CommandName } from '../../shared/options.ts';
import { type Arguments, parseArguments } from './arguments/arguments.ts';
import { help, overview } from './arguments/help.ts';
import { unknownCommand } from './arguments/unknown-command.ts';
import type { ReadAhead } from './input/read-ahead.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The process that the command line runs in; tests pass their own. */
export interface Program extends Omit<Terminal, 'stdout' | 'stderr'> {
  readonly stdout: ByteStream;
  readonly stderr: ByteStream;
}

type Run = (input: Arguments, terminal: Terminal) => Promise<number>;

/** Reads the files while the code that reviews them is loaded. Standard input, and files that `--fix` edits first, are read later. */
async function ahead(
  load: () => Promise<(...given: [...Parameters<Run>, ReadAhead?]) => Promise<number>>,
): Promise<Run> {
  (await import('../../io/api-server/background-api-server.ts')).standBy();
  const { readAhead } = await import('./input/read-ahead.ts');

  return async (input, terminal) => {
    const isLater = input.positionals.includes('-') || input.flags.isOn('fix') === true;
    const files = isLater ? undefined : readAhead(input, terminal);
    return (await load())(input, terminal, files);
  };
}

/** The code of a command is loaded only when the command runs. */
const commands: Readonly<Record<CommandName, () => Promise<Run>>> = {
  review: () => ahead(async () => (await import('./review/review.ts')).runReview),
  check: () => ahead(async () => (await import('./review/review.ts')).runCheck),
  estimate: async () => (await import('./review/review.ts')).runEstimate,
  'what-if': async () => (await import('./review/review.ts')).runWhatIf,
  explain: async () => (await import('./reference/explain.ts')).runExplain,
  rules: async () => (await import('./reference/rules.ts')).runRules,
  sources: async () => (await import('./sources/sources.ts')).runSources,
  snapshot: async () => (await import('./cluster/snapshot.ts')).runSnapshot,
  migrate: async () => (await import('./migrate.ts')).runMigrate,
  catalog: async () => (await import('./reference/catalog.ts')).runCatalog,
  init: async () => (await import('./init/init.ts')).runInit,
  doctor: async () => (await import('./doctor/doctor.ts')).runDoctor,
  plan: async () => (await import('./cluster/plan.ts')).runPlan,
  apply: async () => (await import('./cluster/apply.ts')).runApplyCommand,
  drift: async () => (await import('./cluster/drift.ts')).runDrift,
  scorecard: async () => (await import('./cluster/scorecard.ts')).runScorecard,
  completions: async () => (await import('./reference/completions.ts')).runCompletions,
  bot: async () => (await import('./bot.ts')).runBotCommand,
  mcp: async () => (await import('./mcp.ts')).runMcp,
  lsp: async () => (await import('./lsp.ts')).runLsp,
};

/** Runs the command line. Resolves to the exit code and never rejects. */
export async function runCommandLine(program: Program): Promise<number> {
  const terminal = terminalOf(program);
  try {
    return await dispatch(terminal);
  } catch (error) {
    return report(error, terminal);
  }
}

function terminalOf(program: Program): Terminal {
  const { argv, env, cwd, ownAction } = program;
  const isJob = [env.CI, env.GITHUB_ACTIONS, env.TF_BUILD].some(Boolean);

  return {
    argv,
    env,
    cwd,
    stdout: new TextOutput(program.stdout, { isJob }),
    stderr: new TextOutput(program.stderr, { isJob }),
    get stdin() {
      return program.stdin;
    },
    ...(ownAction && { ownAction }),
  };
}

async function dispatch(terminal: Terminal): Promise<number> {
  const [name, ...rest] = terminal.argv;
  if (name === '--version' || name === '-V' || name === 'version') return print(terminal, `${version}\n`);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return overviewOrHelp(terminal, rest);
  if (!isCommand(name)) throw unknownCommand(name, rest);

  const input = parseArguments(name, rest);
  if (input.flags.isOn('help')) return print(terminal, help(name));

  const run = await commands[name]();
  return run(input, terminal);
}

function overviewOrHelp(terminal: Terminal, words: readonly string[]): number {
  const topic = words[0];
  if (topic === undefined) return print(terminal, overview());
  if (topic === 'all') return print(terminal, overview('all'));
  if (!isCommand(topic)) throw unknownCommand(topic, words.slice(1));

  return print(terminal, help(topic));
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

function print(terminal: Terminal, text: string): number {
  terminal.stdout.write(text);
  return exitCode.ok;
}

function report(error: unknown, terminal: Terminal): number {
  if (error instanceof PlumblineError) {
    // A message may quote names from a repository, which must not look like lines that plumbline prints.
    const message = logLine(error.message);
    terminal.stderr.write(`error: ${message}\n${textIf(error.help, `  help: ${error.help}\n`)}`);
    return exitCode.setup;
  }

  // A reader that closed the pipe (`| head`) is not an error.
  if ((error as NodeJS.ErrnoException)?.code === 'EPIPE') return exitCode.ok;

  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);

  terminal.stderr.write(
    `This is a bug in plumbline ${version}. Report it with the command you ran and the text below.\n${stack}\n`,
  );

  return exitCode.bug;
}
