import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseYaml, stringify } from 'yaml';

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

/** Stand-ins for GitHub's actions, which keep artifacts in a folder. The environment of the run names it. */
const artifactActions = {
  'upload-artifact':
    'mkdir -p "$ARTIFACTS/${{ inputs.name }}" && cp "${{ inputs.path }}" "$ARTIFACTS/${{ inputs.name }}/"',
  'download-artifact': 'mkdir -p "${{ inputs.path }}" && cp -R "$ARTIFACTS/${{ inputs.name }}/." "${{ inputs.path }}"',
};

const artifactAction = (run: string): string =>
  stringify({
    name: 'artifact',
    inputs: { name: { required: true }, path: { required: true } },
    runs: { using: 'composite', steps: [{ shell: 'bash', run }] },
  });

/** act, with the Action from dist/. It writes only into one temporary folder. */
export class Act {
  readonly #folder = mkdtempSync(join(tmpdir(), 'plumbline-act-'));
  readonly #action = join(this.#folder, 'action');

  constructor() {
    mkdirSync(this.#action);
    for (const name of ['action.yml', 'package.json']) cpSync(name, join(this.#action, name));
    // The environment variable can name another folder than dist/, to test another build.
    cpSync(process.env.PLUMBLINE_DIST ?? 'dist', join(this.#action, 'dist'), { recursive: true });
    release(this.#action);
    for (const [name, run] of Object.entries(artifactActions)) {
      mkdirSync(join(this.#folder, name));
      writeFileSync(join(this.#folder, name, 'action.yml'), artifactAction(run));
      release(join(this.#folder, name));
    }
    // A runner of GitHub has sudo. This machine already allows what the workflow asks for.
    mkdirSync(join(this.#folder, 'bin'));
    writeFileSync(join(this.#folder, 'bin', 'sudo'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  }

  /**
   * Runs a workflow. A job that renders runs first, with an environment of its own: act gives all jobs of a run the same one, but on GitHub a job
   * without `id-token: write` cannot request identity tokens.
   */
  async run(job: WorkflowJob): Promise<WorkflowRun> {
    const { jobs, ...rest } = parseYaml(job.workflow);
    const { render, ...others } = jobs;
    if (!render) return this.#run(job);
    const env = Object.fromEntries(Object.entries(job.env).filter(([name]) => !/^(ACTIONS_ID|AWS)_/.test(name)));
    const rendered = await this.#run({ ...job, workflow: stringify({ ...rest, jobs: { render } }), env, secrets: {} });
    if (!rendered.isSuccess) return rendered;
    const independent = Object.entries(others).map(([name, one]) => [name, { ...(one as object), needs: undefined }]);
    const ran = await this.#run({ ...job, workflow: stringify({ ...rest, jobs: Object.fromEntries(independent) }) });
    return { ...ran, log: `${rendered.log}${ran.log}` };
  }

  /** Runs a workflow in host mode: without containers, and without network access beyond 127.0.0.1. */
  async #run(job: WorkflowJob): Promise<WorkflowRun> {
    const workflow = join(this.#folder, 'workflow.yaml');
    const event = join(this.#folder, 'event.json');
    writeFileSync(workflow, job.workflow);
    writeFileSync(event, JSON.stringify(job.payload));
    const given = { ...job.env, ARTIFACTS: join(this.#folder, 'artifacts') };
    const env = Object.entries(given).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
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
    const used = [...workflow.matchAll(/uses: (\S+\/(plumbline|(?:up|down)load-artifact)@(\S+))/g)];
    return used.flatMap(([, name, action, ref]) => {
      const folder = action === 'plumbline' ? this.#action : join(this.#folder, action!);
      execFileSync('git', ['tag', '--force', ref!], { cwd: folder, stdio: 'pipe' });
      return ['--local-repository', `${name}=${folder}`];
    });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Not synchronous, because the fake GitHub answers from this process. */
  #start(args: readonly string[], cwd: string): Promise<{ code: number | null; output: string }> {
    const child = spawn('act', args, {
      cwd,
      env: { PATH: `${join(this.#folder, 'bin')}:${process.env.PATH}`, HOME: this.#folder },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, output }));
    });
  }
}

/** Commits everything in a folder. */
function release(folder: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet');
  git('add', '--all', '--force');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--message=Release');
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
