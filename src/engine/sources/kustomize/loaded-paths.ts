import { isObject, type Value } from '../../manifest/manifest.ts';
import { hidesLetters } from '../../manifest/objects/kind-spelling.ts';
import { maxLength, readMapping, stringsOf } from '../repository/yaml-data.ts';
import { referencesOf } from './kustomization.ts';
import { strangeKey } from './kustomization-fields.ts';

/**
 * The paths of files and folders that a kustomization loads as objects, whatever their names; files that it makes ConfigMaps and
 * Secrets of are not among them, patches that stand in it may be. A kustomization that kustomize may read in another way than we do loads whatever it mentions.
 * Undefined where a path may be spelled so that it does not stand in the text.
 */
export function loadedPaths(text: string): readonly string[] | undefined {
  const read = readMapping(text);
  if ('fault' in read) return text.length > maxLength || hidesLetters(text) ? undefined : mentionedIn(text);
  const { data } = read;
  if (strangeKey(data) !== undefined) return stringsWithin(data);
  const { resources, components, patches, plugins } = referencesOf(data);
  // A text of several lines may be the name of a file as well as a patch.
  const texts = [data.crds, data.patchesStrategicMerge, data.patches].flatMap(stringsOf);
  return [...new Set([...resources, ...components, ...patches, ...plugins, ...texts])];
}

/** Whatever may be a path in a text that is not well-formed: pieces between quotes, brackets and line ends, and their words. */
const mentionedIn = (text: string): string[] =>
  text.split(/["',[\]{}\r\n\u0085\u2028\u2029]/).flatMap((piece) => {
    const trimmed = piece.trim();
    return [trimmed.replace(/^(?:- +)+/, ''), ...trimmed.split(/\s+/)];
  });

/** All texts of a value, keys not included. */
function stringsWithin(value: Value): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(stringsWithin);
  return isObject(value) ? Object.values(value).flatMap((inner) => stringsWithin(inner)) : [];
}
