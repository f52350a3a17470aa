import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Settings } from '../../engine/api/settings.ts';
import { gate, type Verdict } from '../../engine/gate.ts';
import { rendererOf } from '../../engine/report/index.ts';
import { type Review, review, type SourceSet } from '../../engine/review.ts';
import { exitCode, PlumblineError } from '../../errors.ts';
import { findConfig, mergeSettings, parseConfig, readConfig } from '../../io/config.ts';
import { dataFolder } from '../../io/data-folder.ts';
import { openFacts } from '../../io/facts.ts';
import { readFolder } from '../../io/files.ts';
import { readPair } from '../../io/git.ts';
import { type Log, silentLog, streamLog } from '../../io/log.ts';
import { version } from '../../io/version.ts';
import { type Arguments, type Flags, pairs } from './arguments.ts';
import { applyFixes } from './fix.ts';
import type { Terminal } from './main.ts';

/** `plumbline review`: all of it. */
export const runReview = (input: Arguments, terminal: Terminal): Promise<number> => run(input, terminal, {});

/** `plumbline check`: schema and lint, no simulation. */
export async function runCheck(input: Arguments, terminal: Terminal): Promise<number> {
  requirePaths(input, 'check');
  if (input.flags.isOn('fix')) await applyFixes(input.positionals, await reviewOf(input, terminal, checking), terminal);
  return run(input, terminal, checking);
}

/** `plumbline diff`: what changes, and what that does to running nodes. */
export async function runDiff(input: Arguments, terminal: Terminal): Promise<number> {
  if (input.flags.text('base') === undefined)
    throw new PlumblineError('usage', 'diff needs something to compare with', {
      help: 'name it: `--base origin/main`',
    });
  return run(input, terminal, { findings: false, estimate: false });
}

/** `plumbline estimate`: simulate and price. */
export async function runEstimate(input: Arguments, terminal: Terminal): Promise<number> {
  requirePaths(input, 'estimate');
  return run(input, terminal, { findings: false });
}

const checking: Stages = { estimate: false };

interface Stages {
  readonly findings?: boolean;
  readonly estimate?: boolean;
}

function requirePaths({ positionals }: Arguments, command: string): void {
  if (positionals.length === 0)
    throw new PlumblineError('usage', `${command} needs a path`, {
      help: `\`plumbline ${command} .\` takes everything, \`-\` standard input`,
    });
}

async function run(input: Arguments, terminal: Terminal, stages: Stages): Promise<number> {
  const start = performance.now();
  const settings = settingsOf(input.flags, terminal);
  const result = await reviewOf(input, terminal, stages, settings);
  const verdict = gate(result, settings);
  const seconds = (performance.now() - start) / 1000;
  write(render({ review: result, verdict }, input.flags, terminal, seconds), input.flags, terminal);
  return verdict.result === 'block' ? exitCode.findings : exitCode.ok;
}

async function reviewOf(
  { flags, positionals }: Arguments,
  terminal: Terminal,
  stages: Stages,
  settings: Settings = settingsOf(flags, terminal),
): Promise<Review> {
  const log = logOf(flags, terminal);
  log.progress('Reading manifests…');
  const base = flags.text('base');
  const pair = await readPair({
    repository: terminal.cwd,
    base,
    head: flags.text('head'),
    paths: positionals,
    stdin: () => readAll(terminal.stdin),
  });
  const live = await liveState(flags, terminal);
  log.progress('Reviewing…');
  const result = review({
    base: base === undefined ? null : pair.base,
    head: pair.head,
    ...(live && { live }),
    settings,
    facts: openFacts(dataFolder),
    version,
    stages,
  });
  log.done();
  return result;
}

async function liveState(flags: Flags, { cwd, stdin }: Terminal): Promise<SourceSet | undefined> {
  const files = flags.texts('cluster');
  return files.length === 0 ? undefined : readFolder(cwd, files, { stdin: () => readAll(stdin) });
}

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Flags over the configuration over the defaults. */
function settingsOf(flags: Flags, { cwd }: Terminal): Settings {
  const named = flags.text('config');
  const path = named === undefined ? findConfig(cwd) : resolve(cwd, named);
  const configured = path === undefined ? {} : parseConfig(readConfig(path));
  return mergeSettings(configured, {
    region: flags.text('region'),
    karpenterVersion: flags.text('karpenter-version'),
    kubernetesVersion: flags.text('kubernetes-version'),
    failOn: flags.text('fail-on') as Settings['failOn'],
    set: { ...configured.set, ...pairs(flags.texts('set')) },
    today: new Date().toISOString().slice(0, 10),
  } as Partial<Settings>);
}

const logOf = (flags: Flags, { stderr }: Terminal): Log => (flags.isOn('quiet') ? silentLog : streamLog(stderr));

function render(
  report: { review: Review; verdict: Verdict },
  flags: Flags,
  terminal: Terminal,
  seconds: number,
): string {
  const { stdout, env } = terminal;
  const isTerminal = stdout.isTTY === true && flags.text('output') === undefined;
  const isColour = flags.isOn('color') ?? (isTerminal && !env.NO_COLOR && env.TERM !== 'dumb');
  return rendererOf(flags.text('format') ?? 'text')!.render(report, {
    isColour,
    ...(stdout.columns && { width: stdout.columns }),
    // A figure that differs from run to run has no place in a file that is compared.
    ...(isTerminal && { seconds }),
  });
}

function write(text: string, flags: Flags, { stdout, cwd }: Terminal): void {
  const file = flags.text('output');
  if (file === undefined) {
    stdout.write(text);
    return;
  }
  try {
    writeFileSync(resolve(cwd, file), text);
  } catch (cause) {
    throw new PlumblineError('usage', `\`${file}\` cannot be written`, {
      cause,
      help: 'name a file in a folder that exists',
    });
  }
}
