import type { Settings } from '../../../engine/api/settings.ts';
import { gate, type Verdict } from '../../../engine/gate/gate.ts';
import { rendererOf } from '../../../engine/report/renderers.ts';
import { traceText } from '../../../engine/report/terminal/trace.ts';
import { review as reviewSources } from '../../../engine/review/review.ts';
import type { Review } from '../../../engine/review/review-data.ts';
import { jsonText } from '../../../engine/text/log-text.ts';
import { exitCode, PlumblineError } from '../../../errors.ts';
import { apiServerBeside } from '../../../io/api-server/background-api-server.ts';
import { dataFolder } from '../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../io/catalog/facts.ts';
import { Repository } from '../../../io/git/repository.ts';
import { version } from '../../../io/version.ts';
import type { Arguments, Flags } from '../arguments/arguments.ts';
import { catalogFolder } from '../arguments/catalog-option.ts';
import { configPlace } from '../input/config-place.ts';
import { liveState } from '../input/live-state.ts';
import type { ReadAhead } from '../input/read-ahead.ts';
import { logOf, readSides } from '../input/read-sides.ts';
import { settingsOf } from '../input/review-settings.ts';
import { isColoured, isShown } from '../terminal/colour.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeOutput } from '../terminal/write-output.ts';
import { applyFixes } from './apply-fixes.ts';
import { afterBaseline } from './baseline.ts';
import { RuleTiming } from './rule-timing.ts';
import { type PathDisplay, withShownPaths } from './shown-paths.ts';
import { traceIn } from './workload-trace.ts';

/** `plumbline review`: all of it. */
export const runReview = (input: Arguments, terminal: Terminal, ahead?: ReadAhead): Promise<number> =>
  run(input, terminal, { stages: {}, ahead });

/** `plumbline check`: schema and lint, no simulation. */
export async function runCheck(input: Arguments, terminal: Terminal, ahead?: ReadAhead): Promise<number> {
  requirePaths(input, 'check');
  if (input.flags.isOn('fix')) await fix(input, terminal);
  return run(input, terminal, { stages: checking, ahead });
}

async function fix(input: Arguments, terminal: Terminal): Promise<void> {
  if (input.positionals.includes('-'))
    throw new PlumblineError('usage', '`--fix` cannot write to standard input', { help: 'Name files or folders.' });
  const { review, root } = await reviewOf(input, terminal, { stages: checking });
  applyFixes(review, { root, cwd: terminal.cwd }, terminal);
}

/** `plumbline diff`: what changes, and what that does to running nodes. */
export async function runDiff(input: Arguments, terminal: Terminal): Promise<number> {
  if (input.flags.text('base') === undefined)
    throw new PlumblineError('usage', '`diff` needs something to compare with', {
      help: 'Name it, for example `--base origin/main`.',
    });
  return run(input, terminal, { stages: { findings: false, estimate: false } });
}

/** `plumbline estimate`: simulate and price. */
export async function runEstimate(input: Arguments, terminal: Terminal): Promise<number> {
  requirePaths(input, 'estimate');
  const wanted = input.flags.text('explain');
  return wanted === undefined
    ? run(input, terminal, { stages: { findings: false } })
    : runTrace(input, wanted, terminal);
}

/** `plumbline estimate --explain WORKLOAD`: how one workload finds its nodes, instead of the figures. */
async function runTrace(input: Arguments, wanted: string, terminal: Terminal): Promise<number> {
  const format = input.flags.text('format') ?? 'text';
  if (format !== 'text' && format !== 'json')
    throw new PlumblineError('usage', `\`--explain\` has no \`${format}\` form`, { help: 'Use `text` or `json`.' });
  const { review } = await reviewOf(input, terminal, { stages: { findings: false }, explain: wanted });
  const trace = traceIn(review, wanted);
  const text =
    format === 'json' ? `${jsonText(trace, 2)}\n` : traceText(trace, { isColour: isColoured(input.flags, terminal) });
  writeOutput(text, input.flags, terminal);
  return exitCode.ok;
}

const checking: Stages = { figures: false };

interface Stages {
  readonly findings?: boolean;
  readonly estimate?: boolean;
  /** False: neither an estimate nor what becomes of running nodes. */
  readonly figures?: boolean;
}

