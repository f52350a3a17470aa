import { asMapping, type Path, type Value } from '../model/manifest.ts';

/** A place in a document that names a version of Karpenter's chart, image or source code. */
export interface VersionReference {
  readonly version: Value | undefined;
  readonly path: Path;
  /** It names only the version of the CRDs, which may differ from the controller's. */
  readonly isOfCrds?: true;
  /** The name of the object of Flux that says where the chart comes from. */
  readonly repository?: string;
}

/** The value at a path of keys, or undefined. */
export const at = (value: Value | undefined, ...path: string[]): Value | undefined =>
  path.reduce<Value | undefined>((inner, key) => {
    const mapping = asMapping(inner);
    if (mapping && Object.hasOwn(mapping, key)) return mapping[key];
    return undefined;
  }, value);

const textAt = (value: Value | undefined, ...path: string[]): string => {
  const reference = at(value, ...path);
  if (typeof reference === 'string') return reference;
  return '';
};

/** Karpenter's charts, by name or by the address of a registry. */
const chartName = /(?:^|\/)karpenter(-crd)?$/;

/**
 * A regular expression for the repositories of Karpenter's source code since it began, and for mirrors of it. Argo CD and Flux can also install
 * the chart from there.
 */
export const sourceCodePattern = String.raw`(?:\bgithub\.com[/:](?:aws|awslabs|karpenter|kubernetes-sigs)/karpenter|[/:][\w.-]{1,100}/karpenter-provider-aws)(?:\.git)?/?(?:$|[/?"])`;

const sourceCode = new RegExp(sourceCodePattern);

/** The address of a chart in a registry, which Argo CD also accepts without a scheme. */
const registry = /^oci:\/\/|^public\.ecr\.aws\//;

const crdFolder = /(?:^|\/)(?:crds|karpenter-crd)\/?$/;

/** The tag in the address of a file or folder with Karpenter's CRDs on GitHub; undefined for every other text. */
export const crdVersionIn = (url: Value | undefined): string | undefined => {
  if (typeof url === 'string' && url.length < 500)
    return (
      /githubusercontent\.com\/aws\/karpenter(?:-provider-aws)?\/(?:refs\/tags\/)?(v?\d[\w.-]*)\/pkg\/apis\/crds\//.exec(
        url,
      )?.[1] ??
      /github\.com\/aws\/karpenter(?:-provider-aws)?(?:\.git)?\/\/?pkg\/apis\/crds\/?\?(?:[^#]*&)?ref=(v?\d[\w.-]*)/.exec(
        url,
      )?.[1]
    );

  return undefined;
};

/** Addresses of charts, images and source code of Karpenter for other clouds. */
const otherProviders =
  /mcr\.microsoft\.com\/|cloudpilot|karpenter-provider-(?!aws\b)[a-z]|\bkarpenter-(?:azure|gcp|gke|alibaba|oci|ibm|proxmox|hetzner|linode|exoscale|clusterapi|cluster-api)\b|\b(?:azure|oracle|alibaba|proxmox|hetzner)[\w-]*\/karpenter\b/i;

/** Whether an address is that of a Karpenter for another cloud. It has its own versions, which say nothing about Karpenter's APIs. */
export const isOfOtherProvider = (address: string): boolean => otherProviders.test(address);

/** The reference for a chart; none if it is not one of Karpenter's. */
function ofChart(name: string, version: Value | undefined, path: Path): VersionReference[] {
  const match = chartName.exec(name);
  if (match && !isOfOtherProvider(name)) return [{ version, path, ...(match[1] !== undefined && { isOfCrds: true }) }];

  return [];
}

const listAt = (value: Value | undefined, ...path: string[]): readonly Value[] => {
  const list = at(value, ...path);
  if (Array.isArray(list)) return list;
  return [];
};

/** The version of a source of an Argo CD Application: a chart of a Helm repository, or one in a registry or in Git. */
export function argoReferences(source: Value | undefined, path: Path): VersionReference[] {
  const version = at(source, 'targetRevision');
  const here = [...path, 'targetRevision'];
  const [chart, repository] = [textAt(source, 'chart'), textAt(source, 'repoURL')];

  if (chart !== '') {
    if (isOfOtherProvider(repository)) return [];
    return ofChart(chart, version, here);
  }
  if (!sourceCode.test(repository)) {
    if (registry.test(repository)) return ofChart(repository, version, here);
    return [];
  }

  const isOfCrds = crdFolder.test(textAt(source, 'path'));
  return [{ version, path: here, ...(isOfCrds && { isOfCrds }) }];
}

const chartVersion: Path = ['spec', 'chart', 'spec', 'version'];

/** References to a chart that a named object of Flux gets. */
const from = (repository: string, references: readonly VersionReference[]): VersionReference[] =>
  references.map((reference) => {
    if (repository === '') return reference;
    return { ...reference, repository };
  });

