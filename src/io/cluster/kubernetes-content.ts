import { parseManifests } from '../../engine/manifest/parse.ts';
import { isTemplated } from '../../engine/manifest/yaml/placeholder.ts';
import type { Source } from '../../engine/text/source.ts';

/** What a text that should contain Kubernetes objects really contains. */
type KubernetesContent = 'objects' | 'empty' | 'broken' | 'nothing';

/** A text of this length or more is only searched. The review parses it later anyway. */
const longText = 1024 * 1024;

const anObject = /["']?\bkind["']?[ \t]*:[ \t]*["']?[A-Z]/;
const aList = /["']?\bkind["']?[ \t]*:[ \t]*["']?\w*List\b/;

/** Whether JSON ends without its last bracket. */
const isCutOff = (text: string): boolean =>
  /^\s*[[{]/.test(text) && !isTemplated(text) && !/[\]}]\s*$/.test(text.slice(-100));

/** Checks a text that the user named as manifests or as the state of a cluster. */
export function kubernetesContent(source: Source): KubernetesContent {
  const { text } = source;
  if (text.trim() === '') return 'empty';
  if (isCutOff(text)) return 'broken';
  if (text.length > longText) {
    if (anObject.test(text)) return 'objects';
    return 'nothing';
  }

  const { manifests, diagnostics, isBroken } = parseManifests(source, { set: {} });
  // A finding is more specific than this check. A warning only means that a text cannot be read.
  if (manifests.length > 0 || diagnostics.some(({ severity }) => severity !== 'warning')) return 'objects';
  if (isBroken) {
    if (isTemplated(text)) return 'objects';
    return 'broken';
  }

  // `kubectl get` prints a List without items for a kind without objects.
  if (aList.test(text)) return 'objects';
  return 'nothing';
}

/** The result as the end of a sentence about the text. */
export const contentText: Readonly<Record<Exclude<KubernetesContent, 'objects'>, string>> = {
  empty: 'is empty',
  broken: 'is not valid YAML or JSON; it may be cut off',
  nothing: 'contains no Kubernetes objects',
};
