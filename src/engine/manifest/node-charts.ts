import { KnownTexts } from '../text/words/known-texts.ts';

/** Names of charts and folders that define NodePools. Karpenter's own charts define none. */
const ofNodes = /karpenter|node-?pool|node-?class/i;
const ofNodePools = /node-?pool|node-?class/i;
const ownChart = /(?:^|\/)karpenter(?:-crd)?$/;

/** Whether a root installs Karpenter itself, by its name. Its pods count with the system pods. */
export const installsKarpenter = (root: string): boolean => /\bkarpenter(?:-crds?)?\b/.test(root);

/** Keys of values that define NodePools, in YAML and JSON, or in either of them within a string. */
const nodesKey = /(?:^|\\n|[\s"'{,])((?:karpenter|ec2)?[-_]?node[-_]?(?:pools?|class(?:es)?))[\\"']*\s*:/im;
const karpenterApi = /apiVersion[\\"']*\s*:\s*[\\"']*karpenter\./;
const specKey = /(?:^|\\n|\W)spec[\\"']*\s*:/;

/** What installs a chart, and the texts of its values. */
interface Installation {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** Whether a chart or a folder that is not read probably has NodePools or node classes. Whole objects in its values are reviewed anyway. */
export const mayHaveNodes = (chart: string, { names, values }: Installation): boolean =>
  !ownChart.test(chart) &&
  (ofNodes.test(chart) ||
    // If a template decides about the chart, it may be Karpenter's own.
    names.some((name) => (chart.includes('{{') ? ofNodePools : ofNodes).test(name)) ||
    values.some(hasNodesKey)) &&
  !values.some(hasObjects);

/** Very many charts may have the same long values. */
const longest = 4 * 1024 * 1024;
const caches = { keys: new KnownTexts<boolean>(longest), objects: new KnownTexts<boolean>(longest) };

const hasNodesKey = (text: string): boolean => caches.keys.read(text, () => nodesKey.test(text));

/** Karpenter's own repositories, and CRDs of anybody. */
const withoutNodes = /github(?:usercontent)?\.com[/:](?:aws|awslabs|kubernetes-sigs)\/karpenter|\bcrds?\b/i;

/** Whether manifests that are downloaded from an address probably have NodePools or node classes. */
export const mayBeOfNodes = (address: string): boolean => ofNodes.test(address) && !withoutNodes.test(address);

/** Whether a text without an object of Kubernetes may be values of a chart that makes NodePools or node classes. */
export const mayBeNodeValues = (text: string): boolean =>
  /node[-_]?(?:pool|class)/i.test(text) &&
  hasNodesKey(text) &&
  !/^["']?apiVersion["']?[ \t]*:/m.test(text) &&
  !hasObjects(text);

/** Whether a key of values defines NodePools or node classes. */
export const isNodesKey = (key: string): boolean => nodesKey.test(`${key}:`);

/** Where values define NodePools or node classes: the first such key. */
export const nodesKeyIn = (text: string): { readonly start: number; readonly end: number } => {
  const keyMatch = nodesKey.exec(text);
  if (!keyMatch) return { start: 0, end: 0 };
  const [match, key] = keyMatch;
  const start = keyMatch.index + match.lastIndexOf(key!);
  return { start, end: start + key!.length };
};

/** Whether values contain whole objects. A `nodeClassRef` has no `spec`. */
const hasObjects = (text: string): boolean =>
  caches.objects.read(text, () => karpenterApi.test(text) && specKey.test(text));
