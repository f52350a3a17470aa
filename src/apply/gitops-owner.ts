import type { Json } from '../io/kube/kube-answer.ts';
import { fieldManager } from './apply-request.ts';

/** The GitOps tools that deliver objects to clusters. plumbline does not write an object that one of them delivers. */
export type GitOpsTool = 'Argo CD' | 'Flux' | 'Helm';

const managers: readonly (readonly [RegExp, GitOpsTool])[] = [
  [/^argocd/, 'Argo CD'],
  [/^(kustomize-controller|helm-controller)$/, 'Flux'],
  [/^helm$/i, 'Helm'],
];

const managedBy = 'app.kubernetes.io/managed-by';

/** Most charts render this label. If plumbline applied it from a chart, it does not say that Helm delivers the object. */
const isOurLabel = ({ manager, fieldsV1 }: Json): boolean =>
  manager === fieldManager && fieldsV1?.['f:metadata']?.['f:labels']?.[`f:${managedBy}`] !== undefined;

/** The GitOps tool that owns an object, by its labels, annotations and managed fields; undefined if none does. */
export function gitOpsOwner(live: Json | undefined): GitOpsTool | undefined {
  const { labels = {}, annotations = {}, managedFields = [] } = live?.metadata ?? {};
  const keys = [...Object.keys(labels), ...Object.keys(annotations)];
  if (keys.some((key) => key.startsWith('argocd.argoproj.io/'))) return 'Argo CD';
  if (keys.some((key) => /^(kustomize|helm)\.toolkit\.fluxcd\.io\//.test(key))) return 'Flux';
  if (keys.includes('meta.helm.sh/release-name')) return 'Helm';
  if (labels[managedBy] === 'Helm' && !managedFields.some(isOurLabel)) return 'Helm';

  for (const { manager } of managedFields)
    for (const [pattern, owner] of managers) if (pattern.test(String(manager))) return owner;

  return undefined;
}
