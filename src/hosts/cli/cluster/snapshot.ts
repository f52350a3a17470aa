import { manifestSet } from '../../../engine/manifest/manifest-set.ts';
import { parseManifests } from '../../../engine/manifest/parse.ts';
import { snapshotText, takeSnapshot } from '../../../engine/provisioning/snapshot/take-snapshot.ts';
import { exitCode, PlumblineError } from '../../../errors.ts';
import { providers } from '../../../io/catalog/providers.ts';
import { readDumps } from '../../../io/cluster/cluster-dump.ts';
import { timeOf } from '../../../io/today.ts';
import type { Arguments } from '../arguments/arguments.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { writeOutput } from '../terminal/write-output.ts';

/** Every kind that scheduling depends on. On a cluster without one of them, leave it out. */
const kinds = [
  ...['nodes', 'nodeclaims'],
  ...providers
    .filter(({ launching, catalog }) => launching !== undefined && catalog === undefined)
    .flatMap(({ nodeClasses }) => nodeClasses.map(({ plural }) => plural)),
  'pods,replicasets,deployments,statefulsets,daemonsets,jobs,cronjobs,hpa,pdb,pvc,pv,storageclasses,csinodes,priorityclasses,namespaces',
].join(',');
const kubectl = `Pass the output of \`kubectl get ${kinds} -A -o json\`. If that is too large, write one file for each kind or namespace.`;

/** `plumbline snapshot FILE…`: reduces a cluster dump to what scheduling needs. */
export async function runSnapshot({ flags, positionals }: Arguments, terminal: Terminal): Promise<number> {
  const { cwd, stdin } = terminal;
  if (positionals.length === 0) throw new PlumblineError('usage', '`snapshot` needs a file', { help: kubectl });
  const { sources, diagnostics } = await readDumps(positionals, { cwd, stdin });
  const set = manifestSet(sources.map((source) => parseManifests(source, { set: {} })));
  // An incomplete dump would look like a smaller cluster.
  const fault = [...diagnostics, ...set.files.flatMap((file) => file.diagnostics)].find(
    (one) => one.severity !== 'note',
  );
  const broken = fault?.span.file ?? set.files.find((file) => file.isBroken)?.source.file;
  if (broken !== undefined)
    throw new PlumblineError('usage', `\`${broken}\` cannot be read${fault ? `: ${fault.message}` : ''}`, {
      help: kubectl,
    });
  const snapshot = takeSnapshot(set.manifests, `${timeOf().toISOString().slice(0, 19)}Z`, providers);
  if (snapshot.objects.length === 0 && snapshot.podClasses.length === 0)
    throw new PlumblineError('usage', `No objects of a cluster found in ${positionals.join(', ')}`, { help: kubectl });
  writeOutput(snapshotText(snapshot), flags, terminal, 'document');
  return exitCode.ok;
}
