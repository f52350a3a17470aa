import { folderOf, type Span } from '../../../text/source.ts';
import { groupOf } from '../../model/manifest.ts';
import { mayHaveNodes } from '../../node-charts.ts';
import { knownText, objectOf, type TfObject, type TfValue, textOf, tfValueAt } from '../values/tf-value.ts';
import { encodeYaml } from '../values/yaml-text.ts';
import { normal } from './terraform-files.ts';

/** Something that Terraform installs, that plumbline does not read or render, and that probably creates Karpenter objects. */
export interface Unread {
  readonly what: 'module' | 'chart';
  readonly at: Span;
  /** What Terraform says about it: the same text on both sides, if the change edits nothing of that. */
  readonly said: string;
}

/** A call of a module, by its name and its source, and its arguments. */
interface Call {
  readonly at: Span;
  readonly names: readonly string[];
  readonly inputs: TfObject;
}

const ofKarpenter = /karpenter|node_?class|nodepool/i;
/** Modules that create no Karpenter objects: `terraform-aws-modules/eks/aws//modules/karpenter` creates roles and a queue. */
const withoutObjects = /\bterraform-aws-modules\//;

/**
 * Returns what a call says about Karpenter; undefined if it says nothing. A module of the cluster may have a few arguments for Karpenter. Only
 * those count.
 */
export function unreadCall({ at, names, inputs }: Call): Unread | undefined {
  const what = 'module';
  if (names.some((name) => withoutObjects.test(name))) return undefined;
  if (names.some((name) => ofKarpenter.test(name)))
    return { what, at, said: JSON.stringify([names, textOf(encodeYaml(inputs))]) };
  const arguments_ = [...inputs.entries].filter(([name]) => ofKarpenter.test(name));
  if (arguments_.length === 0) return undefined;
  return { what, at, said: textOf(encodeYaml(objectOf(arguments_, at))) };
}

/** Charts whose values only Terraform knows. */
export interface UnreadCharts extends Unread {
  readonly name: string;
  /** Their names or paths, and their folders, if they may be in the repository. */
  readonly charts: readonly { readonly chart: string; readonly folder?: string | undefined }[];
}

/** The parts of `helm_release` that decide what a chart renders to. */
const partsOfRelease = ['chart', 'version', 'repository', 'values', 'set', 'set_list', 'set_sensitive'];

/** The chart of a `helm_release`. */
export function unreadRelease(name: string, spec: TfObject, at: Span): UnreadCharts {
  const chart = knownText(tfValueAt(spec, 'chart')) ?? '';
  // Paths that Terraform makes start at the root of the repository, as `/`.
  const path = chart.startsWith('/') ? chart.slice(1) : `${folderOf(at.file)}/${chart}`;
  const folder = /^\.{0,2}\//.test(chart) ? normal(path) : undefined;
  return { what: 'chart', at, name, said: saidIn(spec, partsOfRelease), charts: [{ chart, folder }] };
}

/** The fields of objects of Argo CD and Flux that decide what is applied. */
const partsOfDefinition = [
  ...['source', 'sources', 'generators', 'template', 'templatePatch'],
  ...['chart', 'chartRef', 'values', 'valuesFrom'],
];

/** The charts of an object of Argo CD or Flux. */
export function unreadDefinition(object: TfValue): UnreadCharts | undefined {
  const spec = tfValueAt(object, 'spec');
  const group = groupOf(knownText(tfValueAt(object, 'apiVersion')) ?? '');
  if (spec?.kind !== 'object' || (group !== 'argoproj.io' && group !== 'helm.toolkit.fluxcd.io')) return undefined;

  const textAt = (value: TfValue, ...path: string[]): string | undefined => knownText(tfValueAt(value, ...path));
  const applications = [spec, tfValueAt(spec, 'template', 'spec')];

  const sources = applications.flatMap((application) => {
    const several = tfValueAt(application, 'sources');
    return [tfValueAt(application, 'source'), ...(several?.kind === 'list' ? several.items : [])];
  });

  const ofArgo = sources.flatMap((source) => {
    const chart = source && textAt(source, 'chart');
    if (chart !== undefined) return [{ chart }];
    const path = source && textAt(source, 'path');
    if (path === undefined) return [];
    return [{ chart: path, folder: normal(path) }];
  });

  const ofFlux = textAt(spec, 'chart', 'spec', 'chart') ?? textAt(spec, 'chartRef', 'name');

  return {
    what: 'chart',
    at: object.at,
    name: textAt(object, 'metadata', 'name') ?? '',
    said: saidIn(spec, partsOfDefinition),
    charts: ofFlux === undefined ? ofArgo : [{ chart: ofFlux, folder: normal(ofFlux) }],
  };
}

const saidIn = (spec: TfObject, parts: readonly string[]): string =>
  textOf(
    encodeYaml(
      objectOf(
        [...spec.entries].filter(([key]) => parts.includes(key)),
        spec.at,
      ),
    ),
  );

/** Whether charts probably create NodePools. For a chart of the repository, `hasNodesIn` decides; it returns undefined for any other folder. */
export const mayCreateNodes = (
  { name, charts, said }: UnreadCharts,
  hasNodesIn: (folder: string) => boolean | undefined,
): boolean =>
  charts.some(
    ({ chart, folder }) =>
      (folder === undefined ? undefined : hasNodesIn(folder)) ?? mayHaveNodes(chart, { names: [name], values: [said] }),
  );
