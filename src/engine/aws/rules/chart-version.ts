import { compareMinors } from '../../karpenter/api/versions.ts';
import {
  type ChartVersion,
  chartVersionsOf,
  type HelmRelease,
  helmReleasesIn,
  helmReleasesOf,
  knownTextAt,
} from '../../karpenter/installation/helm-releases.ts';
import { replaceValue } from '../../manifest/edit.ts';
import { pinnedMinor } from '../../manifest/hints/hint.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples, type RuleFinding } from '../../rules/lint/rule.ts';
import { registryOf, registryPathOf } from '../fields/chart-values.ts';

export const chartVersionRule = defineRule({
  id: 'chart-version',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const release of helmReleasesOf(all)) judge(release, all.manifests, context);
      for (const version of chartVersionsOf(all)) if (isOci(version)) judgeOci(version, context);
    },
  },
  docs: {
    summary: 'The version of Karpenter’s chart does not exist where it is installed from, or is not one version.',
    why: 'Since 0.35, the versions of Karpenter’s charts have no `v` in front, and the repository charts.karpenter.sh ends with 0.16. Argo CD, Terraform and Flux ask a registry for exactly the text, and find nothing. Only in repositories with an index, Flux compares versions. All of them append the name of the chart to the address of the registry. A range over several minors, or `latest`, lets a sync upgrade Karpenter without a review, also over versions that need steps in between.',
    help: 'Name one version that exists, such as `1.9.0`.',
    url: 'https://karpenter.sh/docs/upgrading/upgrade-guide/',
  },
  examples,
});

/** The first chart without the `v`, and the first one that only the registry has. */
const [firstWithoutV, firstInRegistry] = ['0.35', '0.17'];
/** Versions of several minors, or whichever is the newest. */
const moving = /^(?:latest|[*x])$|[\^>|]|^v?\d+(?:\.[x*].*)?$/i;

function judge(release: HelmRelease, all: readonly Manifest[], context: RuleContext): void {
  const { manifest, chart, version: path } = release;
  const version = path && knownTextAt(manifest, path);
  if (!path || version === undefined) return;

  const otherPlace = missingPlace(release, all);
  if (otherPlace) context.report(otherPlace);

  if (moving.test(version.trim())) {
    judgeMoving({ manifest, path, version, chart }, context);
    return;
  }

  const fault = missingVersion(release, all, version);
  if (fault) context.report({ manifest, at: manifest.span(path), ...fault });
}

/** Whether an object asks a registry for a version of Karpenter's chart that the registry does not have, so that it installs nothing. */
export const installsNoChart = (manifest: Manifest, all: readonly Manifest[]): boolean =>
  helmReleasesIn(manifest).some((release) => {
    const version = release.version && knownTextAt(manifest, release.version);
    return version !== undefined && (missingPlace(release, all) ?? missingVersion(release, all, version)) !== undefined;
  }) ||
  chartVersionsOf({ manifests: all }).some(
    (version) => version.manifest === manifest && isOci(version) && missingTag(version) !== undefined,
  );

type Fault = Pick<RuleFinding, 'message' | 'help' | 'fix'>;

/** Why the registry does not have a version. */
function missingVersion(release: HelmRelease, all: readonly Manifest[], version: string): Fault | undefined {
  const { manifest, chart, version: path } = release;
  const registry = registryOf(release) ?? addressOf(repositoriesOf(release, all)) ?? '';
  const minor = pinnedMinor(version);
  if (minor === undefined) return undefined;

  if (/charts\.karpenter\.sh/.test(registry) && compareMinors(minor, firstInRegistry) >= 0)
    return {
      message: `The repository \`charts.karpenter.sh\` ends with 0.16, so it has no version \`${version}\` of \`${chart}\`, and the installation fails`,
      help: 'Use the registry `oci://public.ecr.aws/karpenter`.',
    };

  if (!isTakenLiterally(manifest, registry, version) || !isOfRegistry(registry)) return undefined;
  return withV(manifest, path!, chart);
}

const isOfRegistry = (address: string): boolean => /^(?:oci:\/\/)?public\.ecr\.aws\/karpenter(?:\/|$)/.test(address);

/** What is wrong with a version that has a `v` in front. */
function withV(manifest: Manifest, path: Path, chart: string): Fault | undefined {
  const version = knownTextAt(manifest, path) ?? '';
  const minor = pinnedMinor(version);
  if (!/^v\d/.test(version) || minor === undefined || compareMinors(minor, firstWithoutV) < 0) return undefined;

  const written = version.slice(1);
  return {
    message: `The chart \`${chart}\` has no version \`${version}\`: since 0.35, its versions have no \`v\` in front, so the installation fails`,
    help: `Set \`${written}\`.`,
    fix: { description: `Replace with \`${written}\``, edits: replaceValue(manifest, path, written) },
  };
}

/** The HelmRepositories in the files that may be the one of a HelmRelease of Flux. */
function repositoriesOf({ manifest }: HelmRelease, all: readonly Manifest[]): readonly Manifest[] {
  const reference = asMapping(manifest.get(['spec', 'chart', 'spec', 'sourceRef']));
  const name = asText(reference?.name);
  if (manifest.kind !== 'HelmRelease' || reference?.kind !== 'HelmRepository' || name === undefined) return [];
  const namespace = asText(reference.namespace) ?? manifest.namespace;
  return all.filter((other) => other.kind === 'HelmRepository' && other.name === name && other.namespace === namespace);
}

