import type { Source, Span } from '../../text/source.ts';
import { asMapping, type Mapping, type Path, type Value } from '../model/manifest.ts';
import { mayBeValues } from '../prefilter.ts';
import { hasPlaceholder } from '../yaml/placeholder.ts';
import { documentsOf } from './documents.ts';
import { generatedVersions } from './generator-values.ts';
import { type Hint, kubernetesMinor, pinnedMinor } from './hint.ts';
import {
  argoReferences,
  at,
  imageTagReferences,
  isOfOtherProvider,
  type VersionReference,
  versionReferences,
} from './version-references.ts';

/** The `settings` of Karpenter's Helm chart in the repository, by the chart's names. */
export interface HelmSettings {
  /** Only effective values. Values for which the chart uses the default of the binary are absent. */
  readonly settings: { readonly [key: string]: Value };
  readonly span: Span;
  /** The place of one setting, or of all settings if it is absent. */
  spanOf(name: string): Span;
}

/** The hints in YAML files about Karpenter's installation and its cluster. */
interface ChartHints {
  readonly hints: readonly Hint[];
  readonly settings: readonly HelmSettings[];
}

/** Names that only the `settings` of Karpenter's chart have. */
const settingNames = new Set([
  ...[
    'clusterName',
    'clusterEndpoint',
    'clusterCABundle',
    'interruptionQueue',
    'interruptionQueueName',
    'featureGates',
  ],
  ...['batchMaxDuration', 'batchIdleDuration', 'preferencePolicy', 'minValuesPolicy', 'vmMemoryOverheadPercent'],
  ...['reservedENIs', 'isolatedVPC', 'eksControlPlane', 'awsFeatureGates', 'aws'],
]);

const numbers = new Set(['vmMemoryOverheadPercent', 'reservedENIs']);

/**
 * The chart writes a setting only if Go's `with` considers it true (charts/karpenter/templates/deployment.yaml). So
 * `vmMemoryOverheadPercent: 0` means the default and `"0"` means 0. Feature gates are always written.
 */
function effectiveSettings(settings: Mapping): Mapping {
  const entries = Object.entries({ ...asMapping(settings.aws), ...settings }).flatMap(
    ([name, value]): [string, Value][] => {
      const isFalsy = value === null || value === false || value === 0 || value === '';
      if (name === 'aws' || isFalsy || hasPlaceholder(value)) return [];
      return [[name, numbers.has(name) && typeof value === 'string' && value.trim() !== '' ? Number(value) : value]];
    },
  );

  return Object.fromEntries(entries);
}

const clusterKinds = new Set(['ClusterConfig', 'Cluster', 'AWSManagedControlPlane']);

/** API group of a cluster → the path of its Kubernetes version. */
const versionPaths: ReadonlyMap<string, string[]> = new Map([
  ['eksctl.io', ['metadata', 'version']],
  ['kops.k8s.io', ['spec', 'kubernetesVersion']],
  ['eks.services.k8s.aws', ['spec', 'version']],
  ['eks.aws.upbound.io', ['spec', 'forProvider', 'version']],
  ['eks.aws.m.upbound.io', ['spec', 'forProvider', 'version']],
  ['controlplane.cluster.x-k8s.io', ['spec', 'version']],
]);

/** Whether a field names the Kubernetes version of a cluster that eksctl, kOps, ACK, Crossplane or Cluster API keeps. */
export const namesClusterVersion = (kind: string, apiVersion: string, path: Path): boolean =>
  clusterKinds.has(kind) && versionPaths.get(apiVersion.split('/')[0]!)?.join('.') === path.join('.');

/** Collects the hints in one YAML document. */
class Reading {
  readonly hints: Hint[] = [];
  readonly settings: HelmSettings[] = [];
  readonly #spanOf: (path: Path) => Span;

  constructor(spanOf: (path: Path) => Span) {
    this.#spanOf = spanOf;
  }

