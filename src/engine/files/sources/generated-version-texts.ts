import { documentsOf } from '../../manifest/hints/documents.ts';
import { placeOfGenerated } from '../../manifest/hints/generator-values.ts';
import { at } from '../../manifest/hints/version-references.ts';
import { asText, type Mapping } from '../../manifest/model/manifest.ts';
import type { Origin, Source } from '../../text/source.ts';
import { originOf } from './origin.ts';
import { inFolder } from './repository/file-tree.ts';
import type { GeneratedVersion, Root } from './root/root.ts';

/**
 * Texts of the Applications to which ApplicationSets give a version of Karpenter's chart. The file of a set names the versions of all clusters, and
 * each text the one that its own cluster runs.
 */
export const generatedVersionTexts = (
  roots: readonly Root[],
  read: (file: string) => string | undefined,
): readonly Source[] =>
  roots.flatMap((root) => {
    if (root.generated === undefined) return [];
    return [textOf(root, root.generated, read)];
  });

function textOf(root: Root, generated: GeneratedVersion, read: (file: string) => string | undefined): Source {
  const { name, file } = root;
  const spec = { source: generated.source };
  const text = JSON.stringify({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: {}, spec }, null, 2);

  let place: TracedPlace | undefined;
  const trace = (): TracedPlace => {
    place ??= placeOf(file, generated, read);
    return place;
  };

  return { file: `${file} (${name})`, text, origin: { ...originOf(root, text, read), trace } };
}

type TracedPlace = ReturnType<Origin['trace']>;

/** Where a version is in the set, or in the file that a generator of Git reads; otherwise the beginning of the set's file. */
function placeOf(file: string, generated: GeneratedVersion, read: (file: string) => string | undefined): TracedPlace {
  const { parameters, source, template } = generated;
  const value = String(source.targetRevision);
  const sets = documentsOf({ file, text: read(file) ?? '' }, /ApplicationSet/);
  const set = sets.find((document) => at(document.value, 'metadata', 'name') === generated.set);
  const path = set && placeOfGenerated(set.value, { text: template, value, parameters });
  if (set && path) return { span: set.spanOf(path), isExact: true };

  const data = dataFile(parameters);
  const start = data === undefined ? -1 : (read(data)?.indexOf(value) ?? -1);
  if (data !== undefined && start !== -1)
    return { span: { file: data, start, end: start + value.length }, isExact: true };
  return { span: { file, start: 0, end: 0 }, isExact: false };
}

/** The file that a generator of Git reads for some parameters. */
function dataFile(parameters: Mapping): string | undefined {
  const folder = asText(at(parameters, 'path', 'path')) ?? asText(parameters.path);
  const name = asText(at(parameters, 'path', 'filename')) ?? asText(parameters['path.filename']);
  if (folder === undefined || name === undefined) return undefined;
  return inFolder(folder, name);
}
