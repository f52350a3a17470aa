import { corrected, terraform } from '../../lint/example.ts';
import { helmReleasesOf } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { asList } from '../../manifest/manifest.ts';
import { calledModule } from '../fields/terraform-modules.ts';

export const isolatedVpcRule = defineRule({
  id: 'isolated-vpc',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Network',
  mistakes: [97],
  on: {
    Manifests(all, { clusterOf, report }) {
      for (const { manifest, chart, values, isOpen } of helmReleasesOf(all)) {
        const mayBeSet = manifest.isPartial || (isOpen && manifest.kind !== 'HelmValues');
        if (chart !== 'karpenter' || mayBeSet) continue;
        const path = [...values, 'settings', 'isolatedVPC'];
        if (manifest.get(path) !== undefined) continue;
        const vpcs = clusterOf(manifest)
          .ofKind('module')
          .filter((one) => calledModule(one) === 'vpc');
        const [vpc] = vpcs;
        if (vpcs.length !== 1 || !vpc || vpc.isPartial || asList(vpc.get(['spec', 'private_subnets'])).length === 0)
          continue;
        if (waysOut.some((name) => ![undefined, false].includes(vpc.get(['spec', name]) as undefined))) continue;
        report({
          manifest,
          at: manifest.span(path),
          message:
            'The VPC of the cluster has only private subnets and no NAT gateway, but `isolatedVPC` is not set, so Karpenter waits for prices that it cannot fetch',
          help: 'Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way.',
          labels: [{ span: vpc.span(['spec', 'private_subnets']), message: 'the private subnets' }],
        });
      }
    },
  },
  docs: {
    summary: 'Karpenter runs in a VPC without internet access, but `isolatedVPC` is not set.',
    why: 'Karpenter asks the AWS Pricing API for on-demand prices, and there is no VPC endpoint for that API. If nodes cannot reach the internet, each attempt waits until it times out, and errors fill the log. With `isolatedVPC` Karpenter uses the prices that it was built with. Reported only when Terraform creates the VPC of the cluster with only private subnets and no NAT gateway.',
    help: 'Set `settings.isolatedVPC` to `true`, unless traffic leaves the VPC in another way, such as through a transit gateway.',
    url: 'https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters',
  },
  examples,
});

/** Inputs of the VPC module that let traffic out, or connect networks that may let it out. */
const waysOut = [
  'public_subnets',
  'enable_nat_gateway',
  'enable_vpn_gateway',
  'enable_ipv6',
  'create_egress_only_igw',
  'propagate_private_route_tables_vgw',
];

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          module "vpc" {
            source = "terraform-aws-modules/vpc/aws"

            private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]
          }

          resource "helm_release" "karpenter" {
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"

            set = [
              { name = "settings.clusterName", value = "demo" },
            ]
          }
        `,
        { 'value = "demo" },': 'value = "demo" },\n{ name = "settings.isolatedVPC", value = "true" },' },
      ),
    ],
    good: [
      terraform`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"

          private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]
          public_subnets     = ["10.0.32.0/20"]
          enable_nat_gateway = true
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.clusterName", value = "demo" },
          ]
        }
      `,
      terraform`
        module "vpc" {
          source = "terraform-aws-modules/vpc/aws"

          private_subnets = ["10.0.0.0/20", "10.0.16.0/20"]
        }

        resource "helm_release" "karpenter" {
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"

          set = [
            { name = "settings.clusterName", value = "demo" },
            { name = "settings.isolatedVPC", value = "true" },
          ]
        }
      `,
    ],
  };
}