/** Kind → the versions that an object of Flux, eksctl or kustomize names. */
const byKind: Readonly<Record<string, (value: Value) => VersionReference[]>> = {
  HelmRelease: (value) => {
    const version = at(value, 'spec', 'chart', 'spec', 'version');
    const references = ofChart(textAt(value, 'spec', 'chart', 'spec', 'chart'), version, chartVersion);
    const repository = textAt(value, 'spec', 'chart', 'spec', 'sourceRef', 'name');
    if (references.length === 0 || version !== undefined) return from(repository, references);

    // Whoever leaves the version to the chart may still pin the image.
    return from(repository, imageTagReferences(at(value, 'spec', 'values'), ['spec', 'values']));
  },
  HelmChart: (value) => {
    if (isOfOtherProvider(textAt(value, 'spec', 'repo'))) return [];

    return from(
      textAt(value, 'spec', 'sourceRef', 'name'),
      ofChart(textAt(value, 'spec', 'chart'), at(value, 'spec', 'version'), ['spec', 'version']),
    );
  },
  OCIRepository: (value) => {
    const key = at(value, 'spec', 'ref', 'tag') === undefined ? 'semver' : 'tag';
    return ofChart(textAt(value, 'spec', 'url'), at(value, 'spec', 'ref', key), ['spec', 'ref', key]);
  },
  // Flux usually gets the chart from a registry, and only CRDs from the source code.
  GitRepository: (value) => {
    const key =
      ['tag', 'semver', 'name', 'branch'].find((field) => at(value, 'spec', 'ref', field) !== undefined) ?? 'tag';
    if (sourceCode.test(textAt(value, 'spec', 'url')))
      return [{ version: at(value, 'spec', 'ref', key), path: ['spec', 'ref', key], isOfCrds: true }];

    return [];
  },
  // Crossplane's provider for Helm.
  Release: (value) => {
    const chart = ['spec', 'forProvider', 'chart'];
    const name = textAt(value, ...chart, 'name') || textAt(value, ...chart, 'url');
    if (isOfOtherProvider(textAt(value, ...chart, 'repository'))) return [];
    return ofChart(name, at(value, ...chart, 'version'), [...chart, 'version']);
  },
  ClusterConfig: (value) => [{ version: at(value, 'karpenter', 'version'), path: ['karpenter', 'version'] }],
};

/** The image of the controller, whatever registry it is in. */
const controllerImage = /(?:^|\/)karpenter(?:[/-]controller)?$/;

/** The charts and images of a kustomization. */
const inKustomization = (value: Value): VersionReference[] => [
  ...listAt(value, 'helmCharts').flatMap((chart, i) => {
    if (isOfOtherProvider(textAt(chart, 'repo'))) return [];
    return ofChart(textAt(chart, 'name'), at(chart, 'version'), ['helmCharts', i, 'version']);
  }),
  ...listAt(value, 'images').flatMap((image, i) => {
    if (
      controllerImage.test(textAt(image, 'name')) &&
      ![textAt(image, 'name'), textAt(image, 'newName')].some(isOfOtherProvider)
    )
      return [{ version: at(image, 'newTag'), path: ['images', i, 'newTag'] }];

    return [];
  }),
];

/** The dependencies of a chart, and the chart itself if it is a copy of Karpenter's. */
function inChart(value: Value): VersionReference[] {
  const addresses = [textAt(value, 'home'), ...listAt(value, 'sources').map(String)];
  const isCopy =
    chartName.test(textAt(value, 'name')) &&
    addresses.some((address) => /karpenter/.test(address)) &&
    !addresses.some(isOfOtherProvider);

  return [
    ...listAt(value, 'dependencies').flatMap((item, i) => {
      if (isOfOtherProvider(textAt(item, 'repository'))) return [];
      return ofChart(textAt(item, 'name'), at(item, 'version'), ['dependencies', i, 'version']);
    }),
    ...(isCopy ? ofChart(textAt(value, 'name'), at(value, 'appVersion'), ['appVersion']) : []),
  ];
}

const inHelmfile = (value: Value): VersionReference[] =>
  listAt(value, 'releases').flatMap((release, i) =>
    ofChart(textAt(release, 'chart'), at(release, 'version'), ['releases', i, 'version']),
  );

/** The tag of the controller's image in values of Karpenter's chart. */
export function imageTagReferences(values: Value | undefined, path: Path): VersionReference[] {
  const [repository, version] = [
    textAt(values, 'controller', 'image', 'repository'),
    at(values, 'controller', 'image', 'tag'),
  ];
  const isKarpenters = repository === '' || (/karpenter/.test(repository) && !isOfOtherProvider(repository));
  if (isKarpenters) return [{ version, path: [...path, 'controller', 'image', 'tag'] }];
  return [];
}

/** The places of a document that name a version of Karpenter, except for Argo CD's and those in values of the chart. */
export function versionReferences(value: Value): VersionReference[] {
  const kind = textAt(value, 'kind');
  if (kind === 'Kustomization') return inKustomization(value);
  if (kind !== '') {
    if (Object.hasOwn(byKind, kind)) return byKind[kind]!(value);
    return [];
  }
  return [...inKustomization(value), ...inChart(value), ...inHelmfile(value)];
}
