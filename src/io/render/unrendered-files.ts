import { anyKind, kindsIn } from '../../engine/files/sources/kustomize/changed-kinds.ts';
import type { Root } from '../../engine/files/sources/root/root.ts';
import { karpenterKinds, writtenKind } from '../../engine/manifest/model/karpenter-kinds.ts';
import { isTemplated } from '../../engine/manifest/yaml/placeholder.ts';
import type { Source } from '../../engine/text/source.ts';

type ReadText = (file: string) => string | undefined;

const nodeKinds = karpenterKinds.map(({ kind }) => kind);
const podKinds = ['CronJob', 'DaemonSet', 'Deployment', 'Job', 'Pod', 'ReplicaSet', 'Rollout', 'StatefulSet'];

const nodeKind = writtenKind(nodeKinds);
const podKind = writtenKind(podKinds);

/** A template whose values decide about the kind: `kind: {{ .Values.kind }}`. */
const templatedKind = /\bkind["']?[ \t]*:[ \t]*["']?\{\{/;

/** The kinds of objects that the cluster gets differently from how they are in a root's files. */
export function changedKindsIn(
  { patches, changedKinds = [] }: Pick<Root, 'patches' | 'changedKinds'>,
  read: ReadText,
): readonly string[] {
  // A patch that was not read is not about a kind that matters.
  const named = patches.flatMap((file) => {
    const text = read(file);
    if (text === undefined) return [];
    return kindsIn(text);
  });

  return [...new Set([...changedKinds, ...named])].sort();
}

/** Whether a root is a kustomization that lists files and changes nothing in them that matters to a review. */
export const isList = (root: Root, read: ReadText): boolean =>
  root.call !== null &&
  'kustomize' in root.call &&
  !root.call.kustomize.needsHelm &&
  root.substitution === undefined &&
  changedKindsIn(root, read).length === 0;

/** Whether a text has workloads. */
export const hasPods = (text: string): boolean => podKind.test(text);

/** Whether NodePools or node classes in a root's files are not what the cluster gets. Without rendering it, its nodes are unknown. */
export const shapesNodes = (root: Root, read: ReadText): boolean => shapes(root, read, nodeKinds, nodeKind);

/** Whether workloads in a root's files are not what the cluster gets. Without rendering it, the number and cost of nodes are unknown. */
export const shapesPods = (root: Root, read: ReadText): boolean => shapes(root, read, podKinds, podKind);

function shapes(
  { call, files, patches, substitution, ...root }: Root,
  read: ReadText,
  kinds: readonly string[],
  kind: RegExp,
): boolean {
  if (call === null) return false;

  if ('helm' in call) return files.some((file) => isTemplateOf(kind, file, read(file) ?? ''));

  const hasKind = files.some((file) => !patches.includes(file) && kind.test(read(file) ?? ''));
  if (!hasKind) return false;
  if (substitution) return true;

  return changedKindsIn({ patches, ...root }, read).some((changed) => changed === anyKind || kinds.includes(changed));
}

/** Whether a file is a template that writes objects of some kinds, or pods of a kind that its values decide. */
const isTemplateOf = (kind: RegExp, file: string, text: string): boolean =>
  /(?:^|\/)templates\//.test(file) &&
  isTemplated(text) &&
  (kind.test(text) || (kind === podKind && templatedKind.test(text)));

const marked = new WeakMap<Source, Map<string, Source>>();

/** What a file does not say: which objects and values of charts in it are not what the cluster gets, and its namespace. */
type SourceMarks = Pick<Source, 'unrenderedKinds' | 'hasRenderedValues' | 'namespace' | 'fileRoots'>;

/** A file with its marks. Equal files with equal marks give the same Source. */
export function markedSource(source: Source, marks: SourceMarks): Source {
  if (Object.keys(marks).length === 0) return source;

  const ofSource = marked.get(source) ?? new Map<string, Source>();
  marked.set(source, ofSource);
  const key = JSON.stringify(marks);
  const markedSource = ofSource.get(key) ?? { ...source, ...marks };
  ofSource.set(key, markedSource);

  return markedSource;
}
