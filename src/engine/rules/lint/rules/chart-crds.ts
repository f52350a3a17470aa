import { chartVersionsOf, knownTextAt } from '../../../karpenter/installation/helm-releases.ts';
import { type InstalledCrds, installedCrds } from '../../../karpenter/installation/installed-crds.ts';
import { groupBy } from '../../../text/group-by.ts';
import { corrected, type Example, terraform, yaml } from '../example.ts';
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
      const clusters = groupBy(installedCrds(all), ({ manifest }) => context.clusterOf(manifest));
      for (const crds of clusters.values()) judge(crds, context);
    },
  },
  docs: {
    summary: 'Karpenter and its CRDs have different versions.',
    why: 'The API server drops fields that the CRDs do not have. If the CRDs are older than the controller, the API server silently drops new fields of NodePools and EC2NodeClasses. If they are newer, the controller gets fields that it does not know. Reported when the files of one cluster install both, also in different folders: the chart `karpenter`, and either the chart `karpenter-crd` or the CRDs at a tag of Karpenter’s source code.',
    help: 'Use the same version for both, and upgrade the CRDs first.',
    url: 'https://karpenter.sh/docs/upgrading/upgrade-guide/#crd-upgrades',
  },
  examples,
});

/** The version without its `v`; undefined for a range, which may resolve to the same version. */
const exact = (text: string | undefined): string | undefined => /^v?(\d+\.\d+\.\d+)$/.exec(text ?? '')?.[1];

/** Several releases of one chart, or CRDs of several versions, are for several clusters. Which of them belong together is unknown then. */
function judge(crds: readonly InstalledCrds[], context: RuleContext): void {
  const [first] = crds;
  const [controller, ...others] = chartVersionsOf(context.all).filter(
    ({ manifest, chart }) =>
      chart === 'karpenter' && context.clusterOf(manifest) === context.clusterOf(first!.manifest),
  );

  if (!controller || others.length > 0 || crds.filter(({ isChart }) => isChart).length > 1) return;

  const versions = new Set(crds.map(({ version }) => exact(version)));
  const [crdVersion] = versions;
  const version = exact(knownTextAt(controller.manifest, controller.path));
  if (crdVersion === undefined || versions.size > 1 || version === undefined || crdVersion === version) return;

  const { manifest, path, isChart } = first!;

  const help = () => {
    if (isChart)
      return `Set the version of \`karpenter-crd\` to ${version}, or that of \`karpenter\` to ${crdVersion}.`;
    return `Take the CRDs of version ${version}, or set the version of \`karpenter\` to ${crdVersion}.`;
  };

  context.report({
    manifest,
    at: manifest.span(path),
    message: `The CRDs have version ${crdVersion}, but the controller has version ${version}`,
    help: help(),
    labels: [
      {
        span: controller.manifest.span(controller.path),
        message: `version of the controller${whyRelated(manifest, controller.manifest, context)}`,
      },
    ],
  });
}

const ociRelease = (chart: string, ref: string, repository = chart): Example => yaml`
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: OCIRepository
  metadata:
    name: ${repository}
    namespace: karpenter
  spec:
    url: oci://public.ecr.aws/karpenter/${chart}
    ref: {${ref}}
  ---
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata:
    name: ${chart}
    namespace: karpenter
  spec:
    chartRef:
      kind: OCIRepository
      name: ${chart}
`;

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
      corrected(
        together(ociRelease('karpenter-crd', 'tag: 1.6.2'), ociRelease('karpenter', 'tag: 1.7.1')),
        { '1.6.2': '1.7.1' },
        { '1.7.1': '1.6.2' },
      ),
    ],
    good: [
      together(ociRelease('karpenter-crd', 'tag: 1.7.1'), ociRelease('karpenter', 'tag: 1.7.1')),
      together(ociRelease('karpenter-crd', 'tag: 1.6.2, semver: 1.x'), ociRelease('karpenter', 'tag: 1.7.1')),
      together(ociRelease('karpenter-crd', 'tag: 1.6.2', 'other'), ociRelease('karpenter', 'tag: 1.7.1')),
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
