import { type DefinitionKind, isDefinitionKind } from '../../../manifest/model/definition-kinds.ts';
import {
  groupOf,
  isObject,
  type Manifest,
  type Mapping,
  mappingOrEmpty,
  type Value,
} from '../../../manifest/model/manifest.ts';
import { mayDefineRoots } from '../../../manifest/prefilter.ts';
import { hasPlaceholder, isTemplated, maskTemplates } from '../../../manifest/yaml/placeholder.ts';
import { findTemplates } from '../../../manifest/yaml/template-scanner.ts';
import { readDocument } from '../../../manifest/yaml/yaml-document.ts';
import { folderOf, type Origin, onceForSource, type Source } from '../../../text/source.ts';
import { environmentInPath } from '../../places/environment-name.ts';
import type { Discovery } from '../discovery/discovery.ts';
import { generatedConfigMap } from '../kustomize/generated-config-map.ts';
import { readMappings, stringOf, stringsOf } from '../repository/yaml-data.ts';
import type { Obstacle, ParentRoot } from '../root/root.ts';

/** An Argo CD or Flux object that defines what is applied. */
export interface Definition {
  /** The file with the object. For a rendered object, the file that it was rendered from. */
  readonly file: string;
  /** The root that renders it, or else the folder of its file. */
  readonly place: string;
  /** The root that renders it; absent if it is in a file as it is. */
  readonly parent?: ParentRoot;
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly finalizers: readonly string[];
  /** Its `metadata`, with the annotations that decide whether it is deleted. */
  readonly metadata: Mapping;
  readonly spec: Mapping;
  /** The ApplicationSet that creates it. */
  readonly set?: Definition;
  /** What a generator of the set gives to its template. */
  readonly parameters?: Mapping;
  /** It is in a template that was not rendered, so its values are placeholders, and it may have other values than these. */
  readonly isTemplate?: true;
}

/** A document that may be an object of Argo CD or Flux. */
const mayBeDefinition = (document: string): boolean => mayDefineRoots('document.yaml', document) && !isCrd(document);

/** All documents of a file that may be such objects. */
const candidatesIn = onceForSource(({ text }) => documentsThat(text, mayBeDefinition));

/** Whether a file has more objects than are read. */
export const hasTooManyDefinitions = (source: Source): boolean => candidatesIn(source).length > maxDocuments;

/** A warning about objects that are not read, because Applications that are not reviewed must not pass silently. */
export const tooManyDefinitions = (file: string): Obstacle => ({
  code: 'render/limit',
  severity: 'warning',
  file,
  message: `This file has more than ${maxDocuments} objects of Argo CD and Flux, so some are not reviewed`,
  help: 'Split it into several files.',
});

/** The Argo CD and Flux objects in some files. */
export const definitionsIn = (sources: readonly Source[]): Definition[] => sources.flatMap(definitionsOf);

/** Roots are found again on each level of an app of apps, and on both sides. */
const definitionsOf = onceForSource((source): Definition[] => {
  const { file, origin } = source;
  return candidatesIn(source)
    .slice(0, maxDocuments)
    .flatMap(([start, document]) => {
      const template = isTemplated(document) ? templateMappings(document) : undefined;
      const mappings = (template ?? readMappings(document)).flatMap((data) => [data, ...itemsOf(data)]);
      // For rendered text, the origin gives the file of each document.
      const fileOf = (): string => origin?.trace(start, start).span.file ?? file;

      return mappings.flatMap((data) => {
        const definition = definitionIn(data, fileOf, origin);
        if (definition === undefined) return [];
        if (template === undefined) return [definition];
        return [{ ...definition, spec: withVariables(definition.spec) as Mapping, isTemplate: true as const }];
      });
    });
});

/** The mappings of a document that is YAML only once its templates are masked; undefined if it is YAML as it is, such as an ApplicationSet. */
function templateMappings(document: string): readonly Mapping[] | undefined {
  const masked = maskTemplates(document);
  const plain = { text: document, original: document, placeholders: [], blanks: [] };
  const range = { start: 0, end: document.length };
  if (readDocument({ masked: plain, ...range }, {}, false).value !== undefined) return undefined;
  const { value } = readDocument({ masked, ...range }, {}, true);
  if (isObject(value)) return [value];
  return [];
}

/**
 * A value with `${Values.a}` in place of `{{ .Values.a }}`: a placeholder that Helm does not evaluate when a chart passes its values to `tpl`,
 * where the values of the outer chart are not known.
 */
function withVariables(value: Value): Value {
  if (typeof value === 'string') {
    if (value.includes('{{')) return textWithVariables(value);
    return value;
  }
  if (Array.isArray(value)) return value.map(withVariables);
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [textWithVariables(key), withVariables(inner)]),
    );

  return value;
}

