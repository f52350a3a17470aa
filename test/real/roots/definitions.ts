import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { Random } from '../../conformance/generator/random.ts';
import type { Texts } from '../../readings.ts';
import type { Knobs } from './knobs.ts';

/** How something applies a chart or kustomization of the repository. */
export interface Definition {
  readonly files: Texts;
  /** What the real programs print in a copy of the repository. */
  print(cwd: string): string;
}

interface Chosen {
  readonly random: Random;
  readonly knobs: Knobs;
}

const run = (cwd: string, program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

function write(cwd: string, path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

/** A file of the copy that the repository does not have. */
const valuesFile = 'given-values.json';

const template = (cwd: string, values: Values, ...args: readonly string[]): string => {
  write(cwd, valuesFile, JSON.stringify(values));
  return run(cwd, 'helm', 'template', 'web', chartFolder, '-f', valuesFile, ...args);
};

export type Values = Readonly<Record<string, unknown>>;

export const chartFolder = 'charts/web';
export const kustomizationFolder = 'app';

const release = (spec: object): string =>
  stringify({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'web', namespace: 'flux-system' },
    spec: {
      interval: '1m',
      chart: { spec: { chart: `./${chartFolder}`, sourceRef: { kind: 'GitRepository', name: 'flux-system' } } },
      ...spec,
    },
  });

const application = (path: string, source: object): string =>
  stringify({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'web', namespace: 'argocd' },
    spec: {
      project: 'default',
      source: { repoURL: 'https://github.com/acme/infra', targetRevision: 'HEAD', path, ...source },
      destination: { server: 'https://kubernetes.default.svc', namespace: 'default' },
      syncPolicy: { automated: { prune: true } },
    },
  });

const helmfile = (values: unknown): string =>
  stringify({ releases: [{ name: 'web', chart: `./${chartFolder}`, values: [values] }] });

/** Every way in which a chart gets its values. */
export const chartDefinitions: Readonly<Record<string, (values: Values, chosen: Chosen) => Definition>> = {
  'by nothing': (values) => ({
    files: { [`${chartFolder}/values.yaml`]: stringify(values) },
    print: (cwd) => run(cwd, 'helm', 'template', 'web', chartFolder),
  }),

  'by a HelmRelease with values': (values) => ({
    files: { 'apps/release.yaml': release({ values }) },
    print: (cwd) => template(cwd, values, '--include-crds'),
  }),

  'by a HelmRelease with a ConfigMap': (values) => ({
    files: {
      'apps/release.yaml': release({ valuesFrom: [{ kind: 'ConfigMap', name: 'web-values' }] }),
      'apps/values.yaml': stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'web-values', namespace: 'flux-system' },
        data: { 'values.yaml': stringify(values) },
      }),
    },
    print: (cwd) => template(cwd, values, '--include-crds'),
  }),

  'by an Application with values': (values, { random }) => ({
    files: {
      'apps/web.yaml': application(chartFolder, {
        helm: random.pick<object>({ valuesObject: values }, { values: stringify(values) }),
      }),
    },
    print: (cwd) => template(cwd, values, '--include-crds'),
  }),

  'by an Application with a file': (values, { random }) => {
    const file = random.pick('prod.yaml', 'prod.txt', 'prod', '../../env/web.yaml', '../../env/web');
    return {
      files: {
        'apps/web.yaml': application(chartFolder, { helm: { valueFiles: [file] } }),
        [file.startsWith('../../') ? file.slice(6) : `${chartFolder}/${file}`]: stringify(values),
      },
      print: (cwd) => template(cwd, values, '--include-crds'),
    };
  },

  'by a helmfile with values': (values) => ({
    files: { 'helmfile.yaml': helmfile(values) },
    print: (cwd) => template(cwd, values),
  }),

  'by a helmfile with a file': (values, { random }) => {
    const file = random.pick('env/web.yaml', 'env/web.yml', 'env/web', 'env/web.json', 'env/web.values');
    return {
      files: { 'helmfile.yaml': helmfile(file), [file]: stringify(values) },
      print: (cwd) => template(cwd, values),
    };
  },

  'by a HelmRelease with a file': (values, { random }) => {
    const file = random.pick('prod.yaml', 'prod', 'prod.txt');
    const given = release({});
    return {
      files: {
        'apps/release.yaml': given.replace(
          `chart: ./${chartFolder}\n`,
          `chart: ./${chartFolder}\n      valuesFiles: [${chartFolder}/values.yaml, ${chartFolder}/${file}]\n`,
        ),
        [`${chartFolder}/values.yaml`]: '{}\n',
        [`${chartFolder}/${file}`]: stringify(values),
      },
      print: (cwd) => template(cwd, values, '--include-crds'),
    };
  },
};

/** A kustomization of a folder, which applies files that a device made. */
const build = (cwd: string, folder: string): string =>
  run(cwd, 'kustomize', 'build', '--enable-helm', '--load-restrictor', 'LoadRestrictionsNone', folder);

/** What a controller adds to the kustomization of a folder. */
function builtWith(cwd: string, additions: object): string {
  write(
    cwd,
    'with-additions/kustomization.yaml',
    stringify({ resources: [`../${kustomizationFolder}`], ...additions }),
  );
  return build(cwd, 'with-additions');
}

