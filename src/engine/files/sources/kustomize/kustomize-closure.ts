import { kustomizationNames } from '../../../manifest/model/kustomization-names.ts';
import { asList, groupOf, isObject, type Mapping, type Value } from '../../../manifest/model/manifest.ts';
import { mayBeOfNodes } from '../../../manifest/node-charts.ts';
import { baseNameOf, folderOf, isWithin, resolvePath } from '../../../text/source.ts';
import { type FileTree, type Folders, inFolder } from '../repository/file-tree.ts';
import { readMapping, readMappingsStrictly, stringOf } from '../repository/yaml-data.ts';
import { partElsewhere } from '../root/elsewhere.ts';
import type { Elsewhere, Obstacle } from '../root/root.ts';
import { isFetched, isInline, isRemote, type References, referencesOf } from './kustomization.ts';
import { undocumentedKey } from './kustomization-fields.ts';
import {
  missingFile,
  notFollowed,
  optionRefused,
  outside,
  pluginFolder,
  pluginRefused,
  pluginUnreadable,
  remote,
  remoteChart,
  undocumentedField,
  written,
} from './kustomize-obstacles.ts';

/** All files and folders that one kustomization uses. */
interface KustomizeClosure {
  readonly files: ReadonlySet<string>;
  /** The files that are patches, which nobody applies on their own. */
  readonly patches: ReadonlySet<string>;
  /** The kinds of objects that it changes, apart from those that patch files name. See `changedKindsOf`. */
  readonly changedKinds: ReadonlySet<string>;
  /** Files of Secrets that are not in the repository. */
  readonly absentSecrets: ReadonlySet<string>;
  /** Folders of the kustomizations that it includes, without its own. */
  readonly includes: ReadonlySet<string>;
  readonly obstacles: readonly Obstacle[];
  /** See `Root.elsewhere`. */
  readonly elsewhere: Elsewhere | undefined;
  readonly needsHelm: boolean;
  /** At least one included kustomization uses files outside its own folder, and none has plugins, which could read any file. */
  readonly reachesOut: boolean;
  readonly isComponent: boolean;
}

/** What a root has from the closure of its kustomization. */
export const partsOfRoot = ({
  files,
  patches,
  changedKinds,
  absentSecrets,
  elsewhere,
  obstacles,
}: KustomizeClosure) => ({
  files: [...files].sort(),
  patches: [...patches].sort(),
  changedKinds: [...changedKinds].sort(),
  absentSecrets: [...absentSecrets].sort(),
  ...(elsewhere && { elsewhere }),
  obstacles,
});

/**
 * How a kustomization is built. Flux builds with LoadRestrictionsNone (fluxcd/pkg kustomize_generator.go). The sandbox
 * contains only the repository.
 */
export const optionsOfCall = ({ needsHelm, reachesOut }: KustomizeClosure, isBuiltByFlux: boolean) => ({
  needsHelm,
  ...(isBuiltByFlux && reachesOut && { isUnrestricted: true }),
});

/** A kustomization with more files is not rendered. Real ones have far fewer. */
const maxFiles = 5000;
const maxDepth = 64;

/** The fields of a kustomization that only lists resources. */
const listFields = new Set(['apiVersion', 'kind', 'metadata', 'resources']);

/** Transformers and generators that are built into kustomize (kustomize api/internal/plugins/builtinhelpers). */
const builtinPlugins =
  /^(?:(?:Annotations|Hash|ImageTag|Label|LegacyOrder|Namespace|PatchJson6902|PatchStrategicMerge|Patch|PrefixSuffix|Prefix|Suffix|Replacement|ReplicaCount|SortOrder|ValueAdd)Transformer|(?:ConfigMap|Secret)Generator)$/;
const functionAnnotation = /config\.(?:kubernetes\.io|k8s\.io)\/(?:function|local-config-function)/;

/** A kustomization that a controller would generate, and its folder. */
export interface Overlay {
  readonly folder: string;
  readonly data: Mapping;
}

type ReadKustomization =
  | {
      readonly file: string;
      readonly references: References;
      readonly refusal: Obstacle | undefined;
      /** It lists files and folders without changing them. */
      readonly isList: boolean;
    }
  | { readonly fault: Obstacle };

/** Follows the references between the kustomizations of one tree, and reads each file once. */
export class Kustomizations {
  readonly #tree: FileTree;
  readonly #folders: Folders;
  readonly #read = new Map<string, ReadKustomization | undefined>();
  readonly #closures = new Map<string, KustomizeClosure>();

