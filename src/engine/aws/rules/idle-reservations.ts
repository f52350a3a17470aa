import type { Manifest } from '../../manifest/model/manifest.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest, nodeClass } from '../../rules/lint/scenes.ts';

export const idleReservationsRule = defineRule({
  id: 'idle-reservations',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Capacity reservations',
  mistakes: [20],
  on: {
    Manifests(all, context) {
      for (const reservation of all.manifests)
        if (reservation.kind === 'aws_ec2_capacity_reservation') judge(reservation, context);
    },
  },
  docs: {
    summary: 'Terraform creates a capacity reservation that no node class selects.',
    why: 'A capacity reservation costs money whether instances run in it or not. Since Karpenter supports reservations, its launches use only those that a node class selects, and no other open reservations. Reported only when the repository has node classes of the cluster for which Terraform creates the reservation. The rule does not know what else may run in the reservation.',
    help: 'Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.',
    url: 'https://karpenter.sh/docs/tasks/odcrs/',
  },
  examples,
});

function judge(reservation: Manifest, { clusterOf, report, karpenter }: RuleContext): void {
  // A targeted reservation is only for launches that name it.
  const criteria = reservation.get(['spec', 'instance_match_criteria']) ?? 'open';
  if (!karpenter.reservedCapacityByDefault || criteria !== 'open' || reservation.isPartial) return;

  const classes = clusterOf(reservation).ofKind('EC2NodeClass');

  const selects = (manifest: Manifest): boolean =>
    manifest.isPartial || manifest.get(['spec', 'capacityReservationSelectorTerms']) !== undefined;
  if (classes.length === 0 || classes.some(selects)) return;

  const [first] = classes as [Manifest, ...Manifest[]];

  report({
    manifest: reservation,
    at: reservation.span(['metadata', 'name']),
    message: `No node class of the cluster selects the capacity reservation \`${reservation.name}\`, so Karpenter does not launch instances into it`,
    help: 'Select it with `capacityReservationSelectorTerms`, and allow the capacity type `reserved` in the NodePool.',
    labels: [{ span: first.span(['metadata', 'name']), message: 'selects no reservations' }],
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      corrected(
        terraform`
          resource "aws_ec2_capacity_reservation" "nodes" {
            instance_type     = "m7i.large"
            instance_platform = "Linux/UNIX"
            availability_zone = "us-east-1a"
            instance_count    = 4
          }

          ${kubectlManifest('default', nodeClass)}
        `,
        {
          'role: KarpenterNodeRole-demo': yaml`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - id: \${aws_ec2_capacity_reservation.nodes.id}
          `,
        },
      ),
    ],
    good: [
      terraform`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${kubectlManifest(
          'default',
          ec2NodeClass(yaml`
            role: KarpenterNodeRole-demo
            capacityReservationSelectorTerms:
              - tags:
                  team: search
          `),
        )}
      `,
      terraform`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        ${kubectlManifest('default', nodeClass)}
      `,
    ],
  };
}
