import { parseManifests } from '../../engine/manifest/parse.ts';
import { isTemplated } from '../../engine/manifest/yaml/placeholder.ts';
import type { Source } from '../../engine/source.ts';

/** What a text is to somebody who wants objects of Kubernetes. */
export type KubernetesContent = 'objects' | 'empty' | 'broken' | 'nothing';

/** From this length on a text is looked at and not parsed: the review does that anyway. */
const longText = 1024 * 1024;

const anObject = /["']?\bkind["']?[ \t]*:[ \t]*["']?[A-Z]/;
const aList = /["']?\bkind["']?[ \t]*:[ \t]*["']?\w*List\b/;

/** Whether JSON ends before its last bracket. */
const isCutOff = (text: string): boolean =>
  /^\s*[[{]/.test(text) && !isTemplated(text) && !/[\]}]\s*$/.test(text.slice(-100));

/** Looks at a text that somebody names as manifests, or as the state of a cluster. */
export function kubernetesContent(source: Source): KubernetesContent {
  const { text } = source;
  if (text.trim() === '') return 'empty';
  if (isCutOff(text)) return 'broken';
  if (text.length > longText) return anObject.test(text) ? 'objects' : 'nothing';
  const { manifests, diagnostics, isBroken } = parseManifests(source, { set: {} });
  // A finding says more than we do here; a warning is about a text that cannot be read.
  if (manifests.length > 0 || diagnostics.some(({ severity }) => severity !== 'warning')) return 'objects';
  if (isBroken) return isTemplated(text) ? 'objects' : 'broken';
  // `kubectl get` prints a List without items where there is nothing of a kind.
  return aList.test(text) ? 'objects' : 'nothing';
}

/** The same as the end of a sentence about the text. */
export const contentText: Readonly<Record<Exclude<KubernetesContent, 'objects'>, string>> = {
  empty: 'is empty',
  broken: 'is not valid YAML or JSON; it may be cut off',
  nothing: 'holds no Kubernetes objects',
};
