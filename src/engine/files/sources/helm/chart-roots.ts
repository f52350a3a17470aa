import { optional } from '../../../text/list-if.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { type FileTree, inFolder } from '../repository/file-tree.ts';
import type { Root } from '../root/root.ts';
import { type Chart, chartFolders, isExample, readChart } from './chart.ts';
import { areValuesOf } from './chart-values.ts';
import { helmCall } from './helm-call.ts';

/**
 * Values files of environments next to a chart: `values-prod.yaml`, `values.prod.yaml`, `prod.values.yaml`,
 * `values/prod.yaml`.
 */
const environmentValues =
  /^(?:values[-_.](?<a>[\w-]+)|(?<b>[\w-]+)[-_.]values|values\/(?<c>[\w-]+)|environments?\/(?<d>[\w-]+))\.ya?ml$/;

/** Words in the names of files that describe values or show some, and that nobody installs the chart with. */
const documentation = /(?:^|[-_.])(?:schema|examples?|samples?|templates?|defaults?|docs?)(?:$|[-_.])/;

/**
 * The charts in the repository, once for each environment with its own values file, or once with the default values. A chart without such files is
 * no root if a chart that is one renders it as a dependency.
 */
export function chartRoots(discovery: Discovery, isTaken: (folder: string) => boolean): Root[] {
  const charts = chartFolders(discovery.tree)
    .filter((folder) => !isTaken(folder))
    .flatMap((folder) => optional(readChart(discovery, folder)))
    .filter(({ isLibrary }) => !isLibrary);

  const dependencies = new Set(charts.flatMap(dependencyFolders));
  const rootsOfChart = (chart: Chart): Root[] => {
    const environments = environmentsOf(chart, discovery.tree);
    if (environments.length === 0) return [chartRoot(chart, undefined, discovery)];
    return environments.map((environment) => chartRoot(chart, environment, discovery));
  };

  const read = charts.map((chart) => ({ chart, roots: rootsOfChart(chart) }));
  const umbrellas = read.filter(
    ({ chart: { folder }, roots }) =>
      !(dependencies.has(folder) || isExample(inFolder(folder, 'Chart.yaml'))) &&
      roots.every(({ obstacles }) => obstacles.length === 0),
  );
  const rendered = new Set(umbrellas.flatMap(({ chart }) => dependencyFolders(chart)));

  return read.flatMap(({ chart, roots }) => {
    if (rendered.has(chart.folder) && roots.every(({ environment }) => environment === undefined)) return [];
    return roots;
  });
}

const dependencyFolders = ({ dependencies }: Chart): string[] => dependencies.map(({ folder }) => folder);

interface EnvironmentValues {
  readonly file: string;
  readonly environment: string;
}

function environmentsOf(chart: Chart, tree: FileTree): EnvironmentValues[] {
  const { folder, files } = chart;

  return files.flatMap((file) => {
    if (folder !== '' && !file.startsWith(`${folder}/`)) return [];

    const match = environmentValues.exec(relative(file, folder));
    const environment = match && Object.values(match.groups!).find((name) => name && !documentation.test(name));
    if (environment && areValuesOf(chart, file, tree)) return [{ file, environment }];
    return [];
  });
}

const relative = (file: string, folder: string): string => {
  if (folder === '') return file;
  return file.slice(folder.length + 1);
};

function chartRoot(chart: Chart, values: EnvironmentValues | undefined, { tree }: Discovery): Root {
  const { folder, files } = chart;
  const withValues = values ? ` with ${relative(values.file, folder)}` : '';

  return {
    name: `${folder || '.'}${withValues}`,
    file: inFolder(folder, 'Chart.yaml'),
    tool: 'helm',
    ...helmCall(chart, { release: chart.name, valueFiles: values ? [values.file] : [] }, tree),
    files,
    patches: [],
    isDeclared: false,
    ...(values && { environment: values.environment }),
  };
}
