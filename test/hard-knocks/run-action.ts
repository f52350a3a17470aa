import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { usageIn, usagePreload } from '../../bench/measure.ts';
import type { Outcome } from './run-knock.ts';

/** A job as a runner starts it. */
export interface ActionJob {
  readonly event: string;
  readonly payload: unknown;
  readonly sha: string;
  readonly token: string;
  readonly apiUrl: string;
  /** Folder of the clone. Without one, the job checked nothing out. */
  readonly workspace?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Changes to the environment of every job. Undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The result of a job. */
export interface ActionOutcome extends Outcome {
  /** The content of GITHUB_STEP_SUMMARY and GITHUB_OUTPUT. */
  readonly summary: string;
  readonly outputFile: string;
}

/** The built Action. The environment variable can name another folder than dist/, to test another build. */
const program = resolve(process.env.PLUMBLINE_DIST ?? 'dist', 'action.js');

/** Runs the Action as a process with a runner's environment, and measures it. */
export async function runActionProcess(job: ActionJob, seconds = 1800): Promise<ActionOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-job-'));
  try {
    const [event, summary, outputs] = ['event.json', 'summary.md', 'outputs'].map((name) => join(folder, name));
    writeFileSync(event!, typeof job.payload === 'string' ? job.payload : JSON.stringify(job.payload));
    for (const file of [summary!, outputs!]) writeFileSync(file, '');
    mkdirSync(join(folder, 'nothing'));
    const inputs = Object.entries({ token: job.token, ...job.inputs });
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      GITHUB_REPOSITORY: 'acme/infra',
      GITHUB_EVENT_NAME: job.event,
      GITHUB_EVENT_PATH: event,
      GITHUB_SHA: job.sha,
      GITHUB_WORKSPACE: job.workspace ?? join(folder, 'nothing'),
      GITHUB_API_URL: job.apiUrl,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: '1',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: outputs,
      RUNNER_TEMP: folder,
      ...Object.fromEntries(inputs.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      ...job.env,
    };
    const start = performance.now();
    const { code, output } = await ended(env, folder, seconds);
    return {
      code,
      output,
      seconds: (performance.now() - start) / 1000,
      ...usageIn(output),
      summary: existsSync(summary!) ? readFileSync(summary!, 'utf8') : '',
      outputFile: existsSync(outputs!) ? readFileSync(outputs!, 'utf8') : '',
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Not synchronous, because the fake GitHub answers from this process. */
function ended(env: NodeJS.ProcessEnv, cwd: string, seconds: number): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--import', usagePreload, program], { cwd, env, timeout: seconds * 1000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((done, reject) => {
    child.on('error', reject);
    child.on('close', (code) => done({ code, output }));
  });
}