/** The address of a HelmRepository; undefined if several clusters have different ones. */
function addressOf(repositories: readonly Manifest[]): string | undefined {
  const urls = new Set(repositories.map((repository) => knownTextAt(repository, ['spec', 'url'])));
  const [url] = urls;
  if (urls.size === 1) return url;
  return undefined;
}

/**
 * Why the public registry has no chart at an address to which a tool appends the name of the chart.
 * Sources: fluxcd/source-controller internal/helm/repository/oci_chart_repository.go; argo-cd util/helm/client.go.
 */
function missingPlace(release: HelmRelease, all: readonly Manifest[]): RuleFinding | undefined {
  const { manifest, chart } = release;
  const path = registryPathOf(release);
  const [repository] = path ? [manifest] : repositoriesOf(release, all);
  const registry = path ? registryOf(release) : addressOf(repositoriesOf(release, all));
  const name = nameOfChart(release);
  if (!repository || registry === undefined || name === undefined || !isOfRegistry(registry)) return undefined;

  const asked = `${withoutScheme(registry)}/${name}`;
  if (asked === `public.ecr.aws/karpenter/${chart}`) return undefined;

  const address = registry.startsWith('oci://') ? 'oci://public.ecr.aws/karpenter' : 'public.ecr.aws/karpenter';
  const at = path ?? ['spec', 'url'];
  return {
    manifest: repository,
    at: repository.span(at),
    message: `The chart \`${chart}\` is not at \`${asked}\`, the address of the registry with the name of the chart, so the installation fails`,
    help: `Set \`${address}\` and the chart \`${chart}\`.`,
    ...(name === chart && {
      fix: { description: `Replace with \`${address}\``, edits: replaceValue(repository, at, address) },
    }),
  };
}

const withoutScheme = (address: string): string => address.replace(/^oci:\/\//, '').replace(/\/$/, '');

/** The name of a chart as it is written; undefined if it is an address itself. */
function nameOfChart({ manifest, version }: HelmRelease): string | undefined {
  const place = version?.slice(0, -1) ?? [];
  const name = knownTextAt(manifest, [...place, manifest.kind === 'KustomizeChart' ? 'name' : 'chart']);
  return name?.includes('://') ? undefined : name;
}

const isOci = ({ manifest }: ChartVersion): boolean => manifest.kind === 'OCIRepository';

function judgeOci(version: ChartVersion, { report }: RuleContext): void {
  const { manifest, path } = version;
  const fault = missingTag(version);
  if (fault) report({ manifest, at: manifest.span(path), ...fault });
}

/** Why the public registry does not have the tag of an OCIRepository. */
function missingTag({ manifest, chart, path }: ChartVersion): Fault | undefined {
  if (!isOfRegistry(knownTextAt(manifest, ['spec', 'url']) ?? '')) return undefined;
  return withV(manifest, path, chart);
}

/**
 * Whether a tool asks the registry for a version as it is written. Flux does if the registry has no index
 * (fluxcd/source-controller internal/helm/repository/oci_chart_repository.go).
 */
const isTakenLiterally = ({ kind, source }: Manifest, registry: string, version: string): boolean =>
  kind === 'Application' ||
  (kind === 'HelmRelease' && source.origin?.tool === 'terraform') ||
  (kind === 'HelmRelease' && registry.startsWith('oci://') && /^v?\d+\.\d+\.\d+$/.test(version));

interface Moving {
  readonly manifest: Manifest;
  readonly path: Path;
  readonly version: string;
  readonly chart: string;
}

function judgeMoving({ manifest, path, version, chart }: Moving, { report, base }: RuleContext): void {
  const isPinnedBefore = wasPinned(manifest, chart, base);
  const word = isPinnedBefore ? 'no longer' : 'not';

  report({
    manifest,
    severity: isPinnedBefore ? 'warning' : 'note',
    at: manifest.span(path),
    message: `\`${version}\` is ${word} one version of \`${chart}\`, so Karpenter is upgraded without a review, also over versions that need steps in between`,
    help: 'Name one version, such as the one that runs.',
  });
}

/** Whether the same file named one version of the chart before the change. */
function wasPinned({ source }: Manifest, chart: string, base: ManifestSet | null): boolean {
  const releases = base ? helmReleasesOf(base) : [];
  return releases.some((release) => {
    const version = release.version && knownTextAt(release.manifest, release.version);
    return (
      release.chart === chart && release.manifest.source.file === source.file && /^v?\d+\.\d+\.\d+/.test(version ?? '')
    );
  });
}

const application = (version: string) => yaml`
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata:
    name: karpenter
  spec:
    source:
      repoURL: public.ecr.aws/karpenter
      chart: karpenter
      targetRevision: ${version}
      helm:
        valuesObject:
          settings:
            clusterName: demo
            interruptionQueue: demo
`;

const installed = (repository: string) => terraform`
  resource "helm_release" "karpenter" {
    namespace  = "karpenter"
    repository = "${repository}"
    chart      = "karpenter"
    version    = "1.9.0"
    values = [yamlencode({
      settings = { clusterName = "demo", interruptionQueue = "demo" }
    })]
  }
`;

function examples(): RuleExamples {
  return {
    bad: [
      application('v1.9.0'),
      corrected(application('">=1.8"'), { '">=1.8"': '1.9.0' }),
      corrected(installed('https://charts.karpenter.sh'), {
        'https://charts.karpenter.sh': 'oci://public.ecr.aws/karpenter',
      }),
    ],
    good: [application('1.9.0'), installed('oci://public.ecr.aws/karpenter')],
  };
}
