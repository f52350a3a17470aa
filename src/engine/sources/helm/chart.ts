import type { Value } from '../../manifest/manifest.ts';
import { folderOf } from '../../source.ts';
import type { Discovery } from '../discovery.ts';
import { type FileTree, inFolder, isWithin, resolvePath } from '../repository/file-tree.ts';
import { mappingsOf, readMapping, stringOf } from '../repository/yaml-data.ts';
import type { HelmCall, Obstacle } from '../root.ts';
import { allowedChart, type RemoteChart } from './remote-chart.ts';

/** A chart of the repository, with all that it is made of. */
export interface Chart {
  readonly folder: string;
  readonly name: string;
  readonly isLibrary: boolean;
  readonly files: readonly string[];
  readonly dependencies: HelmCall['dependencies'];
  readonly fetched: readonly RemoteChart[];
  readonly obstacles: readonly Obstacle[];
}

/** More files than that make no chart that people wrote. */
const maxFiles = 5000;

/** Folders of charts that are no part of another chart. */
export function chartFolders(tree: FileTree): string[] {
  const all = [...tree.files.keys()]
    .filter((file) => /(?:^|\/)Chart\.yaml$/.test(file))
    .map(folderOf)
    .sort();
  return all.filter((folder) => !all.some((other) => other !== folder && isWithin(folder, inFolder(other, 'charts'))));
}

/** Folders in which people try a chart or show what it gives; helm takes no manifests from them. */
const trialFolder = /^(?:examples?|ci|tests?|testdata)$/;

/** Whether a file stands in a folder of a chart where nobody applies anything from. */
export function isTrialOfChart(file: string, tree: FileTree): boolean {
  const steps = file.split('/').slice(0, -1);
  return steps.some(
    (step, i) => trialFolder.test(step) && tree.files.has(inFolder(steps.slice(0, i).join('/'), 'Chart.yaml')),
  );
}

/** Reads the chart of a folder; undefined where there is none. */
export function readChart(discovery: Discovery, folder: string): Chart | undefined {
  const { tree, folders } = discovery;
  const file = inFolder(folder, 'Chart.yaml');
  const text = tree.files.has(file) ? tree.text(file) : undefined;
  if (text === undefined) return undefined;
  const read = readMapping(text);
  const data = 'data' in read ? read.data : {};
  const chartFiles = folders.below(folder);
  const obstacles: Obstacle[] = 'fault' in read ? [unreadable(file, read.fault)] : [];
  if (chartFiles.length > maxFiles) obstacles.push(tooLarge(file));
  const fetched: RemoteChart[] = [];
  const dependencies = mappingsOf(data.dependencies).flatMap((entry) => {
    const found = dependencyOf(entry, { discovery, folder });
    if (found && 'code' in found) obstacles.push(found);
    if (found && 'repository' in found) fetched.push(found);
    return found && 'folder' in found ? [found] : [];
  });
  return {
    folder,
    name: stringOf(data.name) ?? folder.slice(folder.lastIndexOf('/') + 1),
    isLibrary: data.type === 'library',
    files: [...new Set([...chartFiles, ...dependencies.flatMap((one) => folders.below(one.folder))])].sort(),
    dependencies,
    fetched,
    obstacles,
  };
}

interface Place {
  readonly discovery: Discovery;
  readonly folder: string;
}

/** A dependency that is not vendored: the chart of the repository that stands in, or why there is none. */
function dependencyOf(
  entry: Readonly<Record<string, unknown>>,
  { discovery: { tree, folders, chartRepositories }, folder }: Place,
): HelmCall['dependencies'][number] | RemoteChart | Obstacle | undefined {
  const name = typeof entry.name === 'string' ? entry.name : '';
  const charts = inFolder(folder, 'charts');
  const archive = new RegExp(`^${charts}/${name.replace(/[^\w-]/g, '\\$&')}-v?\\d[^/]*\\.tgz$`);
  const isVendored =
    tree.files.has(inFolder(charts, `${name}/Chart.yaml`)) || folders.below(charts).some((file) => archive.test(file));
  if (isVendored || name === '') return undefined;
  const repository = typeof entry.repository === 'string' ? entry.repository : '';
  const local = repository.startsWith('file://') ? resolvePath(folder, repository.slice('file://'.length)) : undefined;
  // A chart in its own folder would have no end.
  if (local !== undefined && !isWithin(folder, local) && tree.files.has(inFolder(local, 'Chart.yaml')))
    return { name, folder: local };
  const version =
    lockedVersion(tree.text(inFolder(folder, 'Chart.lock')), name) ?? stringOf(entry.version as Value) ?? '';
  const remote = allowedChart({ name, version, repository }, chartRepositories);
  if (remote) return remote;
  const file = inFolder(folder, 'Chart.yaml');
  const where = repository === '' ? 'is not in `charts/`' : `would be fetched from ${repository}`;
  return {
    ...{ code: 'render/refused', severity: 'warning', file, near: name },
    message: `The dependency \`${name}\` ${where}, so this chart is not rendered`,
    help: 'Vendor it with `helm dependency build` and commit `charts/`, or review the rendered manifests.',
  };
}

/** What `helm dependency update` wrote down, so that a range is the same tomorrow. */
function lockedVersion(lock: string | undefined, name: string): string | undefined {
  const read = lock === undefined ? undefined : readMapping(lock);
  const entries = read && 'data' in read ? mappingsOf(read.data.dependencies) : [];
  return stringOf(entries.find((entry) => entry.name === name)?.version);
}

const unreadable = (file: string, fault: string): Obstacle => ({
  ...{ code: 'render/failed', severity: 'error', file },
  message: `This chart cannot be read: ${fault}`,
  help: 'Mend the YAML.',
});

const tooLarge = (file: string): Obstacle => ({
  ...{ code: 'render/limit', severity: 'warning', file },
  message: `This chart is made of more than ${maxFiles} files, so it is not rendered`,
});
