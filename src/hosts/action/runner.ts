import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, statSync } from 'node:fs';
import { commandText } from '../../engine/report/workflow-command.ts';

/** What the Action needs of the machine that runs the job. Texts may hold content of a pull request. */
export interface Runner {
  readonly env: Readonly<Record<string, string | undefined>>;
  info(message: string): void;
  notice(message: string): void;
  warning(message: string): void;
  /** Obeys a workflow command that is escaped already. */
  command(line: string): void;
  /** Fails the step with one line. */
  setFailed(message: string): void;
  setOutput(name: string, value: string): void;
  setSecret(value: string): void;
  /** A fresh identity token of the job for an audience; rejects without `id-token: write`. */
  idToken(audience: string): Promise<string>;
  /** Adds Markdown to the summary of the job. */
  addSummary(markdown: string): void;
}

/** GitHub refuses the summary of a step beyond 1 MiB. */
const maxSummaryBytes = 1024 * 1024;

/** The runner of GitHub Actions. Its toolkit takes a while to load, and is needed for an identity token alone. */
export function actionsRunner(): Runner {
  return {
    env: process.env,
    info: (message) => say(inert(message)),
    notice: (message) => command('notice', message),
    warning: (message) => command('warning', message),
    command: say,
    setFailed: (message) => {
      process.exitCode = 1;
      command('error', message);
    },
    setOutput: (name, value) => written(`the output ${name}`, () => setOutput(name, value)),
    setSecret: (value) => command('add-mask', value),
    idToken: async (audience) => (await import('@actions/core')).getIDToken(audience),
    addSummary: (markdown) => written('the job summary', () => addSummary(markdown)),
  };
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const command = (name: string, message: string): void => say(commandText(name, message));

/** A disk that is full, or a file of the runner that is not there, hides no verdict and keeps no comment from being written. */
function written(what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    command('warning', `The runner does not take ${what}: ${(error as Error).message}`);
  }
}

/** A value may hold anything but the line that ends it, which nobody can guess. */
function setOutput(name: string, value: string): void {
  const file = process.env.GITHUB_OUTPUT;
  if (!file) return;
  const end = `end-${randomUUID()}`;
  appendFileSync(file, `${name}<<${end}\n${value}\n${end}\n`);
}

/** The runner obeys lines that start with `::` and anything after `##[`: text of others must do neither. */
export const inert = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(/^(\s*):(?=:)/, '$1:\u200b')
    .replaceAll('##[', '##\u200b[');

function addSummary(markdown: string): void {
  const file = process.env.GITHUB_STEP_SUMMARY;
  if (!file) return;
  const used = existsSync(file) ? statSync(file).size : 0;
  if (used + Buffer.byteLength(markdown) < maxSummaryBytes) appendFileSync(file, `${markdown}\n`);
  else
    command(
      'notice',
      'The review is longer than a job summary may be: it is whole in the file of the output report-markdown.',
    );
}
