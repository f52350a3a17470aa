import { asText } from '../../manifest/manifest.ts';
import { amiTermsOf } from '../node-class-fields.ts';
import { defineRule, type Example, terraform } from '../rule.ts';

/** A cluster's Kubernetes, and a class with this alias. */
const cluster = (version: string, alias: string): Example => terraform`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${version}"
  }

  resource "kubectl_manifest" "class" {
    yaml_body = <<-YAML
      apiVersion: karpenter.k8s.aws/v1
      kind: EC2NodeClass
      metadata:
        name: default
      spec:
        role: KarpenterNodeRole-demo
        amiSelectorTerms:
          - alias: ${alias}
    YAML
  }
`;

export const amiOlderThanKubernetes = defineRule({
  id: 'ami-older-than-kubernetes',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    summary: 'A pinned alias is older than the cluster’s Kubernetes, for which it has no image.',
    why: 'Images of a release are built for the versions of Kubernetes that EKS offers by then. The alias of an older release stands for nothing once the control plane is upgraded: the class is not ready, its NodePools launch no node, and nodes that run are not replaced. It is told where the repository or `--kubernetes-version` names the version.',
    help: 'Pin a release that came after EKS offered this version, and upgrade the control plane in a later change.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html',
    bad: [cluster('1.34', 'al2023@v20250403')],
    good: [cluster('1.34', 'al2023@v20260715'), cluster('1.32', 'al2023@v20250403')],
  },
  on: {
    EC2NodeClass(nodeClass, { report, settings, catalog }) {
      const { kubernetesVersion = '' } = settings;
      const offered = offeredSince(catalog?.fees?.eks.versions[kubernetesVersion]?.standardUntil);
      if (offered === undefined) return;
      for (const { path, term } of amiTermsOf(nodeClass)) {
        const alias = asText(term.alias);
        const released = alias === undefined ? undefined : releasedOn(alias);
        if (released === undefined || released >= offered - grace) continue;
        report({
          at: nodeClass.span([...path, 'alias']),
          message: `There is no image \`${alias}\` for Kubernetes ${kubernetesVersion}, which EKS offers since ${dayOf(offered)}: \`${nodeClass.name}\` does not get ready, and nothing is launched with it`,
          help: `Pin a release of ${dayOf(offered)} or later.`,
        });
      }
    },
  },
});

const day = 86_400_000;

/** The first images come some days before EKS offers a version. */
const grace = 60 * day;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Standard support lasts 14 months. Source: docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html. */
function offeredSince(standardUntil: string | undefined): number | undefined {
  if (standardUntil === undefined) return undefined;
  const date = new Date(standardUntil);
  return date.setUTCMonth(date.getUTCMonth() - 14);
}

/** When the release of an alias of Amazon Linux came out; undefined for any other. */
function releasedOn(alias: string): number | undefined {
  const [, year, month, date] = /^al2(?:023)?@v(\d{4})(\d\d)(\d\d)$/.exec(alias) ?? [];
  const time = Date.parse(`${year}-${month}-${date}`);
  return Number.isNaN(time) ? undefined : time;
}
