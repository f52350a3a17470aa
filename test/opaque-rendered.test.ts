import { describe, expect, test } from 'vitest';
import { opaqueBetween } from './opaque-between.ts';
import type { Texts } from './plans-between.ts';

const bundle = 'apiVersion: operators.example.com/v1\nkind: Bundle\nmetadata: {name: b}\nspec: {revision: 1}\n';
const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: b}\nspec: {ports: [{port: 80}]}\n';
const configMap = (kind: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: words}\ndata: {kind: ${kind}}\n`;

const kustomization = (fields: string): Texts => ({
  'k/kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${fields}`,
});
const chart: Texts = {
  'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'web/values.yaml': 'a: b\n',
  'web/templates/all.yaml': '{{ .Files.Get "notes.txt" }}\n',
};

interface Scene {
  readonly around: Texts;
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** What a program makes of a text that names a kind. */
const made = (text: string): string => (/Bundle/.test(text) ? bundle : service);

/** The files of the opaque part of a change of one file, which decides what its root renders to. */
const opaqueAfter = ({ around, file, before, after }: Scene, more: Texts = {}): Promise<readonly string[]> =>
  opaqueBetween({ ...around, [file]: before }, { ...around, ...more, [file]: after }, (root, read) =>
    root.files.includes(file) ? made(read(file)) : service,
  );

const scenes: Readonly<Record<string, Scene>> = {
  'a patch in a text file': {
    around: {
      ...kustomization('resources: [x.yaml]\npatches: [{path: patch.txt, target: {kind: Service}}]\n'),
      'k/x.yaml': service,
    },
    file: 'k/patch.txt',
    before: '[{"op": "replace", "path": "/kind", "value": "Service"}]',
    after: '[{"op": "replace", "path": "/kind", "value": "Bundle"}]',
  },
  'an object under the name of a license': {
    around: kustomization('resources: [LICENSE]\n'),
    file: 'k/LICENSE',
    before: service,
    after: bundle,
  },
  'an object in Markdown': {
    around: kustomization('resources: [pool.md]\n'),
    file: 'k/pool.md',
    before: service,
    after: bundle,
  },
  'a text that a template reads': { around: chart, file: 'web/notes.txt', before: service, after: bundle },
  'a word in a ConfigMap': {
    around: {
      ...kustomization('resources: [words.yaml, x.yaml]\nreplacements: [{path: r.yaml}]\n'),
      'k/x.yaml': service,
      'k/r.yaml': '[]\n',
    },
    file: 'k/words.yaml',
    before: configMap('Service'),
    after: configMap('Bundle'),
  },
  'a word in a generated ConfigMap': {
    around: {
      ...kustomization(
        'resources: [x.yaml]\nconfigMapGenerator: [{name: w, files: [kind.txt]}]\nreplacements: [{path: r.yaml}]\n',
      ),
      'k/x.yaml': service,
      'k/r.yaml': '[]\n',
    },
    file: 'k/kind.txt',
    before: 'Service',
    after: 'Bundle',
  },
};

describe('T73: what a root renders to counts, whatever the changed file is called', () => {
  test.each(Object.entries(scenes))('%s', async (_, scene) => {
    expect(await opaqueAfter(scene)).toEqual([scene.file]);
  });

  const twins = Object.entries(scenes).filter(([name]) => !name.startsWith('an object'));

  test.each(twins)('but not %s that changes nothing', async (_, scene) => {
    expect(await opaqueAfter({ ...scene, after: `${scene.before}\n` })).toEqual([]);
  });

  test.each([
    ['README.md', 'web/README.md'],
    ['a text', 'web/docs/usage.txt'],
  ])('but not %s next to a template that changes', async (_, file) => {
    const around = { ...chart, [file]: 'Hello\n' };
    const change = { around, file: 'web/values.yaml', before: 'a: b\n', after: 'a: Bundle\n' };
    expect(await opaqueAfter(change, { [file]: 'Hello again\n' })).toEqual(['web/values.yaml']);
  });
});
