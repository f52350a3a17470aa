import { compareMinors } from '../../karpenter/api/versions.ts';
import {
  type HelmRelease,
  helmReleasesIn,
  helmReleasesOf,
  knownTextAt,
} from '../../karpenter/installation/helm-releases.ts';
import { replaceValue } from '../../manifest/edit.ts';
import { pinnedMinor } from '../../manifest/hints/hint.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples, type RuleFinding } from '../../rules/lint/rule.ts';
import { registryOf } from '../fields/chart-values.ts';

export const chartVersionRule = defineRule({
  id: 'chart-version',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [],
  on: {
    Manifests(all, context) {
      for (const release of helmReleasesOf(all)) judge(release, context);
    },
  },
  docs: {
    summary: 'The version of Karpenter’s chart does not exist where it is installed from, or is not one version.',
    why: 'Since 0.35, the versions of Karpenter’s charts have no `v` in front, and the repository charts.karpenter.sh ends with 0.16. Argo CD and Terraform ask the registry for exactly the text, and find nothing. Flux compares versions and accepts the `v`. A range over several minors, or `latest`, lets a sync upgrade Karpenter without a review, also over versions that need steps in between.',
    help: 'Name one version that exists, such as `1.9.0`.',
    url: 'https://karpenter.sh/docs/upgrading/upgrade-guide/',
  },
  examples,
});

/** The first chart without the `v`, and the first one that only the registry has. */
const [firstWithoutV, firstInRegistry] = ['0.35', '0.17'];
/** Versions of several minors, or whichever is the newest. */
const moving = /^(?:latest|[*x])$|[\^>|]|^v?\d+(?:\.[x*].*)?$/i;

function judge(release: HelmRelease, context: RuleContext): void {
  const { manifest, chart, version: path } = release;
  const version = path && knownTextAt(manifest, path);
  if (!path || version === undefined) return;

  if (moving.test(version.trim())) {
    judgeMoving({ manifest, path, version, chart }, context);
    return;
  }

  const fault = missingVersion(release, version);
  if (fault) context.report({ manifest, at: manifest.span(path), ...fault });
}

/** Whether an object asks a registry for a version of Karpenter's chart that the registry does not have, so that it installs nothing. */
export const installsNoChart = (manifest: Manifest): boolean =>
  helmReleasesIn(manifest).some((release) => {
    const version = release.version && knownTextAt(manifest, release.version);
    return version !== undefined && missingVersion(release, version) !== undefined;
  });

/** Why the registry does not have a version. */
function missingVersion(
  release: HelmRelease,
  version: string,
): Pick<RuleFinding, 'message' | 'help' | 'fix'> | undefined {
  const { manifest, chart, version: path } = release;
  const minor = pinnedMinor(version);
  if (minor === undefined || !isTakenLiterally(manifest)) return undefined;

  const registry = registryOf(release) ?? '';
  if (/charts\.karpenter\.sh/.test(registry) && compareMinors(minor, firstInRegistry) >= 0)
    return {
      message: `The repository \`charts.karpenter.sh\` ends with 0.16, so it has no version \`${version}\` of \`${chart}\`, and the installation fails`,
      help: 'Use the registry `oci://public.ecr.aws/karpenter`.',
    };

  const isOfRegistry = /public\.ecr\.aws\/karpenter/.test(registry);
  if (!isOfRegistry || !/^v\d/.test(version) || compareMinors(minor, firstWithoutV) < 0) return undefined;

  const written = version.slice(1);
  return {
    message: `The chart \`${chart}\` has no version \`${version}\`: since 0.35, its versions have no \`v\` in front, so the installation fails`,
    help: `Set \`${written}\`.`,
    fix: { description: `Replace with \`${written}\``, edits: replaceValue(manifest, path!, written) },
  };
}

/** Whether a tool asks the registry for a version as it is written. Flux looks for versions that satisfy it. */
const isTakenLiterally = ({ kind, source }: Manifest): boolean =>
  kind === 'Application' || (kind === 'HelmRelease' && source.origin?.tool === 'terraform');

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