const flux = (spec: object): string =>
  stringify({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'app', namespace: 'flux-system' },
    spec: {
      interval: '1m',
      path: `./${kustomizationFolder}`,
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'flux-system' },
      ...spec,
    },
  });

/** A component that a definition may add, and what it patches. */
const component: Texts = {
  'component/kustomization.yaml': stringify({
    apiVersion: 'kustomize.config.k8s.io/v1alpha1',
    kind: 'Component',
    patches: [
      {
        target: { name: 'o0' },
        patch: JSON.stringify([{ op: 'add', path: '/metadata/annotations', value: { a: 'b' } }]),
      },
    ],
  }),
};

/** Patches that a definition may have, of whatever object there is. */
const labelPatch = (value: string): object => ({
  target: { name: 'o0' },
  patch: JSON.stringify([{ op: 'add', path: '/metadata/labels', value: { team: value } }]),
});

/** Every way in which a kustomization is applied. */
export const kustomizationDefinitions: Readonly<Record<string, (chosen: Chosen) => Definition>> = {
  'by nothing': () => ({ files: {}, print: (cwd) => build(cwd, kustomizationFolder) }),

  'by an overlay': ({ knobs }) => ({
    files: {
      'overlay/kustomization.yaml': stringify({
        resources: [`../${kustomizationFolder}`],
        nameSuffix: knobs.between('suffix', '-a', '-b'),
      }),
    },
    print: (cwd) => build(cwd, 'overlay'),
  }),

  'by a Kustomization of Flux': () => ({
    files: { 'clusters/app.yaml': flux({}) },
    print: (cwd) => build(cwd, kustomizationFolder),
  }),

  'by a Kustomization of Flux with patches': ({ knobs }) => {
    const additions = { patches: [labelPatch(knobs.between('definition', 'a', 'b'))] };
    return { files: { 'clusters/app.yaml': flux(additions) }, print: (cwd) => builtWith(cwd, additions) };
  },

  'by a Kustomization of Flux with components': ({ knobs }) => {
    const isAdded = knobs.between('definition', false, true);
    return {
      files: { ...component, 'clusters/app.yaml': flux({ components: isAdded ? ['../component'] : [] }) },
      print: (cwd) => builtWith(cwd, { components: isAdded ? ['../component'] : [] }),
    };
  },

  'by a Kustomization of Flux with metadata': ({ knobs }) => {
    const labels = { team: knobs.between('definition', 'a', 'b') };
    return {
      files: { 'clusters/app.yaml': flux({ commonMetadata: { labels } }) },
      print: (cwd) => builtWith(cwd, { labels: [{ pairs: labels }] }),
    };
  },

  'by a Kustomization of Flux with variables': ({ knobs, random }) => {
    const value = knobs.between('definition', 'a', 'b');
    const variables = { TEAM: value, API: 'v1' };
    const isMap = random.chance(0.5);
    return {
      files: {
        'clusters/app.yaml': flux({
          commonMetadata: { labels: { team: '${TEAM}' } },
          postBuild: isMap ? { substituteFrom: [{ kind: 'ConfigMap', name: 'variables' }] } : { substitute: variables },
        }),
        ...(isMap && {
          'clusters/variables.yaml': stringify({
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name: 'variables', namespace: 'flux-system' },
            data: variables,
          }),
        }),
      },
      print: (cwd) => builtWith(cwd, { labels: [{ pairs: { team: value } }] }),
    };
  },

  'by an Application': () => ({
    files: { 'apps/app.yaml': application(kustomizationFolder, {}) },
    print: (cwd) => build(cwd, kustomizationFolder),
  }),

  'by an Application with patches': ({ knobs, random }) => {
    const patch = labelPatch(knobs.between('definition', 'a', 'b')) as { readonly patch: string };
    const isFile = random.chance(0.5);
    return {
      files: {
        'apps/app.yaml': application(kustomizationFolder, {
          kustomize: { patches: [isFile ? { ...patch, patch: undefined, path: 'label-patch.json' } : patch] },
        }),
        ...(isFile && { [`${kustomizationFolder}/label-patch.json`]: patch.patch }),
      },
      print: (cwd) => builtWith(cwd, { patches: [patch] }),
    };
  },

  'by an Application with components': ({ knobs }) => {
    const components = knobs.between('definition', [] as string[], ['../component']);
    return {
      files: { ...component, 'apps/app.yaml': application(kustomizationFolder, { kustomize: { components } }) },
      print: (cwd) => builtWith(cwd, { components }),
    };
  },

  'by an Application with a prefix': ({ knobs }) => {
    const namePrefix = knobs.between('definition', 'a-', 'b-');
    return {
      files: { 'apps/app.yaml': application(kustomizationFolder, { kustomize: { namePrefix } }) },
      print: (cwd) => builtWith(cwd, { namePrefix }),
    };
  },

  'by an Application with labels': ({ knobs }) => {
    const commonLabels = { team: knobs.between('definition', 'a', 'b') };
    return {
      files: { 'apps/app.yaml': application(kustomizationFolder, { kustomize: { commonLabels } }) },
      print: (cwd) => builtWith(cwd, { labels: [{ pairs: commonLabels, includeSelectors: true }] }),
    };
  },
};
