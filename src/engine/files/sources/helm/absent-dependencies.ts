import { isObject, type Value } from '../../../manifest/model/manifest.ts';
import { listIf, optional } from '../../../text/list-if.ts';
import { type FileTree, inFolder } from '../repository/file-tree.ts';
import { readMapping, stringOf } from '../repository/yaml-data.ts';
import { isChartName } from '../root/remote-chart.ts';
import type { AbsentDependency, Obstacle } from '../root/root.ts';
import type { Chart } from './chart.ts';

/** The values that a chart gets, later ones over earlier ones. */
export interface GivenValues {
  readonly valueFiles: readonly string[];
  readonly values?: { readonly [key: string]: Value } | undefined;
  readonly replacesValues?: boolean | undefined;
}

/** How a chart with missing dependencies is rendered: without them, or not at all. */
interface Absence {
  readonly absent?: readonly AbsentDependency[];
  readonly obstacles: readonly Obstacle[];
}

/**
 * A chart is rendered without dependencies that are missing, if its own templates give the same result: they use no values of a
 * dependency except those that the chart sets. Helm stops at a helper of a missing dependency, and then the chart counts as not rendered.
 */
export function absenceOf(chart: Chart, values: GivenValues, tree: FileTree): Absence {
  const { missing, obstacles } = chart;
  if (missing.length === 0 || obstacles.length > 0)
    return { obstacles: [...obstacles, ...missing.map(({ obstacle }) => obstacle)] };

  const valueFiles = [...listIf(!values.replacesValues, inFolder(chart.folder, 'values.yaml')), ...values.valueFiles];
  const texts = valueFiles.map((file) => tree.text(file) ?? '');
  const valueTrees = [...texts.map(dataOf), ...optional(values.values)];
  const templates = ownTemplates(chart).map((file) => tree.text(file) ?? '');
  const used = [...templates, ...texts].flatMap(usedValues);

  const isOwn = (path: ValuePath, key: string): boolean =>
    path !== undefined && (path[0] !== key || valueTrees.some((data) => isSet(data, path)));

  const blocking = missing.filter(
    ({ entry, name }) =>
      !isChartName(name) ||
      entry['import-values'] !== undefined ||
      !used.every((path) => isOwn(path, stringOf(entry.alias) ?? name)),
  );

  if (blocking.length > 0 || !templates.some((text) => text.trim() !== ''))
    return { obstacles: missing.map(({ obstacle }) => obstacle) };

  return {
    obstacles,
    absent: missing.map(({ entry, name, why, obstacle }) => {
      const key = stringOf(entry.alias) ?? name;
      return { name, why, obstacle, given: JSON.stringify([entry, valueTrees.map((data) => data[key] ?? null)]) };
    }),
  };
}

/** Templates of the chart itself, with its helpers. Those of dependencies in `charts/` see only their own values. */
const ownTemplates = ({ folder, files }: Chart): string[] =>
  files.filter((file) => file.startsWith(inFolder(folder, 'templates/')));

function dataOf(text: string): { readonly [key: string]: Value } {
  const read = readMapping(text);
  if ('data' in read) return read.data;
  return {};
}

/** The keys that lead to a value. Undefined if a template passes on all values, so that anything may be used. */
type ValuePath = readonly string[] | undefined;

/** The values that a template uses. */
function usedValues(text: string): ValuePath[] {
  if (!text.includes('{{')) return [];
  if (/\.Subcharts\b/.test(text)) return [undefined];
  return [...text.matchAll(/(\bindex\s+\(?\$?)?\.Values\b(?:((?:\.\w+)+)|((?:\s+"[^"\n]{1,200}")+))?/g)].map(
    ([, index, dotted, quoted]) => {
      if (dotted !== undefined) return dotted.slice(1).split('.');
      if (index === undefined || quoted === undefined) return undefined;
      return [...quoted.matchAll(/"([^"]+)"/g)].map(([, key]) => key!);
    },
  );
}

/** Whether values set what a path leads to. A mapping may get further keys from the dependency. */
function isSet(data: Value, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return !isObject(data);
  return isObject(data) && data[key] !== undefined && isSet(data[key]!, rest);
}
