import { type HelmRelease, helmReleasesOf } from '../../karpenter/installation/helm-releases.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { whyRelated } from '../../rules/lint/fields/why-related.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { seenIn } from '../../text/evidence.ts';
import { clusterAccount } from '../account/account.ts';
import { controllerCredentials, roleAnnotation } from '../account/controller-credentials.ts';
import { takesController } from '../account/fargate-selectors.ts';

export const fargatePodIdentityRule = defineRule({
  id: 'fargate-pod-identity',
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
    summary: 'Karpenter runs on Fargate and gets its role from EKS Pod Identity, which does not work there.',
    why: 'The agent of EKS Pod Identity runs on EC2 instances only. On Fargate, a service account needs the annotation `eks.amazonaws.com/role-arn` (IRSA). Without it, the controller has no credentials: it launches no nodes and removes none. Version 21 of the EKS module for Terraform no longer creates roles for IRSA, so an upgrade can remove the annotation. Reported only when the files have a Fargate profile for Karpenter’s namespace and a Pod Identity association for its service account, and all values of the chart are known.',
    help: 'Create a role for IRSA and set the annotation, or run Karpenter on a managed node group.',
    url: 'https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html',
  },
  examples,
});

function judge(release: HelmRelease, context: RuleContext): void {
  const { manifest, chart } = release;
  if (chart !== 'karpenter' || manifest.kind === 'HelmValues') return;

  const cluster = context.clusterOf(manifest);
  const { namespace, sources, possible } = controllerCredentials(release, cluster);
  const [association] = seenIn(sources);
  const isOnlyAssociation = seenIn(sources).every(({ by }) => by === 'Pod Identity') && possible.length === 0;
  if (namespace === undefined || association === undefined || !isOnlyAssociation) return;

  const profiles = seenIn(clusterAccount(cluster).fargateProfiles);
  const profile = profiles.find((profile) => takesController(profile, namespace) === true);
  if (profile === undefined) return;

  context.report({
    manifest,
    at: manifest.span(['metadata', 'name']),
    message:
      'Karpenter runs on Fargate, where EKS Pod Identity does not work, and its service account has no role. Without credentials, it launches and removes no nodes',
    help: `Set \`serviceAccount.annotations\` of the chart to \`${roleAnnotation}\` with a role that trusts the service account (IRSA), or run Karpenter on a managed node group.`,
    labels: [
      {
        span: profile.manifest.span(profile.path),
        message: `this Fargate profile takes the pods of \`${namespace}\`${whyRelated(manifest, profile.manifest, context)}`,
      },
      { span: association.manifest.span(association.path), message: 'the only role for them' },
    ],
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          module "eks" {
            source             = "terraform-aws-modules/eks/aws"
            version            = "~> 21.0"
            name               = "demo"
            kubernetes_version = "1.34"

            fargate_profiles = {
              karpenter = { selectors = [{ namespace = "karpenter" }] }
            }
          }

          module "karpenter" {
            source       = "terraform-aws-modules/eks/aws//modules/karpenter"
            version      = "~> 21.0"
            cluster_name = "demo"
            namespace    = "karpenter"
          }

          resource "helm_release" "karpenter" {
            namespace  = "karpenter"
            repository = "oci://public.ecr.aws/karpenter"
            chart      = "karpenter"
            values = [yamlencode({
              dnsPolicy = "Default"
              settings = { clusterName = "demo", interruptionQueue = "Karpenter-demo" }
            })]
          }
        `,
        {
          'settings = {':
            'serviceAccount = { annotations = { "eks.amazonaws.com/role-arn" = aws_iam_role.karpenter.arn } }\nsettings = {',
        },
      ),
    ],
    good: [
      terraform`
        module "eks" {
          source             = "terraform-aws-modules/eks/aws"
          version            = "~> 21.0"
          name               = "demo"
          kubernetes_version = "1.34"

          fargate_profiles = {
            dns = { selectors = [{ namespace = "karpenter", labels = { app = "dns" } }] }
          }

          eks_managed_node_groups = {
            system = { instance_types = ["m6i.large"] }
          }
        }

        module "karpenter" {
          source       = "terraform-aws-modules/eks/aws//modules/karpenter"
          version      = "~> 21.0"
          cluster_name = "demo"
          namespace    = "karpenter"
        }

        resource "helm_release" "karpenter" {
          namespace  = "karpenter"
          repository = "oci://public.ecr.aws/karpenter"
          chart      = "karpenter"
          values = [yamlencode({
            settings = { clusterName = "demo", interruptionQueue = "Karpenter-demo" }
          })]
        }
      `,
    ],
  };
}