const isSimulating = ({ figures, estimate }: Stages): boolean => figures !== false && estimate !== false;

function requirePaths({ positionals }: Arguments, command: string): void {
  if (positionals.length === 0)
    throw new PlumblineError('usage', `\`${command}\` needs a path`, {
      help: `\`plumbline ${command} .\` takes everything, \`plumbline ${command} -\` standard input.`,
    });
}

async function run(input: Arguments, terminal: Terminal, task: Task): Promise<number> {
  const start = performance.now();
  const { stages } = task;
  const { review: found, root, settings } = await reviewOf(input, terminal, task);
  const isJudged = (code: string): boolean => isSimulating(stages) || !code.startsWith('provisioning/');
  const review = afterBaseline(
    found,
    { flags: input.flags, isJudged, neverSuppress: settings.neverSuppress },
    terminal,
  );
  const verdict = gate(review, settings);
  const seconds = (performance.now() - start) / 1000;
  const standpoint = { root, cwd: terminal.cwd };
  writeOutput(
    render({ review, verdict }, { ...input, standpoint, seconds, failOn: settings.failOn }, terminal),
    input.flags,
    terminal,
  );
  return verdict.result === 'block' ? exitCode.findings : exitCode.ok;
}

interface Task {
  readonly stages: Stages;
  readonly explain?: string;
  readonly ahead?: ReadAhead | undefined;
}

interface Outcome {
  readonly review: Review;
  /** Folder that the names of its files count from. */
  readonly root: string;
  readonly settings: Settings;
}

/** Reads what the arguments name, and reviews it. */
async function reviewOf(input: Arguments, terminal: Terminal, { stages, explain, ahead }: Task): Promise<Outcome> {
  const { flags } = input;
  const log = logOf(flags, terminal);
  const timing = flags.isOn('timing') === true ? new RuleTiming() : undefined;
  // The simulation is the larger part of the code: it is read while files are, and not at all where nobody asks for figures.
  const loading = stages.figures === false ? null : import('../../../engine/review/figures/figures.ts');
  const repository = ahead?.repository ?? new Repository(terminal.cwd);
  const place = await configPlace(input, terminal, repository);
  const settings = await settingsOf(flags, terminal, place);
  const { base: before, head, root } = await readSides(input, { terminal, repository, settings, log, ahead });
  // It starts while everything else is got together.
  const apiServer = stages.findings === false ? undefined : apiServerBeside(before?.sources, head.sources);
  const live = isSimulating(stages) ? await liveState(flags, settings, { terminal, place }) : {};
  log.progress('Reviewing…');
  const result = reviewSources({
    base: before,
    head,
    ...live,
    settings,
    facts: { ...openFacts(dataFolder, catalogFolder(flags, terminal.cwd)), apiServer },
    version,
    figures: (await loading)?.figures ?? null,
    stages,
    ...(explain !== undefined && { explain }),
    ...(timing && { timer: timing }),
  });
  log.done();
  if (timing) terminal.stderr.write(timing.table(head.sources.length));
  return { review: result, root, settings };
}

interface Rendering {
  readonly flags: Flags;
  readonly positionals: readonly string[];
  readonly standpoint: PathDisplay;
  readonly seconds: number;
  readonly failOn: Settings['failOn'];
}

/** Columns of the terminal, or those that COLUMNS names; what is piped has none. */
function widthOf({ columns }: Terminal['stdout'], { COLUMNS }: Terminal['env']): { width?: number } {
  const width = columns || Number(COLUMNS);
  return width >= 20 ? { width } : {};
}

function render(
  { review, verdict }: { review: Review; verdict: Verdict },
  { flags, positionals, standpoint, seconds, failOn }: Rendering,
  { stdout, env }: Terminal,
): string {
  const format = flags.text('format') ?? 'text';
  const isTerminal = isShown(flags, stdout);
  const isColour = isColoured(flags, { stdout, env });
  // People open files from where they stand; everything else names them from the root, as GitHub does.
  const shown = format === 'text' ? withShownPaths(standpoint, review) : review;
  return rendererOf(format)!.render(
    { review: shown, verdict },
    {
      isColour,
      failOn,
      paths: positionals,
      ...widthOf(stdout, env),
      // A figure that differs from run to run has no place in a file that is compared.
      ...(isTerminal && { seconds }),
    },
  );
}
