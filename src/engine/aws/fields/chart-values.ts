import { compareMinors } from '../../karpenter/api/versions.ts';
import { type HelmRelease, helmReleasesIn, knownTextAt } from '../../karpenter/installation/helm-releases.ts';
import { pinnedMinor } from '../../manifest/hints/hint.ts';
import { isOfOtherProvider } from '../../manifest/hints/version-references.ts';
import { isObject, type Manifest, type Path, type Value, valueAt } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

/** A key that some versions of a chart read. */
interface ChartKey {
  /** Its path, joined by dots. Everything below it is read, too. */
  readonly path: string;
  /** The minor versions that read it. */
  readonly since: string;
  readonly until: string;
}

const [oldest, newest] = ['0.32', '1.14'];

/**
 * The keys that the templates and the values of Karpenter’s charts read, with the first and the last minor that does.
 * Source: charts/karpenter and charts/karpenter-crd at the last release of each minor from v0.32.10 to v1.14.1.
 */
const rows: Readonly<Record<'karpenter' | 'karpenter-crd', string>> = {
  karpenter: `
    additionalAnnotations additionalClusterRoleRules additionalLabels affinity dnsConfig dnsPolicy extraVolumes fullnameOverride
    hostNetwork imagePullPolicy imagePullSecrets logLevel nameOverride nodeSelector podAnnotations podLabels priorityClassName replicas
    revisionHistoryLimit strategy terminationGracePeriodSeconds tolerations topologySpreadConstraints
    controller.env controller.envFrom controller.extraVolumeMounts controller.healthProbe.port controller.image.digest
    controller.image.repository controller.image.tag controller.metrics.port controller.resources controller.sidecarContainer
    controller.sidecarVolumeMounts
    podDisruptionBudget.maxUnavailable podDisruptionBudget.name
    serviceAccount.annotations serviceAccount.create serviceAccount.name
    serviceMonitor.additionalLabels serviceMonitor.enabled serviceMonitor.endpointConfig
    settings.batchIdleDuration settings.batchMaxDuration settings.clusterCABundle settings.clusterEndpoint settings.clusterName
    settings.interruptionQueue settings.isolatedVPC settings.reservedENIs settings.vmMemoryOverheadPercent
    controller.errorOutputPaths:-0.32 controller.logLevel:-0.32 controller.outputPaths:-0.32 logEncoding:-0.32 webhook.logLevel:-0.32
    settings.aws:-0.32 settings.featureGates.driftEnabled:-0.32
    logConfig:-0.37 settings.assumeRoleARN:-0.37 settings.assumeRoleDuration:-0.37 settings.featureGates.drift:-0.37
    webhook.enabled:-1.0 webhook.metrics.port:-1.0 webhook.port:-1.0
    podSecurityContext:0.34- settings.featureGates.spotToSpotConsolidation:0.34-
    logErrorOutputPaths:1.0- logOutputPaths:1.0-
    controller.containerName:1.1- schedulerName:1.1- service.annotations:1.1- settings.eksControlPlane:1.1-
    settings.featureGates.nodeRepair:1.1-
    settings.featureGates.reservedCapacity:1.3-
    initContainers:1.4- settings.preferencePolicy:1.4-
    controller.securityContext:1.5- serviceMonitor.metricRelabelings:1.5- serviceMonitor.relabelings:1.5-
    settings.disableDryRun:1.6- settings.minValuesPolicy:1.6-
    settings.featureGates.nodeOverlay:1.7-
    settings.disableClusterStateObservability:1.8- settings.featureGates.staticCapacity:1.8- settings.ignoreDRARequests:1.8-
    serviceMonitor.sampleLimit:1.9-
    settings.enableZonalShift:1.12-
    settings.amiRefreshInterval:1.13- settings.subnetRefreshInterval:1.13-
    settings.featureGates.capacityBuffer:1.14-`,
  'karpenter-crd': `
    additionalAnnotations:1.2-
    webhook.enabled:0.33-1.0 webhook.port:0.33-1.0 webhook.serviceName:0.33-1.0 webhook.serviceNamespace:0.33-1.0`,
};

const keysIn = (text: string): readonly ChartKey[] => text.trim().split(/\s+/).map(keyOf);
const tables = { karpenter: keysIn(rows.karpenter), 'karpenter-crd': keysIn(rows['karpenter-crd']) };

function keyOf(row: string): ChartKey {
  const [path = '', range = ''] = row.split(':');
  const [since, until] = range.split('-');
  return { path, since: since || oldest, until: until || newest };
}

