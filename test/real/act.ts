import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The output of one run of a workflow, as act reports it. */
export interface WorkflowRun {
  readonly isSuccess: boolean;
  /** Commands to the runner: errors, warnings and notices with their place. */
  readonly annotations: readonly Annotation[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Everything that act printed. */
  readonly log: string;
}

export interface Annotation {
  readonly level: string;
  readonly message: string;
  readonly place: Readonly<Record<string, string>>;
}

export interface WorkflowJob {
  readonly event: string;
  readonly payload: unknown;
  /** The workflow file. An action named `…/plumbline@REF` in it is the Action from dist/. */
  readonly workflow: string;
  /** Folder of the clone. */
  readonly workspace: string;
  readonly token: string;
  readonly env: Readonly<Record<string, string>>;
  /** Secrets in addition to the token. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** act, with the Action from dist/. It writes only into one temporary folder. */
export class Act {
  readonly #folder = mkdtempSync(join(tmpdir(), 'plumbline-act-'));
  readonly #action = join(this.#folder, 'action');

  constructor() {
    mkdirSync(this.#action);
    for (const name of ['action.yml', 'package.json']) cpSync(name, join(this.#action, name));
    // The environment variable can name another folder than dist/, to test another build.
    cpSync(process.env.PLUMBLINE_DIST ?? 'dist', join(this.#action, 'dist'), { recursive: true });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: this.#action, stdio: 'pipe' });
    git('init', '--quiet');
    git('add', '--all', '--force');
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message=Release');
  }

  /** Runs a workflow in host mode: without containers, and without network access beyond 127.0.0.1. */
  async run(job: WorkflowJob): Promise<WorkflowRun> {
    const workflow = join(this.#folder, 'workflow.yaml');
    const event = join(this.#folder, 'event.json');
    writeFileSync(workflow, job.workflow);
    writeFileSync(event, JSON.stringify(job.payload));
    const env = Object.entries(job.env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const secrets = Object.entries(job.secrets ?? {}).flatMap(([name, value]) => ['--secret', `${name}=${value}`]);
    const args = [
      ...[job.event, '--workflows', workflow, '--eventpath', event, '--platform', 'ubuntu-latest=-self-hosted'],
      ...['--pull=false', '--no-cache-server', '--json', '--secret', `GITHUB_TOKEN=${job.token}`],
      ...[...this.#localActions(job.workflow), ...env, ...secrets],
    ];
    const { code, output } = await this.#start(args, job.workspace);
    return { isSuccess: code === 0, ...parse(output), log: output };
  }

  /** act looks for the Action's ref among the tags of the folder. */
  #localActions(workflow: string): string[] {
    const used = [...workflow.matchAll(/uses: (\S+\/plumbline@(\S+))/g)];
    return used.flatMap(([, name, ref]) => {
      execFileSync('git', ['tag', '--force', ref!], { cwd: this.#action, stdio: 'pipe' });
      return ['--local-repository', `${name}=${this.#action}`];
    });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Not synchronous, because the fake GitHub answers from this process. */
  #start(args: readonly string[], cwd: string): Promise<{ code: number | null; output: string }> {
    const child = spawn('act', args, { cwd, env: { PATH: process.env.PATH, HOME: this.#folder } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, output }));
    });
  }
}

/** One line of act's JSON log. */
interface Line {
  readonly command?: string;
  readonly arg?: string;
  readonly name?: string;
  readonly content?: string;
  readonly kvPairs?: Readonly<Record<string, string>>;
}

const levels = ['error', 'warning', 'notice'];

function parse(output: string): Pick<WorkflowRun, 'annotations' | 'outputs' | 'summary'> {
  const lines = output.split('\n').flatMap((line): Line[] => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const outputs = lines.filter(({ command }) => command === 'set-output').map(({ name, arg }) => [name!, arg!]);
  const annotations = lines.filter(({ command }) => levels.includes(command ?? ''));
  return {
    annotations: annotations.map(({ command, arg, kvPairs }) => ({
      level: command!,
      message: arg!,
      place: kvPairs ?? {},
    })),
    outputs: Object.fromEntries(outputs),
    summary: lines.flatMap(({ command, content }) => (command === 'summary' ? [content!] : [])).join(''),
  };
}
