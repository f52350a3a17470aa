import { snapshotText, takeSnapshot } from '../../../engine/cluster/provisioning/snapshot/take-snapshot.ts';
import { defaultSettings, type Settings } from '../../../engine/karpenter/api/settings.ts';
import { manifestSet } from '../../../engine/manifest/manifest-set.ts';
import { parseManifests } from '../../../engine/manifest/parse.ts';
import { groupBy } from '../../../engine/text/group-by.ts';
import type { Source } from '../../../engine/text/source.ts';
import { providers } from '../../../io/catalog/providers.ts';
import { readDumps } from '../../../io/cluster/cluster-dump.ts';
import { clusterObjects } from '../../../io/cluster/cluster-objects.ts';
import { Repository } from '../../../io/git/repository.ts';
import { KubeClient } from '../../../io/kube/client.ts';
import { streamLog } from '../../../io/log.ts';
import { timeOf } from '../../../io/today.ts';
import type { SourceTree } from '../../../io/tree/source-tree.ts';
import { exitCode, PlumblineError } from '../../../shared/errors.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { accessTarget, chosenEnvironment } from '../input/chosen-environment.ts';
import { configPlace } from '../input/config-place.ts';
import { settingsOf } from '../input/review-settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeOutput } from '../terminal/write-output.ts';
import { snapshotKinds } from './snapshot-kinds.ts';

/** The names that kubectl has for some of them. */
const shortNames: Readonly<Record<string, string>> = {
  horizontalpodautoscalers: 'hpa',
  poddisruptionbudgets: 'pdb',
  persistentvolumeclaims: 'pvc',
  persistentvolumes: 'pv',
};
// kubectl gets nothing at all if a kind does not exist, as policies before Kubernetes 1.30.
const names = snapshotKinds
  .filter(({ unknownWithout }) => unknownWithout === undefined)
  .map(({ plural }) => shortNames[plural] ?? plural)
  .join(',');
const kubectl = `Pass the output of \`kubectl get ${names} -A -o json\`. If that is too large, write one file for each kind or namespace.`;

/** `plumbline snapshot [FILE…]`: reduces a cluster, or a dump of one, to what scheduling needs. */
export async function runSnapshot(input: Arguments, terminal: Terminal): Promise<number> {
  const { flags, positionals } = input;
  const { sources, diagnostics } = await objectsOf(input, terminal);
  const set = manifestSet(sources.map((source) => parseManifests(source, { set: {} })));
  // An incomplete dump would look like a smaller cluster.
  const fault = [...diagnostics, ...set.files.flatMap((file) => file.diagnostics)].find(
    (diagnostic) => diagnostic.severity !== 'note',
  );
  const broken = fault?.span.file ?? set.files.find((file) => file.isBroken)?.source.file;

  if (broken !== undefined) {
    const reason = fault ? `: ${fault.message}` : '';
    throw new PlumblineError('usage', `\`${broken}\` cannot be read${reason}`, { help: kubectl });
  }

  const snapshot = takeSnapshot(set.manifests, `${timeOf().toISOString().slice(0, 19)}Z`, providers);
  if (snapshot.objects.length === 0 && snapshot.podClasses.length === 0)
    throw new PlumblineError('usage', `No objects of a cluster found in ${positionals.join(', ') || 'the cluster'}`, {
      help: kubectl,
    });

  writeOutput(snapshotText(snapshot), flags, terminal, 'document');

  return exitCode.ok;
}

async function objectsOf(input: Arguments, terminal: Terminal): Promise<Pick<SourceTree, 'sources' | 'diagnostics'>> {
  const { positionals } = input;
  if (positionals.length === 0) return { sources: await runningCluster(input, terminal), diagnostics: [] };
  return readDumps(positionals, { cwd: terminal.cwd, stdin: terminal.stdin });
}

/** The settings, which matter only if a flag names an environment. */
async function settingsOfEnvironment(input: Arguments, terminal: Terminal): Promise<Settings> {
  const { flags } = input;
  if (flags.text('environment') === undefined) return defaultSettings;

  const repository = new Repository(terminal.cwd);
  return settingsOf(flags, terminal, await configPlace(input, terminal, repository));
}

/** The objects of the cluster that flags name. It is only read. */
async function runningCluster(input: Arguments, terminal: Terminal): Promise<readonly Source[]> {
  const settings = await settingsOfEnvironment(input, terminal);
  const { target, hasCluster } = chosenEnvironment(input.flags, settings, terminal.cwd);

  if (!hasCluster)
    throw new PlumblineError('usage', '`snapshot` needs a file or a cluster', {
      help: `To read a cluster, pass \`--context NAME\`, \`--kubeconfig FILE\`, \`--cluster-arn ARN\` or \`--environment NAME\`. ${kubectl}`,
    });

  const { connect } = await accessTarget(target, terminal);
  const log = streamLog(terminal.stderr);
  log.progress('Asking the cluster…');
  const missing: { readonly resource: string; readonly unknown: string }[] = [];
  const client = new KubeClient(connect, { patienceSeconds: 30 });
  const sources = await clusterObjects(
    client,
    snapshotKinds,
    (resource, unknown) => void missing.push({ resource, unknown }),
  );

  log.done();

  for (const [unknown, all] of groupBy(missing, (kind) => kind.unknown))
    terminal.stderr.write(
      `This identity may not list ${all.map(({ resource }) => resource).join(', ')}, so reviews do not know ${unknown}.\n`,
    );

  return sources;
}
