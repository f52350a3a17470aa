import { corrected, terraform } from '../../lint/example.ts';
import { helmReleasesOf, knownTextAt, placeOf } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';

export const clusterNameRule = defineRule({
  id: 'cluster-name',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Karpenter installation',
  mistakes: [83],
  on: {
    Manifests(all, { report }) {
      for (const { manifest, chart, values } of helmReleasesOf(all)) {
        const path = [...values, 'settings', 'clusterName'];
        const written = knownTextAt(manifest, path);
        if (chart !== 'karpenter' || written === undefined) continue;
        const place = placeOf(manifest);
        const clusters = all.manifests.filter(
          (one) => isCluster(one.kind, String(one.get(['spec', 'source']))) && placeOf(one) === place,
        );
        const [cluster] = clusters;
        const at = ['cluster_name', 'name']
          .map((name) => ['spec', name])
          .find((one) => cluster?.get(one) !== undefined);
        const name = cluster && at && knownTextAt(cluster, at);
        if (clusters.length !== 1 || !cluster || !at || name === undefined || name === written) continue;
        report({
          manifest,
          at: manifest.span(path),
          message: `\`clusterName\` is \`${written}\`, but the cluster of this Terraform root is named \`${name}\``,
          help: `Refer to the cluster’s name: \`module.${cluster.name}.cluster_name\`.`,
          labels: [{ span: cluster.span(at), message: 'the name of the cluster' }],
        });
      }
    },
  },
  docs: {
    summary: 'Karpenter’s `clusterName` does not match the cluster’s name.',
    why: 'Karpenter tags the instances that it launches with the name of the cluster, asks EKS for the cluster of that name, and writes the name into the user data of nodes. With a wrong name, IAM denies the launch because its conditions name the real cluster, or nodes try to join a cluster that does not exist. Reported only when one Terraform root creates exactly one cluster and the release of the chart.',
    help: 'Set `clusterName` to a reference to the cluster’s name, such as `module.eks.cluster_name`.',
    url: 'https://karpenter.sh/docs/reference/settings/',
  },
  examples,
});

const isCluster = (kind: string, source: string): boolean =>
  kind === 'module' && /\beks\b/.test(source) && !source.includes('//modules/');

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
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
        { '"orders"': 'module.eks.cluster_name' },
        { '"orders"': '"orders-prod"' },
      ),
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
      terraform`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"
          name   = "orders-vpc"
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
  };
}
