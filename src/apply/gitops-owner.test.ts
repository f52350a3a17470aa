import { expect, test } from 'vitest';
import { gitOpsOwner } from './gitops-owner.ts';

const labelled = { labels: { 'app.kubernetes.io/managed-by': 'Helm' } };
const ours = {
  manager: 'plumbline',
  fieldsV1: { 'f:metadata': { 'f:labels': { 'f:app.kubernetes.io/managed-by': {} } } },
};

test.each<[string, object, string | undefined]>([
  ['no owner', {}, undefined],
  ['kubectl', { managedFields: [{ manager: 'kubectl-client-side-apply' }] }, undefined],
  ['Argo CD by its annotation', { annotations: { 'argocd.argoproj.io/tracking-id': 'a' } }, 'Argo CD'],
  ['Argo CD by its field manager', { managedFields: [{ manager: 'argocd-controller' }] }, 'Argo CD'],
  ['Flux', { labels: { 'kustomize.toolkit.fluxcd.io/name': 'a' } }, 'Flux'],
  [
    'Flux with Helm',
    { labels: { 'helm.toolkit.fluxcd.io/name': 'a', 'app.kubernetes.io/managed-by': 'Helm' } },
    'Flux',
  ],
  ['Helm', { labels: { 'app.kubernetes.io/managed-by': 'Helm' } }, 'Helm'],
  ['nobody, if plumbline applied the label of a chart', { ...labelled, managedFields: [ours] }, undefined],
  ['Helm, if it also writes the object', { ...labelled, managedFields: [ours, { manager: 'helm' }] }, 'Helm'],
  [
    'Helm, if it adopted the object',
    { ...labelled, annotations: { 'meta.helm.sh/release-name': 'a' }, managedFields: [ours] },
    'Helm',
  ],
  ['Helm, if plumbline owns other labels', { ...labelled, managedFields: [{ ...ours, fieldsV1: {} }] }, 'Helm'],
])('T37: %s', (_, metadata, owner) => expect(gitOpsOwner({ metadata })).toBe(owner));
