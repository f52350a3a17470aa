import { terraform } from '../../lint/example.ts';
import { helmReleasesOf, knownTextAt, placeOf } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';

export const clusterNameRule = defineRule({
  id: 'cluster-name',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter itself',
  mistakes: [83],
  on: {
    Manifests(all, { report }) {
      for (const { manifest, chart, values } of helmReleasesOf(all)) {
        const path = [...values, 'settings', 'clusterName'];
        const told = knownTextAt(manifest, path);
        if (chart !== 'karpenter' || told === undefined) continue;
        const place = placeOf(manifest);
        const clusters = all.manifests.filter(
          (one) => isCluster(one.kind, one.get(['spec', 'source'])) && placeOf(one) === place,
        );
        const [cluster] = clusters;
        const at = ['cluster_name', 'name']
          .map((name) => ['spec', name])
          .find((one) => cluster?.get(one) !== undefined);
        const name = cluster && at && knownTextAt(cluster, at);
        if (clusters.length !== 1 || !cluster || !at || name === undefined || name === told) continue;
        report({
          manifest,
          at: manifest.span(path),
          message: `\`clusterName\` is \`${told}\`, and the cluster of this root is \`${name}\``,
          help: 'Refer to the name of the cluster.',
          labels: [{ span: cluster.span(at), message: 'the cluster' }],
        });
      }
    },
  },
  docs: {
    summary: 'Karpenter is told another name of the cluster than the cluster has.',
    why: 'Karpenter tags what it launches with the name of the cluster, asks EKS for it, and writes it into the user data of nodes. With another name IAM denies the launch, for its conditions name the cluster, or nodes try to join a cluster that is not there. It is told where Terraform makes both the one cluster of a root and the release of the chart.',
    help: 'Refer to the cluster: `module.eks.cluster_name`, or the `name` of the resource.',
    url: 'https://karpenter.sh/docs/reference/settings/',
  },
  examples,
});

const isCluster = (kind: string, source: unknown): boolean =>
  kind === 'module' && typeof source === 'string' && !source.includes('//modules/');

function examples(): RuleExamples {
  return {
    bad: [
      terraform`
        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = "orders-prod"
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [{
            name  = "settings.clusterName"
            value = "orders"
          }]
        }
      `,
    ],
    good: [
      terraform`
        locals {
          name = "orders-prod"
        }

        module "eks" {
          source  = "terraform-aws-modules/eks/aws"
          version = "~> 21.0"
          name    = local.name
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [{
            name  = "settings.clusterName"
            value = local.name
          }]
        }
      `,
    ],
  };
}
