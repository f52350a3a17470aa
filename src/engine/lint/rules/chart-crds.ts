import { groupBy } from '../../group-by.ts';
import { terraform } from '../example.ts';
import type { HelmRelease } from '../fields/helm-releases.ts';
import { helmReleasesOf, knownTextAt, placeOf } from '../fields/helm-releases.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { fluxRelease, together } from '../scenes.ts';

export const chartCrdsRule = defineRule({
  id: 'chart-crds',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Karpenter itself',
  mistakes: [85],
  on: {
    Manifests(all, context) {
      const places = groupBy(helmReleasesOf(all), ({ manifest }) => placeOf(manifest));
      for (const releases of places.values()) judge(releases, context);
    },
  },
  docs: {
    summary: 'Karpenter and its CRDs are installed in different versions.',
    why: 'The API server drops fields that its CRDs do not know. With CRDs older than the controller, new fields of NodePools and EC2NodeClasses are gone without a word; with newer ones the controller meets fields that it does not know. The charts `karpenter` and `karpenter-crd` are looked at where they stand in one root of Terraform or one folder.',
    help: 'Keep both charts at one version, and raise that of the CRDs first.',
    url: 'https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades',
  },
  examples,
});

const versionOf = ({ manifest, version }: HelmRelease): string | undefined => {
  const text = version && knownTextAt(manifest, version)?.replace(/^v/, '');
  // A range may come to the same version.
  return text !== undefined && /^\d+\.\d+\.\d+$/.test(text) ? text : undefined;
};

/** Several of one chart in a place are several clusters, and nobody knows which belong together. */
function judge(releases: readonly HelmRelease[], { report }: RuleContext): void {
  const of = (chart: HelmRelease['chart']) => releases.filter((release) => release.chart === chart && release.version);
  const [crds, ...otherCrds] = of('karpenter-crd');
  const [controller, ...others] = of('karpenter');
  if (!crds || !controller || otherCrds.length > 0 || others.length > 0) return;
  const [crdVersion, version] = [versionOf(crds), versionOf(controller)];
  if (crdVersion === undefined || version === undefined || crdVersion === version) return;
  report({
    manifest: crds.manifest,
    at: crds.manifest.span(crds.version!),
    message: `The CRDs are those of ${crdVersion}, the controller is ${version}`,
    help: `Install \`karpenter-crd\` in version ${version} too.`,
    labels: [{ span: controller.manifest.span(controller.version!), message: 'the controller' }],
  });
}

function examples(): RuleExamples {
  return {
    bad: [
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
      together(fluxRelease('karpenter-crd', { version: '1.6.2' }), fluxRelease('karpenter', { version: '1.7.1' })),
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