  constructor(tree: FileTree, folders: Folders) {
    this.#tree = tree;
    this.#folders = folders;
  }

  fileIn(folder: string): string | undefined {
    return kustomizationNames.map((name) => inFolder(folder, name)).find((file) => this.#tree.files.has(file));
  }

  /** All files and folders that the kustomization in a folder uses. */
  closure(folder: string): KustomizeClosure {
    const cached = this.#closures.get(folder) ?? this.#closureOf(folder);
    this.#closures.set(folder, cached);
    return cached;
  }

  #closureOf(folder: string): KustomizeClosure {
    const walk = newWalk();
    this.#folder(folder, walk);
    walk.includes.delete(folder);
    const kustomization = this.#kustomization(folder);
    const isComponent =
      kustomization !== undefined && 'references' in kustomization && kustomization.references.isComponent;

    return { ...walk, elsewhere: together(walk), reachesOut: reachesOut(walk), isComponent };
  }

  /** The same for a kustomization that a controller would generate in a folder; `file` defines it. */
  closureOfOverlay(overlay: Overlay, file: string): KustomizeClosure {
    const walk = newWalk();
    this.#follow(referencesOf(overlay.data), { file, folder: overlay.folder, walk });
    return { ...walk, elsewhere: together(walk), reachesOut: reachesOut(walk), isComponent: false };
  }

  #kustomization(folder: string): ReadKustomization | undefined {
    if (!this.#read.has(folder)) this.#read.set(folder, this.#parse(folder));
    return this.#read.get(folder);
  }

  #parse(folder: string): ReadKustomization | undefined {
    const file = this.fileIn(folder);
    if (file === undefined) return undefined;

    const text = this.#tree.text(file);
    if (text === undefined) return undefined;

    const read = readMapping(text);
    if ('data' in read) {
      const strange = undocumentedKey(read.data);
      const refusal = strange === undefined ? undefined : undocumentedField(strange, file);
      const isList = Object.keys(read.data).every((key) => listFields.has(key));

      return { file, references: referencesOf(read.data), refusal, isList };
    }

