import { type Example, terraform, yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass, kubectlManifest } from '../../lint/scenes.ts';
import { asText } from '../../manifest/manifest.ts';
import { ec2CatalogOf } from '../catalog/ec2-catalog.ts';
import { amiTermsOf } from '../fields/node-classes.ts';
import { isOlderThanKubernetes, offeredSince } from '../node-class/eks-images.ts';

export const amiOlderThanKubernetesRule = defineRule({
  id: 'ami-older-than-kubernetes',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [],
  on: {
    NodeClass(nodeClass, { report, settings, catalog }) {
      const { kubernetesVersion = '' } = settings;
      const fees = ec2CatalogOf(catalog)?.fees;
      const since = offeredSince(kubernetesVersion, fees);
      for (const { path, term } of amiTermsOf(nodeClass)) {
        const alias = asText(term.alias);
        if (alias === undefined || !isOlderThanKubernetes(alias, kubernetesVersion, fees)) continue;
        report({
          at: nodeClass.span([...path, 'alias']),
          message: `There is no image \`${alias}\` for Kubernetes ${kubernetesVersion}, which EKS offers since ${since}: \`${nodeClass.name}\` does not get ready, and nothing is launched with it`,
          help: `Pin a release of ${since} or later.`,
        });
      }
    },
  },
  docs: {
    summary: 'A pinned alias is older than the cluster’s Kubernetes, for which it has no image.',
    why: 'Images of a release are built for the versions of Kubernetes that EKS offers by then. The alias of an older release stands for nothing once the control plane is upgraded: the class is not ready, its NodePools launch no node, and nodes that run are not replaced. It is told where the repository or `--kubernetes-version` names the version.',
    help: 'Pin a release that came after EKS offered this version, and upgrade the control plane in a later change.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions.html',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [cluster('1.34', 'al2023@v20250403')],
    good: [cluster('1.34', 'al2023@v20260715'), cluster('1.32', 'al2023@v20250403')],
  };
}

/** A cluster's Kubernetes, and a class with this alias. */
const cluster = (version: string, alias: string): Example => terraform`
  module "eks" {
    source             = "terraform-aws-modules/eks/aws"
    version            = "~> 21.0"
    name               = "demo"
    kubernetes_version = "${version}"
  }

  ${kubectlManifest('class', classOf(alias))}
`;

const classOf = (alias: string): Example =>
  ec2NodeClass(yaml`
    role: KarpenterNodeRole-demo
    amiSelectorTerms:
      - alias: ${alias}
  `);
