import { placeOf } from '../../lint/fields/helm-releases.ts';
import { nodeClassesOf } from '../../lint/fields/node-class-fields.ts';
import { defineRule, type RuleContext, terraform } from '../../lint/rule.ts';
import type { Manifest } from '../../manifest/manifest.ts';

export const idleReservations = defineRule({
  id: 'idle-reservations',
  severity: 'note',
  since: '0.2.0',
  providers: ['aws'],
  docs: {
    summary: 'Terraform reserves capacity, and no node class beside it selects any.',
    why: 'A capacity reservation is paid for whether instances run in it or not. Since Karpenter knows reservations, its launches use none but those that a node class selects, open ones included. It is told where Terraform makes both in one root; what else may run in the reservation, it does not know.',
    help: 'Select it by `capacityReservationSelectorTerms`, and allow `reserved` in the pool.',
    url: 'https://karpenter.sh/docs/tasks/odcrs/',
    bad: [
      terraform`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
        }

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
          YAML
        }
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

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
              capacityReservationSelectorTerms:
                - tags:
                    team: search
          YAML
        }
      `,
      terraform`
        resource "aws_ec2_capacity_reservation" "nodes" {
          instance_type     = "m7i.large"
          instance_platform = "Linux/UNIX"
          availability_zone = "us-east-1a"
          instance_count    = 4
          instance_match_criteria = "targeted"
        }

        resource "kubectl_manifest" "default" {
          yaml_body = <<-YAML
            apiVersion: karpenter.k8s.aws/v1
            kind: EC2NodeClass
            metadata:
              name: default
            spec:
              role: KarpenterNodeRole-demo
          YAML
        }
      `,
    ],
  },
  on: {
    Manifests(all, context) {
      for (const reservation of all.manifests)
        if (reservation.kind === 'aws_ec2_capacity_reservation') judge(reservation, context);
    },
  },
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
