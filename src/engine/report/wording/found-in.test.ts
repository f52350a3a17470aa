import { expect, test } from 'vitest';
import { foundInText, rootName } from './found-in.ts';

test.each([
  ['Kustomization flux-system/apps (apps/overlays/prod)', 'apps/overlays/prod'],
  ['Application argocd/web (charts/web)', 'charts/web'],
  ['charts/web with values-prod.yaml', 'charts/web with values-prod.yaml'],
  ['HelmRelease karpenter/karpenter', 'HelmRelease karpenter/karpenter'],
  ['apps/overlays/prod', 'apps/overlays/prod'],
  ['Kustomization flux-system/karpenter (2)', 'Kustomization flux-system/karpenter (2)'],
])('%s is called %s', (root, name) => expect(rootName(root)).toBe(name));

test('a finding names the folders that Flux applies', () =>
  expect(foundInText({ tool: 'flux', roots: ['Kustomization flux-system/apps (apps/dev)'], isExact: true })).toBe(
    'rendered as Flux does from `apps/dev`',
  ));
