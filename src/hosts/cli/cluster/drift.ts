import { type Drift, driftOf, isDrifted } from '../../../engine/changes/drift/drift.ts';
import { isCompared } from '../../../engine/changes/drift/live-objects.ts';
import { manifestSet } from '../../../engine/manifest/manifest-set.ts';
import { parseManifests } from '../../../engine/manifest/parse.ts';
import { type DriftReport, driftDocument, driftMarkdown, driftText } from '../../../engine/report/terminal/drift.ts';
import { jsonText } from '../../../engine/text/words/log-text.ts';
import { clusterDrift, type WantedSide, wantedSide } from '../../../io/cluster/drift-check.ts';
import { readFolder } from '../../../io/files/files.ts';
import { Repository } from '../../../io/git/repository.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments, Flags } from '../arguments/arguments.ts';
import { accessTarget, type ChosenEnvironment, chosenEnvironment } from '../input/chosen-environment.ts';
import { configPlace } from '../input/config-place.ts';
import { logOf, readSides } from '../input/read-sides.ts';
import { settingsOf } from '../input/review-settings.ts';
import { isColored } from '../terminal/color.ts';
import { readAll } from '../terminal/stdin.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeOutput } from '../terminal/write-output.ts';

/** `plumbline drift [PATH…]`: compares the cluster with the files. Exit code 1 if they differ. */
export async function runDrift(input: Arguments, terminal: Terminal): Promise<number> {
  const { flags } = input;
  const repository = new Repository(terminal.cwd);
  const log = logOf(flags, terminal);
  const settings = await settingsOf(flags, terminal, await configPlace(input, terminal, repository));
  const environment = chosenEnvironment(flags, settings, terminal.cwd);
  if (flags.texts('cluster').length === 0 && !environment.hasCluster) throw lacksCluster();

  const { head } = await readSides(input, { terminal, repository, settings, log });
  const wanted = wantedSide(head, settings, environment);
  log.progress('Asking the cluster…');
  const { drift, name: cluster } = await compare(wanted, { flags, environment }, terminal);
  log.done();
  const against = flags.text('head') ?? 'the files here';
  writeOutput(render({ environment: environment.name, cluster, against, drift }, flags, terminal), flags, terminal);

  if (isDrifted(drift)) return exitCode.findings;
  return exitCode.ok;
}

const lacksCluster = (): PlumblineError =>
  new PlumblineError('usage', '`drift` needs a cluster to compare with', {
    help: 'Pass `--kubeconfig FILE`, `--cluster-arn ARN`, or `--cluster FILE` with the output of `kubectl get nodepools,ec2nodeclasses -o json`. Or set `clusterArn` or `context` of the environment in plumbline.yaml.',
  });

interface Compared {
  readonly drift: Drift;
  readonly name: string;
}

async function compare(
  wanted: WantedSide,
  { flags, environment }: { flags: Flags; environment: ChosenEnvironment },
  terminal: Terminal,
): Promise<Compared> {
  const dumps = flags.texts('cluster');
  if (dumps.length > 0) return dumpedDrift(dumps, wanted, terminal);
  const { connect } = await accessTarget(environment.target, terminal);
  return clusterDrift(wanted, connect);
}

/** Compares with the output of `kubectl get`. A kind that is not in it may not have been requested, so it is unknown. */
async function dumpedDrift(dumps: readonly string[], wanted: WantedSide, terminal: Terminal): Promise<Compared> {
  const { sources, diagnostics } = await readFolder(terminal.cwd, dumps, { stdin: () => readAll(terminal.stdin) });
  const set = manifestSet(sources.map((source) => parseManifests(source, { set: {} })));
  const broken = diagnostics[0]?.span.file ?? set.files.find(({ isBroken }) => isBroken)?.source.file;
  // An empty list from `kubectl` means no objects. Any other file without objects is a mistake.
  const isAnswer = set.manifests.length > 0 || sources.some(({ text }) => /\bitems\b/.test(text));

  if (broken !== undefined || !isAnswer)
    throw new PlumblineError('usage', `\`${broken ?? dumps[0]}\` does not contain objects of a cluster`, {
      help: 'Pass the output of `kubectl get nodepools,ec2nodeclasses -o json`.',
    });

  const objects = set.manifests.filter(isCompared).map(({ object }) => object);
  const present = new Set(objects.map(({ kind }) => String(kind)));
  const unknownKinds = [...wanted.kinds].filter((kind) => !present.has(kind)).sort();

  return { drift: driftOf({ ...wanted, live: objects, unknownKinds }), name: dumps.join(', ') };
}

function render(report: DriftReport, flags: Flags, terminal: Terminal): string {
  const format = flags.text('format') ?? 'text';
  if (format === 'json') return `${jsonText(driftDocument(report), 2)}\n`;
  if (format === 'markdown') return driftMarkdown(report);
  return driftText(report, { isColor: isColored(flags, terminal) });
}
