import { manifestSet } from '../../../engine/manifest/manifest-set.ts';
import { parseManifests } from '../../../engine/manifest/parse.ts';
import { snapshotText, takeSnapshot } from '../../../engine/provisioning/snapshot/take-snapshot.ts';
import { exitCode, PlumblineError } from '../../../errors.ts';
import { providers } from '../../../io/catalog/providers.ts';
import { readDumps } from '../../../io/cluster/cluster-dump.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeOutput } from '../terminal/write-output.ts';

/** Everything that scheduling looks at; a cluster that lacks one of the kinds needs it left out. */
const kinds = [
  ...['nodes', 'nodeclaims'],
  ...providers.flatMap(({ nodeClasses }) => nodeClasses.map(({ plural }) => plural)),
  'pods,replicasets,deployments,statefulsets,daemonsets,jobs,cronjobs,hpa,pdb,pvc,pv,storageclasses,csinodes,priorityclasses,namespaces',
].join(',');
const kubectl = `A snapshot is made from what \`kubectl get ${kinds} -A -o json\` prints, in one file or, where that is too large, in one for each kind or namespace.`;

/** `plumbline snapshot FILE…`: what scheduling needs to know of a cluster, small enough to commit. */
export async function runSnapshot({ flags, positionals }: Arguments, terminal: Terminal): Promise<number> {
  const { cwd, stdin } = terminal;
  if (positionals.length === 0) throw new PlumblineError('usage', '`snapshot` needs a file', { help: kubectl });
  const { sources, diagnostics } = await readDumps(positionals, { cwd, stdin });
  const set = manifestSet(sources.map((source) => parseManifests(source, { set: {} })));
  // What half a dump shows would pass for the cluster.
  const fault = [...diagnostics, ...set.files.flatMap((file) => file.diagnostics)].find(
    (one) => one.severity !== 'note',
  );
  const broken = fault?.span.file ?? set.files.find((file) => file.isBroken)?.source.file;
  if (broken !== undefined)
    throw new PlumblineError('usage', `\`${broken}\` cannot be read${fault ? `: ${fault.message}` : ''}`, {
      help: kubectl,
    });
  const snapshot = takeSnapshot(set.manifests, `${new Date().toISOString().slice(0, 19)}Z`, providers);
  if (snapshot.objects.length === 0 && snapshot.podClasses.length === 0)
    throw new PlumblineError('usage', `Nothing of a cluster stands in ${positionals.join(', ')}`, { help: kubectl });
  writeOutput(snapshotText(snapshot), flags, terminal, 'document');
  return exitCode.ok;
}
