import type { Value } from '../../../manifest/model/manifest.ts';
import { baseNameOf, folderOf, isWithin, resolvePath } from '../../../text/source.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { type FileTree, inFolder } from '../repository/file-tree.ts';
import { mappingsOf, readMapping, stringOf } from '../repository/yaml-data.ts';
import { allowedChart, isChartName, type RemoteChart } from '../root/remote-chart.ts';
import type { HelmCall, Obstacle } from '../root/root.ts';

/** A dependency of a chart that is neither in the repository nor fetched. */
interface MissingDependency {
  readonly entry: Readonly<Record<string, Value>>;
  readonly name: string;
  /** A clause that says why it is missing. */
  readonly why: string;
  /** Why the chart is not rendered, unless it can be rendered without the dependency. */
  readonly obstacle: Obstacle;
}

/** A chart in the repository, with all its files and dependencies. */
export interface Chart {
  readonly folder: string;
  readonly name: string;
  readonly isLibrary: boolean;
  readonly files: readonly string[];
  readonly dependencies: HelmCall['dependencies'];
  readonly fetched: readonly RemoteChart[];
  readonly missing: readonly MissingDependency[];
  readonly obstacles: readonly Obstacle[];
}

/** A reason that roots have in common. */
export const chartElsewhere = 'the chart is not in this repository';

/** A chart with more files or dependencies is not rendered. Real charts have far fewer. */
const maxFiles = 5000;
const maxDependencies = 100;

/** Folders of charts that are not inside the `charts/` folder of another chart. */
export function chartFolders(tree: FileTree): string[] {
  const all = [...tree.files.keys()]
    .filter((file) => /(?:^|\/)Chart\.yaml$/.test(file))
    .map(folderOf)
    .sort();
  return all.filter((folder) => !all.some((other) => other !== folder && isWithin(folder, inFolder(other, 'charts'))));
}

/** Names of folders with tests or examples. Helm does not render those of a chart. */
const exampleFolder = /^(?:examples?|ci|tests?|testdata)$/;

/** Whether a file is in a folder of tests or examples, in a folder that a condition holds for. */
export function isExample(file: string, isIn: (parent: string) => boolean = () => true): boolean {
  const steps = file.split('/').slice(0, -1);
  return steps.some((step, i) => exampleFolder.test(step) && isIn(steps.slice(0, i).join('/')));
}

/** Whether a file is in a folder of tests or examples of a chart. */
export const isExampleOfChart = (file: string, tree: FileTree): boolean =>
  isExample(file, (parent) => tree.files.has(inFolder(parent, 'Chart.yaml')));

const cache = new WeakMap<Discovery, Map<string, Chart | undefined>>();

/** Reads the chart in a folder, once in each discovery; undefined if there is none. */
export function readChart(discovery: Discovery, folder: string): Chart | undefined {
  const charts = cache.get(discovery) ?? new Map<string, Chart | undefined>();
  cache.set(discovery, charts);
  if (!charts.has(folder)) charts.set(folder, chartIn(discovery, folder));
  return charts.get(folder);
}

function chartIn(discovery: Discovery, folder: string): Chart | undefined {
  const { tree, folders } = discovery;
  const file = inFolder(folder, 'Chart.yaml');
  if (!tree.files.has(file)) return undefined;

  const text = tree.text(file);
  if (text === undefined) return undefined;

  const read = readMapping(text);
  const data = 'data' in read ? read.data : {};
  const chartFiles = folders.below(folder);
  const obstacles: Obstacle[] = 'fault' in read ? [unreadable(file, read.fault)] : [];
  const fetched: RemoteChart[] = [];
  const missing: MissingDependency[] = [];
  const entries = mappingsOf(data.dependencies);

  if (entries.length > maxDependencies) obstacles.push(tooLarge(file, `${maxDependencies} dependencies`));

  const dependencies = entries.slice(0, maxDependencies).flatMap((entry) => {
    const dependency = dependencyOf(entry, { discovery, folder });
    if (dependency && 'obstacle' in dependency) missing.push(dependency);
    if (dependency && 'repository' in dependency) fetched.push(dependency);
    if (dependency && 'folder' in dependency) return [dependency];
    return [];
  });

  // Each dependency is copied into the chart.
  const files = [...chartFiles, ...dependencies.flatMap((dependency) => folders.below(dependency.folder))];
  if (files.length > maxFiles) obstacles.push(tooLarge(file, `${maxFiles} files`));

  return {
    folder,
    name: stringOf(data.name) ?? baseNameOf(folder),
    isLibrary: data.type === 'library',
    files: [...new Set(files)].sort(),
    dependencies,
    fetched,
    missing,
    obstacles,
  };
}

interface Place {
  readonly discovery: Discovery;
  readonly folder: string;
}

/** A dependency that is not vendored: the chart to use instead, or that there is none. Undefined if it is vendored. */
function dependencyOf(
  entry: Readonly<Record<string, Value>>,
  { discovery: { tree, folders, chartRepositories }, folder }: Place,
): HelmCall['dependencies'][number] | RemoteChart | MissingDependency | undefined {
  const name = typeof entry.name === 'string' ? entry.name : '';
  const charts = inFolder(folder, 'charts');
  const archive = new RegExp(`^${charts}/${name.replace(/[^\w-]/g, '\\$&')}-v?\\d[^/]*\\.tgz$`);
  const isVendored =
    tree.files.has(inFolder(charts, `${name}/Chart.yaml`)) || folders.below(charts).some((file) => archive.test(file));
  if (isVendored || name === '') return undefined;

  const repository = typeof entry.repository === 'string' ? entry.repository : '';
  const local = repository.startsWith('file://') ? resolvePath(folder, repository.slice('file://'.length)) : undefined;

  // A chart inside this one's own folder would make the rendering recursive.
  if (
    isChartName(name) &&
    local !== undefined &&
    !isWithin(folder, local) &&
    tree.files.has(inFolder(local, 'Chart.yaml'))
  )
    return { name, folder: local };

  const version =
    lockedVersion(tree.text(inFolder(folder, 'Chart.lock')), name) ?? stringOf(entry.version as Value) ?? '';
  const remote = allowedChart({ name, version, repository }, chartRepositories);
  if (remote) return remote;

  const file = inFolder(folder, 'Chart.yaml');

  const lack = () => {
    if (!isChartName(name)) return 'has a name that no chart can have';
    if (repository === '') return 'is not in `charts/`';
    return `would have to be downloaded from ${repository}`;
  };

  const where = lack();

  const why = `The dependency \`${name}\` ${where}`;

  return {
    entry,
    name,
    why,
    obstacle: {
      code: 'render/refused',
      severity: 'warning',
      file,
      near: name,
      message: `${why}, so this chart is not rendered`,
      help: 'Vendor it with `helm dependency build` and commit `charts/`, or review the rendered manifests.',
    },
  };
}

/** The version in Chart.lock, so that a version range gives the same chart every time. */
function lockedVersion(lock: string | undefined, name: string): string | undefined {
  const read = lock === undefined ? undefined : readMapping(lock);
  const entries = read && 'data' in read ? mappingsOf(read.data.dependencies) : [];
  return stringOf(entries.find((entry) => entry.name === name)?.version);
}

const unreadable = (file: string, fault: string): Obstacle => ({
  code: 'render/failed',
  severity: 'error',
  file,
  message: `This chart cannot be read: ${fault}`,
  help: 'Fix the YAML of this file.',
});

const tooLarge = (file: string, what: string): Obstacle => ({
  code: 'render/limit',
  severity: 'warning',
  file,
  message: `This chart has more than ${what}, so it is not rendered`,
});