function textWithVariables(text: string): string {
  let end = 0;
  const pieces = findTemplates(text).flatMap((expression): string[] => {
    const before = text.slice(end, expression.start);
    end = expression.end;
    return [before, variableOf(text.slice(expression.start, expression.end))];
  });

  return [...pieces, text.slice(end)].join('');
}

/** `${Values.a.b}` for `{{ .Values.a.b | quote }}`. Other placeholders stay. */
function variableOf(expression: string): string {
  if (!expression.startsWith('{{')) return expression;
  const name = /[A-Za-z_][\w.-]{0,100}/.exec(expression)?.[0] ?? 'unknown';
  return `\${${name}}`;
}

/** Whether a document is the definition of a kind, which is long and names the kind. */
function isCrd(document: string): boolean {
  const [kind, ...others] = document.match(/^kind:.*/gm) ?? [];
  return others.length === 0 && kind !== undefined && /^kind: CustomResourceDefinition\s*$/.test(kind);
}

/** The largest number of documents read from one file. Real files have far fewer. */
const maxDocuments = 5000;

/** The documents that may contain what is searched, with their offsets. Rendered text is long, and parsing all of it takes 1 second per MB. */
export const documentTexts = (
  text: string,
  mayHold: (document: string) => boolean,
): [start: number, document: string][] => documentsThat(text, mayHold).slice(0, maxDocuments);

function documentsThat(text: string, mayHold: (document: string) => boolean): [start: number, document: string][] {
  const documents: [start: number, document: string][] = [];

  for (const [start, document] of allDocuments(text)) {
    if (mayHold(document)) documents.push([start, document]);
  }

  return documents;
}

/** All documents of a YAML text, with their offsets. One at a time, because a text may have a million. */
export function* allDocuments(text: string): Generator<[start: number, document: string]> {
  let start = 0;

  for (const { index } of text.matchAll(/^---(?=\s|$)/gm)) {
    yield documentAt(text, start, index);
    start = index + 3;
  }

  yield documentAt(text, start);
}

function documentAt(text: string, start: number, end?: number): [start: number, document: string] {
  const blank = /^\s*/.exec(text.slice(start, start + 100))?.[0].length ?? 0;
  return [start + blank, text.slice(start, end)];
}

const itemsOf = ({ items }: Mapping): Mapping[] => {
  if (Array.isArray(items)) return (items as readonly Value[]).filter(isObject);
  return [];
};

/** An object as a definition; undefined for any other object. */
export const manifestDefinition = ({ object, source }: Manifest): Definition | undefined =>
  definitionIn(object, () => source.file, source.origin);

function definitionIn(data: Mapping, fileOf: () => string, origin: Origin | undefined): Definition | undefined {
  const kind = stringOf(data.kind) ?? '';
  const metadata = mappingOrEmpty(data.metadata);
  const name = stringOf(metadata.name);
  const group = groupOf(stringOf(data.apiVersion) ?? '');
  if (!isDefinitionKind(kind, group) || name === undefined) return undefined;

  const file = fileOf();

  return {
    file,
    place: origin?.root ?? folderOf(file),
    ...(origin && { parent: parentOf(origin) }),
    kind,
    name,
    namespace: stringOf(metadata.namespace),
    finalizers: stringsOf(metadata.finalizers),
    metadata,
    spec: mappingOrEmpty(data.spec),
  };
}

function parentOf({ root, environment, guessedEnvironment }: Origin): ParentRoot {
  if (environment !== undefined) return { name: root, environment, isEnvironmentKnown: true };
  if (guessedEnvironment !== undefined) return { name: root, environment: guessedEnvironment };
  return { name: root };
}

/** Argo CD sets it on the Applications of an ApplicationSet. */
export const argoFinalizer = 'resources-finalizer.argocd.argoproj.io';

/** Something about a definition is unknown, so its manifests are not reviewed. */
export const unknownObstacle = (definition: Definition, what: string, near?: string, reason?: string): Obstacle => ({
  code: 'render/unknown',
  severity: 'note',
  file: definition.file,
  near: near ?? definition.name,
  message: `${definition.kind} \`${definition.name}\` ${what}, so its manifests are not reviewed`,
  ...(reason !== undefined && { reason }),
});

/** An ApplicationSet generates too many Applications. This is a warning, because Applications that are not reviewed must not pass silently. */
export const tooManyApplications = (definition: Definition): Obstacle => ({
  code: 'render/limit',
  severity: 'warning',
  file: definition.file,
  near: definition.name,
  message: `${definition.kind} \`${definition.name}\` generates more Applications than plumbline reviews, so some are not reviewed`,
  help: 'Split it into ApplicationSets with at most 1,000 Applications each, and use shorter patterns.',
});

/** A definition refers to a values file that does not exist, or whose name is a placeholder. */
export const missingValues = (definition: Definition, path: string): Obstacle => {
  if (hasPlaceholder(path))
    return unknownObstacle(definition, `has the values file \`${path}\`, which contains a placeholder`, path);

  return {
    code: 'render/missing-file',
    severity: 'error',
    file: definition.file,
    near: path,
    message: `${definition.kind} \`${definition.name}\` uses values from \`${path}\`, which does not exist`,
    help: 'Add the file, or remove the entry.',
  };
};