/** Values of a chart by the keys that its version reads. */
export class ChartValues {
  readonly #all: readonly ChartKey[];
  readonly #minor: string | undefined;

  /** `minor` is undefined if the version is unknown, and then everything is read that any version reads. */
  constructor(chart: keyof typeof rows, minor: string | undefined) {
    this.#all = tables[chart];
    this.#minor = minor;
  }

  /** Whether the version is older than all whose keys are known. */
  get isTooOld(): boolean {
    return this.#minor !== undefined && compareMinors(this.#minor, oldest) < 0;
  }

  /** Whether all keys of the version are known. */
  get isComplete(): boolean {
    return this.#isWithin(oldest, newest);
  }

  #isWithin(since: string, until: string): boolean {
    const minor = this.#minor;
    return minor !== undefined && compareMinors(minor, since) >= 0 && compareMinors(minor, until) <= 0;
  }

  /** Keys of the newest version are also those of later ones. */
  #reads({ since, until }: ChartKey): boolean {
    const minor = this.#minor;
    if (minor === undefined) return true;
    return compareMinors(minor, since) >= 0 && (until === newest || compareMinors(minor, until) <= 0);
  }

  /** The paths that the version reads. */
  get paths(): readonly string[] {
    return this.#all.filter((key) => this.#reads(key)).map(({ path }) => path);
  }

  /** The versions that read a path which this one does not read, the newest of them; undefined if none does. */
  readElsewhere(
    path: string,
  ): { readonly since: string; readonly until: string; readonly isOver: boolean } | undefined {
    const minor = this.#minor;
    const [key] = this.#all
      .filter((key) => areAbove(path, key.path) && !this.#reads(key))
      .sort((a, b) => compareMinors(b.until, a.until));
    if (key && minor !== undefined) return { ...key, isOver: compareMinors(minor, key.until) > 0 };
    return undefined;
  }

  /** The paths of values that the version does not read, without those below them. Keys with placeholders may be any. */
  unread(values: Value | undefined): readonly Path[] {
    const read = this.paths;
    const unread: Path[] = [];

    const visit = (value: Value | undefined, path: Path): void => {
      if (!isObject(value)) return;
      for (const key of Object.keys(value)) {
        const inner = [...path, key];
        const name = inner.join('.');

        if (hasPlaceholder(key) || read.includes(name)) continue;
        if (read.some((path) => path.startsWith(`${name}.`))) visit(valueAt(value, [key]), inner);
        else unread.push(inner);
      }
    };

    visit(values, []);

    return unread;
  }
}

/** Whether one of two paths is the other, or above it. */
const areAbove = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

/** The registry of Karpenter's charts, and the repository that it replaced. */
export const publicRegistry = /public\.ecr\.aws\/karpenter|charts\.karpenter\.sh/;

/** Where an object has the address of the chart's registry itself. */
export function registryPathOf({ manifest, values }: HelmRelease): Path | undefined {
  const source = values.slice(0, values[1] === 'source' ? 2 : 3);
  const paths: readonly Path[] = [['repo'], ['spec', 'chart', 'spec', 'repository'], [...source, 'repoURL']];
  return paths.find((path) => knownTextAt(manifest, path) !== undefined);
}

/** The address of the chart's registry, if the object has it itself. */
export function registryOf(release: HelmRelease): string | undefined {
  const path = registryPathOf(release);
  return path && knownTextAt(release.manifest, path);
}

/**
 * Whether a path of a release of Karpenter’s chart is a value that no template of its version reads. False if the
 * version or the chart is unknown.
 */
export function isUnreadValue(manifest: Manifest, path: Path): boolean {
  const release = helmReleasesIn(manifest).find(({ values }) => values.every((step, i) => path[i] === step));
  if (release === undefined || path.length <= release.values.length) return false;

  const { chart, version, values } = release;
  const registry = registryOf(release) ?? '';
  const readValues = new ChartValues(chart, pinnedMinor((version && knownTextAt(manifest, version)) ?? ''));
  if (!readValues.isComplete || isOfOtherProvider(registry)) return false;

  const inner = path.slice(values.length);
  const isUnread = readValues.unread(manifest.get(values)).some((above) => above.every((step, i) => inner[i] === step));
  // Another chart of this name may read what none of Karpenter’s charts ever did.
  return isUnread && (publicRegistry.test(registry) || readValues.readElsewhere(inner.join('.')) !== undefined);
}