    const message = `This kustomization cannot be read: ${read.fault}`;
    return { fault: { code: 'render/failed', severity: 'error', file, message, help: 'Fix the YAML of this file.' } };
  }

  #folder(folder: string, walk: Walk): void {
    const read = this.#kustomization(folder);
    if (read === undefined) return;

    if ('fault' in read) {
      walk.files.add(read.fault.file);
      walk.obstacles.push(read.fault);
      return;
    }

    const { file, references, refusal } = read;
    if (refusal) walk.obstacles.push(refusal);

    if (walk.trail.includes(folder) || walk.trail.length > maxDepth) {
      const through = [...walk.trail.slice(walk.trail.indexOf(folder)), folder].map((name) => `\`${name || '.'}\``);
      const message = `This kustomization includes itself: ${through.join(' → ')}`;

      walk.obstacles.push({
        code: 'render/cycle',
        severity: 'error',
        file,
        message,
        help: 'Remove one of these references.',
      });

      return;
    }

    if (walk.includes.has(folder)) return;

    walk.includes.add(folder);
    walk.files.add(file);
    walk.trail.push(folder);
    this.#follow(references, { file, folder, walk });
    walk.trail.pop();
  }

  #follow(references: References, here: Here): void {
    const { walk, file } = here;
    for (const path of references.resources) this.#resource(path, here);
    for (const path of references.components) this.#component(path, here);
    for (const path of references.files) this.#file(path, here);
    for (const path of references.secrets) this.#secret(path, here);
    for (const path of references.patches) this.#file(path, here, walk.patches);
    for (const kind of references.changedKinds) walk.changedKinds.add(kind);
    for (const plugin of references.plugins) this.#plugin(plugin, here);
    for (const chart of references.charts) this.#chart(chart, here);

    if (walk.files.size > maxFiles && !walk.obstacles.some(({ code }) => code === 'render/limit'))
      walk.obstacles.push({
        code: 'render/limit',
        severity: 'warning',
        file,
        message: `This kustomization uses more than ${maxFiles} files, so it is not rendered`,
      });
  }

  #take(file: string, { folder, walk }: Here): void {
    walk.files.add(file);
    walk.hasFileOutside ||= !isWithin(file, folder);
  }

  #resource(path: string, here: Here): void {
    const at = this.#place(path, here);
    if (at === undefined) return;
    if (this.#tree.files.has(at)) this.#take(at, here);
    else if (this.fileIn(at) === undefined) here.walk.obstacles.push(this.#missing(path, here));
    else if (isRemote(path)) this.#remote(path, here);
    else this.#folder(at, here.walk);
  }

  /** For components, kustomize treats anything that looks like a repository URL as one, without checking for a file first. */
  #component(path: string, here: Here): void {
    if (isRemote(path)) this.#remote(path, here);
    else this.#resource(path, here);
  }

  #remote(path: string, here: Here): void {
    const obstacle = remote(path, here);
    here.walk.obstacles.push(obstacle);
    if (mayBeOfNodes(path)) here.walk.remote.push({ given: path, obstacle });
  }

  #file(path: string, here: Here, patches?: Set<string>): void {
    const at = this.#place(path, here);
    if (at === undefined) return;
    if (this.#tree.files.has(at)) {
      this.#take(at, here);
      patches?.add(at);
    } else here.walk.obstacles.push(this.#missing(path, here));
  }

  #secret(path: string, here: Here): void {
    const at = this.#place(path, here);
    if (at === undefined) return;
    if (this.#tree.files.has(at)) this.#take(at, here);
    else {
      here.walk.absentSecrets.add(at);
      here.walk.hasFileOutside ||= !isWithin(at, here.folder);
    }
  }

  /** A file that does not exist. A program in the kustomization's folder may write it, for example a Helm post-renderer. */
  #missing(path: string, here: Here): Obstacle {
    const name = baseNameOf(path);
    const writer = this.#folders
      .below(here.folder)
      .find((file) => folderOf(file) === here.folder && mentions(file, this.#tree.text(file), name));
    if (writer === undefined) return missingFile(path, here);
    return written(path, writer, here);
  }

  /** Resolves a path. If it cannot be read, adds an obstacle and returns undefined. */
  #place(path: string, here: Here): string | undefined {
    if (isFetched(path)) {
      this.#remote(path, here);
      return undefined;
    }

    const at = resolvePath(here.folder, path);
    const isThere = at !== undefined && (this.#tree.files.has(at) || this.#folders.has(at));
    if (!isThere && isRemote(path)) this.#remote(path, here);
    else if (at === undefined) here.walk.obstacles.push(outside(path, here));
    else {
      const [other] = ancestors(at).filter((ancestor) => this.#tree.others.has(ancestor));
      if (other === undefined) return at;

      here.walk.obstacles.push(notFollowed(path, this.#tree.others.get(other)!, here));
    }

    return undefined;
  }

  #plugin(plugin: string, here: Here): void {
    here.walk.hasPlugin = true;

    if (isInline(plugin)) {
      this.#pluginText(plugin, here);
      return;
    }

    const at = this.#place(plugin, here);
    if (at === undefined) return;

    if (this.#tree.files.has(at)) {
      here.walk.files.add(at);
      this.#pluginText(this.#tree.text(at) ?? '', { ...here, file: at });
    } else if (isRemote(plugin)) this.#remote(plugin, here);
    else this.#pluginFolder(plugin, at, here);
  }

  /** The output of a folder is plugin configuration too, but it is known only if the folder's kustomization changes nothing. */
  #pluginFolder(path: string, folder: string, { file, walk }: Here): void {
    const read = this.#kustomization(folder);
    if (read === undefined) walk.obstacles.push(missingFile(path, { file }));
    else if ('fault' in read) walk.obstacles.push(read.fault);
    else if (!read.isList || walk.trail.includes(folder)) walk.obstacles.push(pluginFolder(path, { file }));
    else {
      walk.files.add(read.file);
      walk.includes.add(folder);
      walk.trail.push(folder);
      for (const resource of read.references.resources) this.#plugin(resource, { file: read.file, folder, walk });
      walk.trail.pop();
    }
  }

  #pluginText(text: string, here: Here): void {
    const read = readMappingsStrictly(text);
    if ('fault' in read) {
      here.walk.obstacles.push(pluginUnreadable(read.fault, here));
      return;
    }

    const configurations = read.data;
    const refused = configurations.find(
      ({ apiVersion, kind }) =>
        groupOf(stringOf(apiVersion) ?? '') !== '' ||
        stringOf(apiVersion) !== 'builtin' ||
        !builtinPlugins.test(stringOf(kind) ?? ''),
    );

    const strings = configurations.flatMap(stringsWithin);
    const fetched = strings.find(isFetched);

    if (refused || strings.some((text) => functionAnnotation.test(text)))
      here.walk.obstacles.push(pluginRefused(stringOf(refused?.kind), here));
    else if (fetched !== undefined) here.walk.obstacles.push(remote(fetched, here));

    for (const configuration of configurations)
      for (const path of referencedPaths(configuration)) {
        const at = resolvePath(here.folder, path);
        if (at !== undefined && this.#tree.files.has(at)) here.walk.files.add(at);
      }
  }

  #chart(chart: References['charts'][number], here: Here): void {
    const { obstacles } = here.walk;
    here.walk.needsHelm = true;

    if (chart.option !== undefined) {
      obstacles.push(optionRefused(chart.option, here));
      return;
    }

    for (const file of chart.files) this.#file(file, here);

    const home = resolvePath(here.folder, chart.home);
    // With a version and a repository, kustomize uses only this folder, and downloads the chart if the folder does not exist
    // (kustomize api/internal/builtins/HelmChartInflationGenerator.go, absChartHome).
    const isPulled = chart.version !== undefined && chart.repository !== undefined;
    const names = isPulled ? [`${chart.name}-${chart.version}/${chart.name}`] : [chart.name];
    const folder = names
      .map((name) => (home === undefined ? undefined : resolvePath(home, name)))
      .find((at) => at !== undefined && this.#tree.files.has(inFolder(at, 'Chart.yaml')));

    if (folder === undefined) {
      const obstacle = remoteChart(chart.name, chart.repository, here);
      obstacles.push(obstacle);
      const valueFiles = chart.files.flatMap((file) => resolvePath(here.folder, file) ?? []);
      const name = stringOf(chart.entry.releaseName) ?? '';
      const absent = { what: chart.name, name, said: chart.entry, valueFiles, obstacle };
      const part = partElsewhere(absent, this.#tree);

      if (part) here.walk.remote.push(part);

      return;
    }

    for (const file of this.#folders.below(folder)) here.walk.files.add(file);
  }
}

interface Walk {
  readonly files: Set<string>;
  readonly patches: Set<string>;
  readonly changedKinds: Set<string>;
  readonly absentSecrets: Set<string>;
  readonly includes: Set<string>;
  readonly obstacles: Obstacle[];
  readonly remote: Elsewhere[];
  needsHelm: boolean;
  hasFileOutside: boolean;
  hasPlugin: boolean;
  readonly trail: string[];
}

/** The kustomization that is being read. */
interface Here {
  readonly file: string;
  readonly folder: string;
  readonly walk: Walk;
}

/** Whether a file is a program that mentions a name, not only as a part of another word. */
function mentions(file: string, text: string | undefined, name: string): boolean {
  if (text === undefined || !isProgram(file, text)) return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = `${text[at - 1] ?? ''} ${text[at + name.length] ?? ''}`;
    if (!/[\w-]/.test(around)) return true;
  }
  return false;
}

/** Whether a file is a program. Without an extension, it says so itself, unlike a license. */
const isProgram = (file: string, text: string): boolean =>
  /(?:^|\/)(?:(?:GNU)?[mM]akefile|[jJ]ustfile|[^/]+\.(?:sh|bash|py|js|ts|go|ps1))$/.test(file) ||
  (/(?:^|\/)[^./]+$/.test(file) && text.startsWith('#!'));

const ancestors = (path: string): string[] => path.split('/').map((_, i, steps) => steps.slice(0, i + 1).join('/'));

/** All keys and strings in a value. */
function stringsWithin(value: Value): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(stringsWithin);
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsWithin(inner)]);
  return [];
}

/** Fields in plugin configurations that name files. `path` may also be a field path within an object. */
const pathFields = /^(?:paths?|files|envs?)$/;

function referencedPaths(value: Value): string[] {
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(referencedPaths);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const named = pathFields.test(key) ? [inner, ...asList(inner)] : [];
    const texts = named.filter((item): item is string => typeof item === 'string');
    return [...texts.map((text) => text.slice(text.indexOf('=') + 1)), ...referencedPaths(inner)];
  });
}

const newWalk = (): Walk => ({
  files: new Set(),
  patches: new Set(),
  changedKinds: new Set(),
  absentSecrets: new Set(),
  includes: new Set(),
  obstacles: [],
  remote: [],
  needsHelm: false,
  hasFileOutside: false,
  hasPlugin: false,
  trail: [],
});

/** Everything that is not in the repository, as one. */
function together({ remote: all }: Walk): Elsewhere | undefined {
  const [first] = all;
  return first && { ...first, given: JSON.stringify(all.map(({ given: values }) => values)) };
}

const reachesOut = ({ hasFileOutside, hasPlugin }: Walk): boolean => hasFileOutside && !hasPlugin;
