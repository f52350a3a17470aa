import { terraform, yaml } from '../../lint/example.ts';
import { placeOf } from '../../lint/fields/helm-releases.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass, kubectlManifest, nodeClass } from '../../lint/scenes.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';

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
    summary: 'Terraform reserves capacity, and no node class beside it selects any.',
    why: 'A capacity reservation is paid for whether instances run in it or not. Since Karpenter knows reservations, its launches use none but those that a node class selects, open ones included. It is told where Terraform makes both in one root; what else may run in the reservation, it does not know.',
    help: 'Select it by `capacityReservationSelectorTerms`, and allow `reserved` in the pool.',
    url: 'https://karpenter.sh/docs/tasks/odcrs/',
  },
  examples,
});

function judge(reservation: Manifest, { all, report, karpenter }: RuleContext): void {
  // A targeted one is for whoever names it.
  const criteria = reservation.get(['spec', 'instance_match_criteria']) ?? 'open';
  if (!karpenter.reservedCapacityByDefault || criteria !== 'open' || reservation.isPartial) return;
  const classes = nodeClassesOf(all).filter((one) => placeOf(one) === placeOf(reservation));
  const selects = (one: Manifest): boolean =>
    one.isPartial || one.get(['spec', 'capacityReservationSelectorTerms']) !== undefined;
  if (classes.length === 0 || classes.some(selects)) return;
  const [first] = classes as [Manifest, ...Manifest[]];
  report({
    manifest: reservation,
    at: reservation.span(['metadata', 'name']),
    message: `No node class of this root selects the capacity reservation \`${reservation.name}\`: Karpenter does not launch into it`,
    help: 'Select it by `capacityReservationSelectorTerms`, and allow `reserved` in the pool.',
    labels: [{ span: first.span(['metadata', 'name']), message: 'selects none' }],
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      terraform`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        ${kubectlManifest('default', nodeClass)}
      `,
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
