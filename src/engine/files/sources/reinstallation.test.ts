import { expect, test } from 'vitest';
import { defaultSources } from '../../karpenter/api/settings.ts';
import { evaluated } from '../../manifest/terraform/terraform.test-support.ts';
import { discoveryOf } from './discovery/discovery.ts';
import { reinstallation } from './reinstallation.ts';
import { treeOf } from './repository/file-tree.test-support.ts';
import { rootsOf } from './roots.ts';

const chart = { 'charts/web/Chart.yaml': 'name: web\nversion: 1.0.0\n' };

/** The message about a change of the only release in a file. */
function messageOf(file: string, before: string, after: string): string | undefined {
  const [old, now] = [before, after].map((text) => {
    const texts = { ...chart, [file]: text };
    const settings = { sources: defaultSources, environments: {} };
    return rootsOf(discoveryOf(treeOf(texts)), [{ file, text }], settings, { releases: evaluated(texts).releases })[0];
  });
  return reinstallation(old!, now!)?.message;
}

const flux = (fields: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: web, namespace: flux-system }\nspec: { chart: { spec: { chart: ./charts/web, sourceRef: { kind: GitRepository, name: a } } }, ${fields} }\n`;

const terraform = (fields: string): string =>
  `# karpenter\nresource "helm_release" "web" {\n  chart = "\${path.module}/charts/web"\n  ${fields}\n}\n`;

test.each([
  ['a.yaml', flux('targetNamespace: a'), flux('targetNamespace: b'), 'name `a-web` → `b-web`'],
  [
    'a.yaml',
    flux('releaseName: w, targetNamespace: a'),
    flux('releaseName: w, targetNamespace: b'),
    'namespace `a` → `b`',
  ],
  ['a.yaml', flux('releaseName: a'), flux('releaseName: b'), 'name `a` → `b`'],
  ['a.yaml', flux('storageNamespace: a'), flux('storageNamespace: b'), 'namespace of its records `a` → `b`'],
  ['main.tf', terraform('name = "a"'), terraform('name = "b"'), 'name `a` → `b`'],
  ['main.tf', terraform('name = "a"'), terraform('name = "a"\n  namespace = "b"'), 'namespace `default` → `b`'],
])('another release is uninstalled first: %s', (file, before, after, change) => {
  expect(messageOf(file, before, after)).toContain(`another release (${change})`);
});

test.each([
  ['a.yaml', flux('values: { a: 1 }'), flux('values: { a: 2 }')],
  ['a.yaml', flux('interval: 1m'), flux('releaseName: web')],
  ['a.yaml', flux('targetNamespace: a'), flux('targetNamespace: "${namespace}", releaseName: a-web')],
  ['a.yaml', flux('suspend: true, targetNamespace: a'), flux('suspend: true, targetNamespace: b')],
  ['main.tf', terraform('name = "a"'), terraform('name = "a"\n  namespace = "default"')],
])('the same release stays, and so does one that waits: %s', (file, before, after) => {
  expect(messageOf(file, before, after)).toBeUndefined();
});
