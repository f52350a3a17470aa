import { folderOf } from '../source.ts';
import { GeneratorWork } from './gitops/generator-work.ts';
import { type Chart, chartFolders, readChart } from './helm/chart.ts';
import { kustomizationNames } from './kustomize/kustomization.ts';
import { Kustomizations } from './kustomize/kustomize-closure.ts';
import { type FileTree, Folders, inFolder } from './repository/file-tree.ts';
import type { Root } from './root.ts';

/** What the discovery of one side works on. */
export interface Discovery {
  readonly tree: FileTree;
  readonly folders: Folders;
  readonly kustomizations: Kustomizations;
  /** Repositories of charts that may be asked. */
  readonly chartRepositories: readonly string[];
  /** What the generators of all ApplicationSets may cost together. */
  readonly generatorWork: GeneratorWork;
}

/** Prepares the discovery of one tree. */
export function discoveryOf(tree: FileTree, chartRepositories: readonly string[] = []): Discovery {
  const folders = new Folders(tree);
  const kustomizations = new Kustomizations(tree, folders);
  return { tree, folders, kustomizations, chartRepositories, generatorWork: new GeneratorWork() };
}

/** The kustomizations that no other one includes, by folder. */
export function kustomizeRoots({ tree, kustomizations }: Discovery): Root[] {
  const names = new Set<string>(kustomizationNames);
  const files = [...tree.files.keys()].filter((file) => names.has(file.slice(file.lastIndexOf('/') + 1)));
  const closures = [...new Set(files.map(folderOf))].sort().map((folder) => ({
    folder,
    closure: kustomizations.closure(folder),
  }));
  // Those that include each other stand for themselves, else nobody would hear of the circle.
  const included = new Set(
    closures
      .filter(({ closure }) => !closure.obstacles.some(({ code }) => code === 'render/cycle'))
      .flatMap(({ closure }) => [...closure.includes]),
  );
  return closures
    .filter(({ folder, closure }) => !included.has(folder) && !closure.isComponent)
    .map(({ folder }) => kustomizeRoot(folder, kustomizations));
}

/** The kustomization of a folder as a root. */
export function kustomizeRoot(folder: string, kustomizations: Kustomizations): Root {
  const { files, patches, absentSecrets, obstacles, needsHelm } = kustomizations.closure(folder);
  return {
    name: folder || '.',
    file: kustomizations.fileIn(folder)!,
    tool: 'kustomize',
    call: { kustomize: { folder, needsHelm } },
    files: [...files].sort(),
    patches: [...patches].sort(),
    absentSecrets: [...absentSecrets].sort(),
    obstacles,
    isDeclared: true,
  };
}

/** Values files of environments beside a chart: `values-prod.yaml`, `values.prod.yaml`, `prod.values.yaml`, `values/prod.yaml`. */
const environmentValues =
  /^(?:values[-_.](?<a>[\w-]+)|(?<b>[\w-]+)[-_.]values|values\/(?<c>[\w-]+)|environments?\/(?<d>[\w-]+))\.ya?ml$/;

/** The charts of the repository, each with its values or once for each environment that has values of its own. */
export function chartRoots(discovery: Discovery, isTaken: (folder: string) => boolean): Root[] {
  return chartFolders(discovery.tree).flatMap((folder) => {
    if (isTaken(folder)) return [];
    const chart = readChart(discovery, folder);
    if (chart === undefined || chart.isLibrary) return [];
    const environments = chart.files.flatMap((file) => {
      const match =
        file.startsWith(`${folder}/`) || folder === '' ? environmentValues.exec(relative(file, folder)) : null;
      const environment = match && Object.values(match.groups!).find(Boolean);
      return environment ? [{ file, environment }] : [];
    });
    if (environments.length === 0) return [chartRoot(chart, undefined)];
    return environments.map((one) => chartRoot(chart, one));
  });
}

const relative = (file: string, folder: string): string => (folder === '' ? file : file.slice(folder.length + 1));

function chartRoot(chart: Chart, values: { file: string; environment: string } | undefined): Root {
  const { folder, files, obstacles, dependencies, fetched } = chart;
  return {
    name: `${folder || '.'}${values ? ` with ${relative(values.file, folder)}` : ''}`,
    file: inFolder(folder, 'Chart.yaml'),
    tool: 'helm',
    call: {
      helm: {
        chart: folder,
        release: releaseName(chart.name),
        valueFiles: values ? [values.file] : [],
        set: [],
        includesCrds: false,
        dependencies,
        ...(fetched.length > 0 && { fetched }),
      },
    },
    files,
    patches: [],
    obstacles,
    isDeclared: false,
    ...(values && { environment: values.environment }),
  };
}

/** A name that helm takes for a release (helm pkg/chartutil/validate_name.go). */
export const releaseName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 53)
    .replace(/(?<!-)-+$/, '') || 'release';
