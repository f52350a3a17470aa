import { expect, test } from 'vitest';
import type { Origin, OriginTool } from '../text/source.ts';
import type { Manifest } from './model/manifest.ts';
import { unknownFieldFate } from './server-side-apply.ts';

const from = (tool: OriginTool, root: string): Manifest =>
  ({ source: { file: 'a.yaml', text: '', origin: { tool, root } as Origin } }) as unknown as Manifest;

const plain = { source: { file: 'a.yaml', text: '' } } as unknown as Manifest;

test('a Flux Kustomization refuses fields that a kind does not have', () => {
  expect(unknownFieldFate(from('flux', 'Kustomization flux-system/pools (prod)'), 'them')).toBe(
    'Flux refuses the whole Kustomization because of them (`field not declared in schema`)',
  );
});

test.each([
  ['a HelmRelease of Flux, which Helm applies', from('flux', 'HelmRelease karpenter/pools')],
  ['an Application of Argo CD', from('argocd', 'Application argocd/pools')],
  ['a kustomization that nothing is known to apply', from('kustomize', 'overlays/prod')],
  ['a plain file', plain],
])('the API server drops them for %s', (_, manifest) =>
  expect(unknownFieldFate(manifest)).toBe('The API server drops it'),
);
