import { groupBy } from '../../group-by.ts';
import { corrected, terraform } from '../example.ts';
import type { HelmRelease } from '../fields/helm-releases.ts';
import { helmReleasesOf, knownTextAt } from '../fields/helm-releases.ts';
import { whyRelated } from '../fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { fluxRelease, together } from '../scenes.ts';

export const chartCrdsRule = defineRule({
  id: 'chart-crds',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Karpenter installation',
  mistakes: [85],
  on: {
    Manifests(all, context) {
      const clusters = groupBy(helmReleasesOf(all), ({ manifest }) => context.clusterOf(manifest));
      for (const releases of clusters.values()) judge(releases, context);
    },
  },
  docs: {
    summary: 'Karpenter and its CRDs have different versions.',
    why: 'The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported only when the charts `karpenter` and `karpenter-crd` belong to the same cluster, also in different folders.',
    help: 'Use the same version for both charts, and upgrade the CRDs first.',
    url: 'https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades',
  },
  examples,
});

const versionOf = ({ manifest, version }: HelmRelease): string | undefined => {
  const text = version && knownTextAt(manifest, version)?.replace(/^v/, '');
  // A range may resolve to the same version.
  return text !== undefined && /^\d+\.\d+\.\d+$/.test(text) ? text : undefined;
};

/** Several releases of one chart are for several clusters. Which releases belong together is unknown then. */
function judge(releases: readonly HelmRelease[], context: RuleContext): void {
  const of = (chart: HelmRelease['chart']) => releases.filter((release) => release.chart === chart && release.version);
  const [crds, ...otherCrds] = of('karpenter-crd');
  const [controller, ...others] = of('karpenter');
  if (!crds || !controller || otherCrds.length > 0 || others.length > 0) return;
  const [crdVersion, version] = [versionOf(crds), versionOf(controller)];
  if (crdVersion === undefined || version === undefined || crdVersion === version) return;
  context.report({
    manifest: crds.manifest,
    at: crds.manifest.span(crds.version!),
    message: `The CRDs have version ${crdVersion}, but the controller has version ${version}`,
    help: `Set the version of \`karpenter-crd\` to ${version}, or that of \`karpenter\` to ${crdVersion}.`,
    labels: [
      {
        span: controller.manifest.span(controller.version!),
        message: `version of the controller${whyRelated(crds.manifest, controller.manifest, context)}`,
      },
    ],
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
        resource "helm_release" "karpenter_crd" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter-crd"
          version    = "1.6.2"
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"
          version    = "1.11.1"
        }
      `,
        { '1.6.2': '1.11.1' },
        { '1.11.1': '1.6.2' },
      ),
      corrected(
        together(fluxRelease('karpenter-crd', { version: '1.6.2' }), fluxRelease('karpenter', { version: '1.7.1' })),
        { '1.6.2': '1.7.1' },
        { '1.7.1': '1.6.2' },
      ),
    ],
    good: [
      terraform`
        locals {
          version = "1.11.1"
        }

        resource "helm_release" "karpenter_crd" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter-crd"
          version    = local.version
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"
          version    = local.version
        }
      `,
    ],
  };
}
