import { isObject, type Value } from '../../../manifest/model/manifest.ts';
import { hidesLetters } from '../../../manifest/objects/kind-spelling.ts';
import { maxLength, readMapping, stringsOf } from '../repository/yaml-data.ts';
import { referencesOf } from './kustomization.ts';
import { undocumentedKey } from './kustomization-fields.ts';

/**
 * The paths of files and folders that a kustomization loads as objects, with any name. Files for ConfigMaps and Secrets are not
 * included; inline patches may be. If kustomize might read the kustomization differently than plumbline, every text that could be
 * a path counts. Undefined if a path may be escaped so that it does not appear in the text.
 */
export function loadedPaths(text: string): readonly string[] | undefined {
  const read = readMapping(text);
  if ('fault' in read) {
    if (text.length > maxLength || hidesLetters(text)) return undefined;
    return mentionedIn(text);
  }

  const { data } = read;
  if (undocumentedKey(data) !== undefined) return stringsWithin(data);

  const { resources, components, patches, plugins } = referencesOf(data);
  // A text of several lines may be a file name or a patch.
  const texts = [data.crds, data.patchesStrategicMerge, data.patches].flatMap(stringsOf);

  return [...new Set([...resources, ...components, ...patches, ...plugins, ...texts])];
}

/** Everything that may be a path in malformed YAML: the pieces between quotes, brackets and line ends, and their words. */
const mentionedIn = (text: string): string[] =>
  text.split(/["',[\]{}\r\n\u0085\u2028\u2029]/).flatMap((piece) => {
    const trimmed = piece.trim();
    return [trimmed.replace(/^(?:- +)+/, ''), ...trimmed.split(/\s+/)];
  });

/** All strings in a value, without keys. */
function stringsWithin(value: Value): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(stringsWithin);
  if (isObject(value)) return Object.values(value).flatMap((inner) => stringsWithin(inner));
  return [];
}
