import type { FileTree } from '../repository/file-tree.ts';
import { inFolder } from '../repository/file-tree.ts';
import { readMapping } from '../repository/yaml-data.ts';
import type { Chart } from './chart.ts';

/** Keys that every chart may get. */
const general = ['global', 'tags', 'nameOverride', 'fullnameOverride'];

/** More templates are not searched. Real charts have fewer. */
const maxTemplates = 200;

/**
 * Whether a values file can be meant for a chart: a key of it is one that the chart has by default, or that a template
 * reads. A folder may also keep the values of charts from elsewhere. A file without keys says nothing against it, and
 * templates of dependencies may read any key.
 */
export function areValuesOf(chart: Chart, file: string, tree: FileTree): boolean {
  const { folder, dependencies, missing, fetched } = chart;
  const keys = keysOf(file, tree) ?? [];
  if (keys.length === 0 || dependencies.length + missing.length + fetched.length > 0) return true;

  const readKeys = new Set([...general, ...(keysOf(inFolder(folder, 'values.yaml'), tree) ?? [])]);
  return keys.some((key) => readKeys.has(key)) || keys.some((key) => isRead(key, chart, tree));
}

function keysOf(file: string, tree: FileTree): readonly string[] | undefined {
  if (!tree.files.has(file)) return undefined;

  const text = tree.text(file);
  if (text === undefined) return undefined;

  const read = readMapping(text);
  if ('data' in read) return Object.keys(read.data);
  return undefined;
}

/** Whether a template of the chart or of a chart within it reads a value, or reads all of them. */
function isRead(key: string, { folder, files }: Chart, tree: FileTree): boolean {
  const isPart = files.some((file) => file.startsWith(`${inFolder(folder, 'charts')}/${key}`));
  const templates = files.filter((file) => file.includes('/templates/') || file.startsWith('templates/'));
  const texts = templates.slice(0, maxTemplates).map((file) => tree.text(file) ?? '');

  return (
    isPart ||
    templates.length > maxTemplates ||
    texts.some((text) => hasWord(text, `.Values.${key}`) || text.includes(`"${key}"`) || readsAll.test(text))
  );
}

const readsAll = /\.Values\s*(?:[|)}]|$)/m;

/** Whether a text has a name, and not only as the beginning of a longer one: `.Values.grafana` is not in `.Values.grafanaPassword`. */
function hasWord(text: string, name: string): boolean {
  let at = text.indexOf(name);
  while (at !== -1 && /\w/.test(text.charAt(at + name.length))) at = text.indexOf(name, at + 1);
  return at !== -1;
}