/** How many YAML files are searched for an object. */
const maxSearched = 5000;

interface Named {
  readonly name: string;
  readonly namespace: string | undefined;
}

/** How many different objects are searched. */
const maxSearches = 1000;

/** An object of the repository, and its file. */
interface PlacedObject {
  readonly file: string;
  readonly data: Mapping;
}

const searched = new WeakMap<Discovery, Map<string, readonly PlacedObject[]>>();

/** Where a definition is that refers to an object. */
type Referring = Pick<Definition, 'file' | 'parent'>;

/** Finds an object in the repository, in the given namespace or without a namespace. Of several, the first of those that a definition may mean. */
export const findObject = (discovery: Discovery, kind: string, named: Named, from: Referring): Mapping | undefined =>
  nearestOf(objectsNamed(discovery, kind, named), from)[0]?.data;

function objectsNamed(discovery: Discovery, kind: string, named: Named): readonly PlacedObject[] {
  const objects = searched.get(discovery) ?? new Map<string, readonly PlacedObject[]>();
  searched.set(discovery, objects);
  const key = JSON.stringify([kind, named.name, named.namespace]);
  if (!objects.has(key) && objects.size < maxSearches) objects.set(key, searchObjects(discovery, kind, named));
  return objects.get(key) ?? [];
}

const filesByKind = new WeakMap<Discovery, Map<string, readonly string[]>>();

/** The files that may have objects of a kind. Few files have one, and many objects are searched. */
function filesWith(kind: string, discovery: Discovery): readonly string[] {
  const byKind = filesByKind.get(discovery) ?? new Map<string, readonly string[]>();
  filesByKind.set(discovery, byKind);
  const cached = byKind.get(kind);
  if (cached) return cached;

  const { tree } = discovery;
  const all = [...tree.files.keys()].filter((file) => /\.ya?ml$/.test(file)).sort();
  const files = all.slice(0, maxSearched).filter((file) => tree.text(file)?.includes(kind));
  byKind.set(kind, files);
  return files;
}

function searchObjects(discovery: Discovery, kind: string, { name, namespace }: Named): readonly PlacedObject[] {
  return filesWith(kind, discovery).flatMap((file) => {
    const text = discovery.tree.text(file);
    const mayHold = (document: string): boolean => document.includes(kind) && document.includes(name);
    if (text === undefined || !mayHold(text)) return [];

    return documentTexts(text, mayHold)
      .flatMap(([, document]) => readMappings(document))
      .filter((data) => {
        const metadata = mappingOrEmpty(data.metadata);
        const isThere = namespace === undefined || metadata.namespace === undefined || metadata.namespace === namespace;
        return data.kind === kind && metadata.name === name && isThere;
      })
      .map((data) => ({ file, data }));
  });
}

/**
 * Those of several objects of one name that a definition may mean. A repository has one for each cluster: those of the environment of the definition
 * count, and of these the nearest to its file.
 */
function nearestOf(objects: readonly PlacedObject[], { file, parent }: Referring): readonly PlacedObject[] {
  if (objects.length < 2) return objects;

  const environment = parent?.environment ?? environmentInPath(file);
  const alike = objects.filter((object) => environmentInPath(object.file) === environment);
  const candidates = environment === undefined || alike.length === 0 ? objects : alike;
  const depths = candidates.map((object) => sharedDepth(folderOf(object.file), folderOf(file)));
  const deepest = Math.max(...depths);
  return candidates.filter((_, i) => depths[i] === deepest);
}

/** How many folders two paths have in common from the root on. */
function sharedDepth(path: string, other: string): number {
  const [steps, otherSteps] = [path.split('/'), other.split('/')];
  const end = steps.findIndex((step, i) => step !== otherSteps[i]);
  if (end === -1) return steps.length;
  return end;
}

/** Data of a ConfigMap; `isAmbiguous` if several files have it with other data, and nothing says which one is meant. */
type ConfigMapAnswer = { readonly data: Mapping } | { readonly isAmbiguous: boolean };

/** The data of a ConfigMap that a definition refers to: an object in the repository, or one that a kustomization generates. */
export function configMapData(discovery: Discovery, name: string, definition: Definition): ConfigMapAnswer {
  const { file, namespace } = definition;
  const objects = nearestOf(objectsNamed(discovery, 'ConfigMap', { name, namespace }), definition);
  const texts = new Set(objects.map(({ data }) => JSON.stringify(data.data ?? {})));
  if (texts.size > 1) return { isAmbiguous: true };
  if (objects[0] !== undefined) return { data: mappingOrEmpty(objects[0].data.data) };

  const generated = generatedConfigMap(discovery, { name, namespace, from: file });
  if (generated === undefined) return { isAmbiguous: false };
  return { data: generated };
}
