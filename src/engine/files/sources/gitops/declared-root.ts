import { isObject, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { titleOf } from '../../../text/diagnostic.ts';
import { type OriginTool, resolvePath } from '../../../text/source.ts';
import { textIf } from '../../../text/words/text-if.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { type Chart, chartElsewhere, readChart } from '../helm/chart.ts';
import { helmCall, type Installation } from '../helm/helm-call.ts';
import { optionsOfCall, partsOfRoot } from '../kustomize/kustomize-closure.ts';
import { inFolder } from '../repository/file-tree.ts';
import { mappingsOf, stringOf } from '../repository/yaml-data.ts';
import { type Absent, partElsewhere } from '../root/elsewhere.ts';
import type { Obstacle, Root } from '../root/root.ts';
import { type Definition, unknownObstacle } from './definition.ts';
import { definitionRemoval } from './definition-removal.ts';
import { destinationOf } from './destination.ts';
import { dependenciesOf, ignoredFields } from './waiting.ts';

/** A reason that roots have in common. */
export const elsewhere = 'the files are not in this repository';

/** What all roots of one definition have in common. */
export interface Declared {
  readonly definition: Definition;
  readonly tool: OriginTool;
  /** Distinguishes the roots of one definition. */
  readonly part?: string;
  readonly revision?: Root['revision'];
  readonly source?: Root['source'];
  readonly waiting?: Root['waiting'];
}

const named = ({ definition, tool, part, revision, source, waiting }: Declared) => ({
  ...destinationIn(definition),
  name: `${titleOf(definition)}${textIf(part !== undefined, ` ${part}`)}`,
  file: definition.file,
  tool,
  by: titleOf(definition),
  ...(definition.parent && { parent: definition.parent }),
  isDeclared: true,
  ...(revision && { revision }),
  ...(source !== undefined && { source }),
  ...(waiting && { waiting }),
  ...(tool === 'argocd' && { ignored: ignoredFields(definition), ...namespaceIn(definition) }),
  ...(tool === 'flux' && { dependencies: dependenciesOf(definition) }),
  removal: { ...definitionRemoval(definition), metadata: definition.metadata },
  ...(definition.isTemplate && { hasPlaceholders: true }),
});

/** Argo CD creates objects without a namespace in that of the destination. */
function namespaceIn({ spec }: Definition): Pick<Root, 'namespace'> {
  const namespace = isObject(spec.destination) ? stringOf(spec.destination.namespace) : undefined;
  if (namespace === undefined || namespace === '' || hasPlaceholder(namespace)) return {};
  return { namespace };
}

function destinationIn(definition: Definition): Pick<Root, 'destination'> {
  const destination = destinationOf(definition);
  if (destination === undefined) return {};
  return { destination };
}

/** A definition that cannot be rendered, because something about it is unknown or not in the repository. */
export const unmadeRoot = (declared: Declared, obstacles: readonly Obstacle[]): Root => ({
  ...named(declared),
  call: null,
  files: [],
  patches: [],
  obstacles,
});

/** A definition that applies files as they are. */
export const plainRoot = (declared: Declared, files: readonly string[]): Root => ({
  ...unmadeRoot(declared, []),
  files,
  isPlain: true,
});

/** A file from which something is left out. */
export const cutRoot = (tool: OriginTool, obstacle: Obstacle): Root => ({
  name: obstacle.file,
  file: obstacle.file,
  tool,
  call: null,
  files: [obstacle.file],
  patches: [],
  obstacles: [obstacle],
  isDeclared: true,
});

/** What a definition says about manifests or a chart that are not in the repository. */
export interface DeclaredElsewhere extends Omit<Absent, 'name' | 'valueFiles'> {
  readonly valueFiles?: readonly string[];
}

/** A definition of manifests or a chart that are not in the repository. */
export function rootElsewhere(declared: Declared, reference: DeclaredElsewhere, { tree }: Discovery): Root {
  const { obstacle, valueFiles = [] } = reference;
  const elsewhere = partElsewhere({ ...reference, name: declared.definition.name, valueFiles }, tree);

  return {
    ...unmadeRoot(declared, [obstacle]),
    files: [...new Set(valueFiles)].sort(),
    said: reference.said,
    ...(elsewhere && { elsewhere }),
  };
}

/** What a controller adds to a kustomization, as fields of a kustomization. */
export type Additions = { readonly [key: string]: Value };

/** Keeps only inline patches. A patch with a path could read any file. */
export const inlinePatches = (patches: Value | undefined): Value =>
  mappingsOf(patches).flatMap(({ patch, target, options }) => {
    if (typeof patch === 'string')
      return [{ patch, ...(target !== undefined && { target }), ...(options !== undefined && { options }) }];

    return [];
  });

/** Components that a definition adds to the kustomization of a folder, relative to the folder `from` of the one that a controller would generate. */
export const componentsFrom = (
  paths: readonly string[],
  { folder, from }: { readonly folder: string; readonly from: string },
): string[] => {
  const depth = from === '' ? 0 : from.split('/').length;

  return paths.flatMap((path) => {
    const at = resolvePath(folder, path);
    if (at === undefined) return [];
    return [`./${'../'.repeat(depth)}${at}`];
  });
};

/** The folder of the kustomization that a controller would generate. */
export const overlayFolder = '.plumbline-overlay';

/** The kustomization of a folder, with what a controller adds to it. */
export function declaredKustomization(
  declared: Declared,
  { folder, additions }: { readonly folder: string; readonly additions: Additions },
  { kustomizations }: Discovery,
): Root {
  const overlay = { folder: overlayFolder, data: { resources: [`../${folder}`], ...additions } };
  const isPlain = Object.keys(additions).length === 0;

  const closureOf = () => {
    if (isPlain) return kustomizations.closure(folder);
    return kustomizations.closureOfOverlay(overlay, declared.definition.file);
  };

  const closure = closureOf();

  return {
    ...named(declared),
    call: {
      kustomize: {
        folder,
        ...optionsOfCall(closure, declared.tool === 'flux'),
        ...(!isPlain && { overlay: { folder: overlayFolder, text: JSON.stringify(overlay.data) } }),
      },
    },
    ...partsOfRoot(closure),
    ...(holdsPlaceholder(additions) && { hasPlaceholders: true }),
  };
}

/** How a definition installs a chart. */
export interface DeclaredChart extends Installation {
  readonly folder: string;
  readonly obstacles: readonly Obstacle[];
}

const noFiles: Omit<Chart, 'folder'> = {
  name: '',
  isLibrary: false,
  files: [],
  dependencies: [],
  fetched: [],
  missing: [],
  obstacles: [],
};

/** The chart in a folder, with the values from a definition. */
export function declaredChart(declared: Declared, source: DeclaredChart, discovery: Discovery): Root {
  const chart = source.archive ? { ...noFiles, folder: source.folder } : readChart(discovery, source.folder);
  if (chart === undefined)
    return unmadeRoot(declared, [
      unknownObstacle(
        declared.definition,
        'refers to a chart that is not in this repository',
        undefined,
        chartElsewhere,
      ),
    ]);

  const { call, obstacles } = helmCall(chart, source, discovery.tree);
  const { values = {}, set = [], release, namespace = '' } = source;
  const filled = [values, ...set.map(({ value }) => value), release, namespace];

  return {
    ...named(declared),
    ...(holdsPlaceholder(filled) && { hasPlaceholders: true }),
    call,
    files: [...new Set([...chart.files, ...source.valueFiles])].sort(),
    patches: [],
    obstacles: [...obstacles, ...source.obstacles],
  };
}

/** Whether a folder is a chart. */
export const isChart = ({ tree }: Discovery, folder: string): boolean => tree.files.has(inFolder(folder, 'Chart.yaml'));
