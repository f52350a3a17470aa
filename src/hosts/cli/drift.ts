import type { Settings } from '../../engine/api/settings.ts';
import { type Drift, driftOf } from '../../engine/drift/drift.ts';
import { isCompared } from '../../engine/drift/live-objects.ts';
import { type ManifestSet, manifestSet } from '../../engine/manifest/manifest-set.ts';
import { parseManifests } from '../../engine/manifest/parse.ts';
import { within } from '../../engine/plan/environment-plans.ts';
import { plannedKinds } from '../../engine/plan/kinds.ts';
import { type DriftReport, driftDocument, driftMarkdown, driftText } from '../../engine/report/drift.ts';
import { targetOf } from '../../engine/review/target.ts';
import type { SourceSet } from '../../engine/review.ts';
import type { CrdPack } from '../../engine/schema/crd-pack.ts';
import { exitCode, PlumblineError } from '../../errors.ts';
import { dataFolder } from '../../io/data-folder.ts';
import { openFacts } from '../../io/facts.ts';
import { readFolder } from '../../io/files.ts';
import { Repository } from '../../io/git/repository.ts';
import { KubeClient } from '../../io/kube/client.ts';
import { listKarpenterObjects } from '../../io/kube/karpenter-objects.ts';
import type { Arguments, Flags } from './arguments.ts';
import { isColoured } from './colour.ts';
import { access, type ChosenEnvironment, chosenEnvironment } from './environment.ts';
import type { Terminal } from './main.ts';
import { writeOutput } from './output.ts';
import { logOf, readSides } from './read-sides.ts';
import { settingsOf } from './settings.ts';
import { readAll } from './stdin.ts';

/** `plumbline drift [PATH…]`: the cluster against the files. Exit code 1 where they differ. */
export async function runDrift(input: Arguments, terminal: Terminal): Promise<number> {
  const { flags } = input;
  const repository = new Repository(terminal.cwd);
  const log = logOf(flags, terminal);
  const settings = await settingsOf(flags, terminal, repository);
  const environment = chosenEnvironment(flags, settings, terminal.cwd);
  const { head } = await readSides(input, { terminal, repository, settings, log });
  const files = filesSide(head, settings, environment);
  const facts = openFacts(dataFolder);
  const pack = facts.crds(targetOf({ settings, facts, head }).karpenterVersion);
  log.progress('Asking the cluster…');
  const live = await liveSide(files, { flags, environment, pack }, terminal);
  log.done();
  const { objects, unknownKinds, cluster } = live;
  const drift = driftOf({ files, live: objects, unknownKinds, pack });
  const against = flags.text('head') ?? 'the files here';
  writeOutput(render({ environment: environment.name, cluster, against, drift }, flags, terminal), flags, terminal);
  return isDrifted(drift) ? exitCode.findings : exitCode.ok;
}

/** What cannot be read may hold anything: that is not called right. */
const isDrifted = ({ objects, unknown }: Drift): boolean =>
  objects.length > 0 || unknown.some((text) => text.includes('cannot be read'));

function filesSide(head: SourceSet, { set }: Settings, { settings }: ChosenEnvironment): ManifestSet {
  const files = manifestSet(head.sources.map((source) => parseManifests(source, { set })));
  return within(files, settings?.paths ?? []);
}

interface LiveRequest {
  readonly flags: Flags;
  readonly environment: ChosenEnvironment;
  readonly pack: CrdPack;
}

interface LiveSide {
  readonly cluster: string;
  readonly objects: Parameters<typeof driftOf>[0]['live'];
  readonly unknownKinds: readonly string[];
}

async function liveSide(files: ManifestSet, request: LiveRequest, terminal: Terminal): Promise<LiveSide> {
  const { flags, environment, pack } = request;
  const needed = new Set(files.manifests.filter(isCompared).map(({ kind }) => kind));
  const dumps = flags.texts('cluster');
  if (dumps.length > 0) return dumpedSide(dumps, needed, terminal);
  if (!environment.hasCluster)
    throw new PlumblineError('usage', 'drift needs a cluster to compare with', {
      help: 'Name it: `--cluster-arn`, `--kubeconfig FILE`, an environment of plumbline.yaml, or `--cluster FILE` with what `kubectl get nodepools,ec2nodeclasses -o json` prints.',
    });
  const { connect } = await access(environment.target, terminal);
  const client = new KubeClient(connect);
  const { objects } = await listKarpenterObjects(client, { kinds: plannedKinds, pack, needed });
  return { cluster: await client.describe(), objects, unknownKinds: [] };
}

/** What `kubectl get` printed. A kind that it does not mention was perhaps not asked for. */
async function dumpedSide(
  dumps: readonly string[],
  needed: ReadonlySet<string>,
  terminal: Terminal,
): Promise<LiveSide> {
  const { sources, diagnostics } = await readFolder(terminal.cwd, dumps, { stdin: () => readAll(terminal.stdin) });
  const set = manifestSet(sources.map((source) => parseManifests(source, { set: {} })));
  const broken = diagnostics[0]?.span.file ?? set.files.find(({ isBroken }) => isBroken)?.source.file;
  // An empty list of `kubectl` is an answer; a file about something else is none.
  const isAnswer = set.manifests.length > 0 || sources.some(({ text }) => /\bitems\b/.test(text));
  if (broken !== undefined || !isAnswer)
    throw new PlumblineError('usage', `\`${broken ?? dumps[0]}\` cannot be read as objects of a cluster`, {
      help: 'It is what `kubectl get nodepools,ec2nodeclasses -o json` prints.',
    });
  const objects = set.manifests.filter(isCompared).map(({ object }) => object);
  const present = new Set(objects.map(({ kind }) => String(kind)));
  const unknownKinds = [...needed].filter((kind) => !present.has(kind)).sort();
  return { cluster: dumps.join(', '), objects, unknownKinds };
}

function render(report: DriftReport, flags: Flags, terminal: Terminal): string {
  const format = flags.text('format') ?? 'text';
  if (format === 'json') return `${JSON.stringify(driftDocument(report), null, 2)}\n`;
  if (format === 'markdown') return driftMarkdown(report);
  if (format !== 'text')
    throw new PlumblineError('usage', `drift has no \`${format}\` form`, { help: 'Use `text`, `markdown` or `json`.' });
  return driftText(report, { isColour: isColoured(flags, terminal) });
}
