import { type HelmRelease, helmReleasesOf } from '../../karpenter/installation/helm-releases.ts';
import { corrected, terraform } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { isClosed } from '../../text/evidence.ts';
import { controllerCredentials } from '../account/controller-credentials.ts';
import { type OneHopGroup, oneHopGroups } from '../fields/instance-metadata.ts';

export const controllerHopLimitRule = defineRule({
  id: 'controller-hop-limit',
  severity: 'note',
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
    summary:
      'Karpenter’s controller has only the role of its node, and the hop limit of a node group keeps it from its pods.',
    why: 'Without a role of its own, by IRSA or EKS Pod Identity, the controller asks the instance metadata service for the credentials of the node. With a hop limit of 1, pods get no answer unless they use the network of the host. The controller then starts without credentials and launches no nodes. Reported if the files show a hop limit of 1 for a node group and nothing that gives the controller a role.',
    help: 'Give the controller a role, or set the hop limit of the node group to 2.',
    url: 'https://docs.aws.amazon.com/eks/latest/best-practices/identity-and-access-management.html',
  },
  examples,
});

function judge(release: HelmRelease, context: RuleContext): void {
  const { manifest, chart, values } = release;
  if (chart !== 'karpenter' || manifest.kind === 'HelmValues' || release.isOpen) return;
  if (manifest.get([...values, 'hostNetwork']) === true) return;

  const cluster = context.clusterOf(manifest);
  const { sources, possible, elsewhere } = controllerCredentials(release, cluster);
  if (!isClosed(sources) || sources.all.length > 0 || possible.length > 0 || elsewhere.length > 0) return;

  const [group] = cluster.manifests.flatMap(oneHopGroups);
  if (group === undefined) return;

  context.report({
    manifest: group.manifest,
    at: group.manifest.span(group.path),
    message: `The hop limit of the node group \`${group.name}\` is 1${originOf(group)}, and nothing in these files gives Karpenter’s controller a role. On these nodes, it gets no credentials`,
    help: 'Create an association of EKS Pod Identity for the controller, or set the hop limit to 2.',
    labels: [{ span: manifest.span(['metadata', 'name']), message: 'the release of the controller' }],
  });
}

/** What sets the hop limit, if it is not written. */
const originOf = ({ defaultOf }: OneHopGroup): string => {
  if (defaultOf === undefined) return '';
  return `, the default of version ${defaultOf} of the EKS module`;
};

function examples(): RuleExamples {
  const installed = (hops: number, network = '') => terraform`
    module "eks" {
      source             = "terraform-aws-modules/eks/aws"
      version            = "~> 20.31"
      cluster_name       = "demo"
      cluster_version    = "1.34"

      eks_managed_node_groups = {
        system = {
          instance_types   = ["m7i.large"]
          metadata_options = { http_put_response_hop_limit = ${String(hops)} }
        }
      }
    }

    resource "helm_release" "karpenter" {
      namespace  = "karpenter"
      repository = "oci://public.ecr.aws/karpenter"
      chart      = "karpenter"
      values = [yamlencode({
        settings = { clusterName = "demo", interruptionQueue = "demo" }
        ${network}
      })]
    }
  `;

  return {
    bad: [
      corrected(installed(1), {
        'http_put_response_hop_limit = 1': 'http_put_response_hop_limit = 2',
      }),
    ],
    good: [installed(2), installed(1, 'hostNetwork = true')],
  };
}
