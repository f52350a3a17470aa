import { expect, test } from 'vitest';
import { gitOpsOwner } from './gitops-owner.ts';

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
])('T37: %s', (_, metadata, owner) => expect(gitOpsOwner({ metadata })).toBe(owner));
