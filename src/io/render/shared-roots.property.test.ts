import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../test/extent.ts';
import { defaultSettings } from '../../engine/karpenter/api/settings.ts';
import type { Source } from '../../engine/text/source.ts';
import type { RenderMethod } from './hand-over/render-method.ts';
import { pairOfTexts, type Texts } from './render-pair.test-support.ts';
import { renderPair } from './render-pair.ts';

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: general }\n';
const workload = (kind: string): string =>
  `apiVersion: apps/v1\nkind: ${kind}\nmetadata: { name: "{{ .Release.Name }}" }\nspec: { replicas: {{ .Values.replicas }} }\n`;

const charts: Texts = {
  'charts/literal/Chart.yaml': 'apiVersion: v2\nname: literal\nversion: 1.0.0\n',
  'charts/literal/templates/workload.yaml': workload('Deployment'),
  'charts/chosen/Chart.yaml': 'apiVersion: v2\nname: chosen\nversion: 1.0.0\n',
  'charts/chosen/templates/workload.yaml': workload('{{ .Values.kind }}'),
};

const bases: Texts = {
  'bases/web/deployment.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n',
  'bases/web/kustomization.yaml': 'resources: [deployment.yaml]\n',
};

/** One root, and the files that only it uses. */
interface NewRoot {
  readonly file: string;
  readonly texts: Texts;
}

const applicationOf = (chart: string, name: string): NewRoot => {
  const file = `apps/${name}.yaml`;
  const source = `{ repoURL: https://github.com/acme/shop, path: charts/${chart}, helm: { releaseName: ${name}, valueFiles: [../../values/${name}.yaml] } }`;
  const text = `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: ${name}, namespace: argocd }\nspec: { destination: { namespace: shop }, source: ${source} }\n`;
  return { file, texts: { [file]: text, [`values/${name}.yaml`]: 'replicas: 3\nkind: Deployment\n' } };
};

const overlayOf = (patch: string, name: string): NewRoot => {
  const file = `overlays/${name}/kustomization.yaml`;
  return { file, texts: { [file]: `resources: [../../bases/web]\nnamePrefix: ${name}-\n${patch}` } };
};

const root = fc.oneof(
  fc
    .tuple(fc.constantFrom('literal', 'chosen'), fc.constantFrom('a', 'b', 'c', 'd'))
    .map(([chart, name]) => applicationOf(chart, `${chart}-${name}`)),
  fc
    .tuple(
      fc.constantFrom('', 'images: [{ name: web, newTag: v2 }]\n', 'replicas: [{ name: web, count: 4 }]\n'),
      fc.constantFrom('dev', 'prod', 'qa'),
    )
    .map(([patch, name]) => overlayOf(patch, name)),
);

/** Roots that are always there, so that no chart or kustomization is without one. */
const always = [applicationOf('literal', 'literal-z'), applicationOf('chosen', 'chosen-z'), overlayOf('', 'zone')];

/** Renders each root to one Deployment with its name. */
const renderer: RenderMethod = {
  atOnce: 4,
  runs: 0,
  render: async ({ name }) => ({
    text: `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: ${JSON.stringify(name)} }\n`,
    inputs: { digest: name, programs: [], fetched: [] },
  }),
};

/** What is read of other roots: the names of their files and of their rendered texts. */
const contributions = (sources: readonly Source[], { texts }: NewRoot): string[] =>
  sources
    .map(({ file }) => file)
    .filter((file) => !Object.keys(texts).some((name) => file.startsWith(name)))
    .sort();

test('a root that is on one side only changes nothing of what other roots contribute', async () => {
  const roots = fc.uniqueArray(root, { selector: ({ file }) => file, minLength: 2, maxLength: 6 });

  await fc.assert(
    fc.asyncProperty(roots, fc.boolean(), fc.boolean(), async ([first, ...others], isAdded, hasPool) => {
      const without: Texts = { ...charts, ...bases, ...(hasPool && { 'pool.yaml': pool }) };
      for (const { texts } of [...always, ...others]) Object.assign(without, texts);
      const withIt = { ...without, ...first!.texts };
      const pair = isAdded ? pairOfTexts(without, withIt) : pairOfTexts(withIt, without);

      const { base, head } = await renderPair(pair, { path: '/nowhere', settings: defaultSettings, renderer });
      expect(contributions(base!.sources, first!)).toEqual(contributions(head.sources, first!));
    }),
    { numRuns: propertyRuns(60) },
  );
});