  #hint(topic: Hint['topic'], value: Value | undefined, path: Path): void {
    if (typeof value !== 'string' || value === '' || hasPlaceholder(value)) return;
    this.hints.push({ topic, value, span: this.#spanOf(path), isWeak: false });
  }

  versions(references: readonly VersionReference[]): void {
    for (const { version, path, isOfCrds, repository } of references) {
      if (typeof version !== 'string' || hasPlaceholder(version)) continue;

      const value = pinnedMinor(version);
      if (value === undefined) continue;

      const span = this.#spanOf(path);

      this.hints.push({
        topic: 'karpenterVersion',
        value,
        span,
        isWeak: false,
        ...(isOfCrds && { isOfCrds }),
        ...(repository !== undefined && { repository }),
      });
    }
  }

  /** Helm values, as a mapping or (in Argo CD) as a string. */
  values(value: Value | undefined, path: Path): void {
    if (typeof value === 'string') {
      const [inner] = documentsOf({ file: '', text: value });
      // Values inside of a string have the place of the string.
      const reading = new Reading(() => this.#spanOf(path));
      reading.values(asMapping(inner?.value), []);
      this.hints.push(...reading.hints);
      this.settings.push(...reading.settings);

      return;
    }

    const settings = asMapping(at(value, 'settings'));
    if (settings && Object.keys(settings).some((name) => settingNames.has(name))) {
      const span = this.#spanOf([...path, 'settings']);

      this.settings.push({
        settings: effectiveSettings(settings),
        span,
        spanOf: (name) => {
          const place = [[name], ['aws', name]].find((place) => at(settings, ...place) !== undefined);
          if (place) return this.#spanOf([...path, 'settings', ...place]);
          return span;
        },
      });

      const isOld = settings.clusterName === undefined;
      const name = isOld ? ['settings', 'aws', 'clusterName'] : ['settings', 'clusterName'];
      this.#hint('clusterName', at(value, ...name), [...path, ...name]);
      this.versions(imageTagReferences(value, path));
    }

    const wrapped = at(value, 'karpenter');
    if (wrapped === undefined || !asMapping(wrapped)) return;

    this.values(wrapped, [...path, 'karpenter']);
    // Values of a chart that makes an Application of Argo CD.
    const version = at(wrapped, 'targetRevision');
    const isKarpenters = !isOfOtherProvider(String(at(wrapped, 'repoURL') ?? ''));
    if (isKarpenters) this.versions([{ version, path: [...path, 'karpenter', 'targetRevision'] }]);
  }

  #argoSource(source: Value | undefined, path: Path): void {
    const references = argoReferences(source, path);
    if (references.length === 0) return;
    this.versions(references);
    const name = at(source, 'helm', 'valuesObject') === undefined ? 'values' : 'valuesObject';
    this.values(at(source, 'helm', name), [...path, 'helm', name]);
  }

  application(spec: Value | undefined, path: Path): void {
    this.#argoSource(at(spec, 'source'), [...path, 'source']);
    const sources = at(spec, 'sources');
    if (Array.isArray(sources))
      sources.forEach((item, i) => {
        this.#argoSource(item, [...path, 'sources', i]);
      });
  }

  /** The template of a set. Its generators may have the version that the template refers to. */
  applicationSet(value: Value): void {
    const path = ['spec', 'template', 'spec'];
    this.application(at(value, ...path), path);
    this.versions(generatedVersions(value));
  }

  helmRelease(value: Value): void {
    const name = at(value, 'spec', 'chart', 'spec', 'chart') ?? at(value, 'spec', 'chartRef', 'name');
    if (typeof name === 'string' && /(?:^|\/)karpenter$/.test(name))
      this.values(at(value, 'spec', 'values'), ['spec', 'values']);
  }

  /** Values of Karpenter's chart, from which a HelmRelease takes them (`valuesFrom`). */
  configMap(value: Value): void {
    for (const [key, text] of Object.entries(asMapping(at(value, 'data')) ?? {}))
      if (typeof text === 'string' && mayBeValues(text)) this.values(text, ['data', key]);
  }

  /** The Kubernetes version of a cluster, by eksctl, kOps, ACK, Crossplane or Cluster API. */
  cluster(value: Value): void {
    const group = String(at(value, 'apiVersion')).split('/')[0]!;
    const path = versionPaths.get(group);
    const version = path && at(value, ...path);
    if (typeof version === 'string') this.#hint('kubernetesVersion', kubernetesMinor(version), path!);
  }

  read(value: Value): void {
    const kind = at(value, 'kind');
    this.versions(versionReferences(value));

    if (clusterKinds.has(String(kind))) this.cluster(value);
    else if (kind === 'Application') this.application(at(value, 'spec'), ['spec']);
    else if (kind === 'ApplicationSet') this.applicationSet(value);
    else if (kind === 'HelmRelease') this.helmRelease(value);
    else if (kind === 'ConfigMap') this.configMap(value);
    else if (kind === undefined) this.values(value, []);
  }
}

/** Longer files are dumps or lock files, not Helm values. */
const maxLength = 1024 * 1024;

/** Words of which every document has one that names Karpenter's settings or version, or that defines a cluster. */
const namesInstallation =
  /\b(?:settings|chart|dependencies|appVersion|helmCharts|newTag|(?:OCI|Git)Repository|targetRevision|ClusterConfig|Cluster|AWSManagedControlPlane)\b/;

const cache = new WeakMap<Source, ChartHints>();

/**
 * Hints about Karpenter's installation in a chart, Helm values, an Argo CD Application or a Flux HelmRelease, and about a cluster in its
 * definition. They are kept, because each environment asks for those of the files that it sees.
 */
export function chartHints(source: Source): ChartHints {
  const hints = cache.get(source) ?? readHints(source);
  cache.set(source, hints);
  return hints;
}

function readHints(source: Source): ChartHints {
  const hints: Hint[] = [];
  const settings: HelmSettings[] = [];
  if (source.text.length > maxLength) return { hints, settings };
  if (!namesInstallation.test(source.text)) return { hints, settings };

  for (const { value, spanOf } of documentsOf(source, namesInstallation)) {
    const reading = new Reading(spanOf);
    reading.read(value);
    hints.push(...reading.hints);
    settings.push(...reading.settings);
  }

  return { hints, settings };
}
