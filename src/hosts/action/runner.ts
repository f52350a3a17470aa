import { appendFileSync, existsSync, statSync } from 'node:fs';
import * as core from '@actions/core';
import { commandText, logLine, logText } from '../../engine/text/words/log-text.ts';
import type { Env } from '../../io/env.ts';

/** What the Action needs from the machine that runs the job. Texts may contain content of a pull request. */
export interface Runner {
  readonly env: Env;
  info(message: string): void;
  notice(message: string): void;
  warning(message: string): void;
  /** Prints a workflow command that shows a finding. */
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

/** GitHub rejects a step summary larger than 1 MiB. */
const maxSummaryBytes = 1024 * 1024;

/** The runner of GitHub Actions, through @actions/core. */
export function actionsRunner(): Runner {
  return {
    env: process.env,
    info: (message) => core.info(logLine(message)),
    notice: (message) => core.notice(logText(message)),
    warning: (message) => core.warning(logText(message)),
    command: (line) => void process.stdout.write(`${commandText(line)}\n`),
    setFailed: (message) => core.setFailed(logText(message)),
    setOutput: (name, value) => written(`the output ${name}`, () => core.setOutput(name, value)),
    setSecret: (value) => core.setSecret(value),
    idToken: (audience) => core.getIDToken(audience),
    addSummary: (markdown) => written('the job summary', () => addSummary(markdown)),
  };
}

/** If a file of the runner cannot be written (a full disk, for example), the run goes on: verdict and comment matter more. */
function written(what: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    core.warning(logText(`Could not write ${what}: ${(error as Error).message}`));
  }
}

// core.summary is not used: it buffers its text in memory and does not check GitHub's limit.
function addSummary(markdown: string): void {
  const file = process.env.GITHUB_STEP_SUMMARY;
  if (!file) return;
  const used = existsSync(file) ? statSync(file).size : 0;
  if (used + Buffer.byteLength(markdown) < maxSummaryBytes) appendFileSync(file, `${markdown}\n`);
  else
    core.notice(
      'The review is too long for the job summary. The whole review is in the file that the output report-markdown names.',
    );
}
