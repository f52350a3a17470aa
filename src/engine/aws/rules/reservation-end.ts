import { knownTextAt, referenceAt } from '../../karpenter/installation/helm-releases.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { corrected, terraform, yaml } from '../../rules/lint/example.ts';
import { capacityTypesOf, onlyReserved } from '../../rules/lint/fields/reserved-capacity.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../../rules/lint/rule.ts';
import { ec2NodeClass, kubectlManifest, nodePool } from '../../rules/lint/scenes.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { nodeClassesOf, nodePoolsOfClass } from '../fields/node-classes.ts';

export const reservationEndRule = defineRule({
  id: 'reservation-end',
  severity: 'note',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Capacity reservations',
  mistakes: [],
  on: {
    Manifests(all, context) {
      if (!context.karpenter.capacityReservations) return;
      for (const nodeClass of nodeClassesOf(all)) judge(nodeClass, context);
    },
  },
  docs: {
    summary: 'A capacity reservation that a NodePool uses has an end.',
    why: 'A reservation with an end date expires on that day, whatever the files say then. Karpenter launches no more nodes into it. Instances that run in it keep running, at the price of on-demand instances. A NodePool that allows only `reserved` launches nothing from then on. The instances of a capacity block do not keep running: EC2 terminates them, beginning 30 minutes before the end, or 60 minutes for UltraServers. A review has no clock, so it says the date and not how near it is.',
    help: 'Move the end date, or allow `on-demand` as well, so that pods find nodes after the reservation ends.',
    url: 'https://karpenter.sh/docs/tasks/odcrs/',
  },
  examples,
});

const termsPath: Path = ['spec', 'capacityReservationSelectorTerms'];
const blockKind = 'aws_ec2_capacity_block_reservation';

function judge(nodeClass: Manifest, context: RuleContext): void {
  const pools = nodePoolsOfClass(context.all, nodeClass).filter(allowsReserved);
  if (pools.length === 0 || nodeClass.isPartial) return;

  for (const index of asList(nodeClass.get(termsPath)).keys()) {
    const path = [...termsPath, index];

    for (const reservation of reservationsFor(nodeClass, context).filter((it) => isSelected(it, nodeClass, path))) {
      const end = endOf(reservation);
      if (end === undefined) continue;

      context.report({
        manifest: nodeClass,
        at: nodeClass.span(path),
        isProminent: true,
        message: `${end.what} ${end.when}. ${consequenceFor(pools, end.isBlock)}`,
        help: end.isBlock
          ? 'Plan what runs there for this time, and allow `on-demand` or another reservation for the time after it.'
          : 'Move the end date, or allow `on-demand` as well, so that pods find nodes after the reservation ends.',
        labels: [{ span: reservation.span(end.path), message: 'the reservation' }],
      });
    }
  }
}

/** Whether a NodePool may launch nodes into reservations. */
const allowsReserved = (pool: Manifest): boolean =>
  capacityTypesOf(pool).every(({ operator, values, isKnown }) => {
    const isNamed = values.some(({ text }) => text === 'reserved');
    return !isKnown || (operator === 'NotIn' ? !isNamed : operator !== 'In' || isNamed);
  });

/** The reservations that Terraform creates for the cluster of a node class, or for no cluster in particular. */
const reservationsFor = (nodeClass: Manifest, { all, clusterOf, onlyClusterFor }: RuleContext): readonly Manifest[] =>
  all.manifests.filter(
    (manifest) =>
      (manifest.kind === 'aws_ec2_capacity_reservation' || manifest.kind === blockKind) &&
      [clusterOf(manifest), onlyClusterFor(manifest)].includes(clusterOf(nodeClass)),
  );

/** Whether a term certainly selects a reservation: by a reference to it, or by tags that it has. */
function isSelected(reservation: Manifest, nodeClass: Manifest, path: Path): boolean {
  if (referenceAt(nodeClass, [...path, 'id']) === `${reservation.kind}.${reservation.name}.id`) return true;

  const wanted = Object.entries(asMapping(nodeClass.get([...path, 'tags'])) ?? {});
  const tags = asMapping(reservation.get(['spec', 'tags'])) ?? {};
  return (
    wanted.length > 0 &&
    wanted.every(([key, value]) => {
      const [want, has] = [asText(value), asText(tags[key])];
      return want !== undefined && !hasPlaceholder(want) && want === has;
    })
  );
}

interface ReservationEnd {
  readonly what: string;
  /** A verb with the date, or with what is known of it. */
  readonly when: string;
  readonly isBlock: boolean;
  readonly path: Path;
}

const datePattern = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?Z$/;

/** The end of a reservation; undefined if it has none, or if it is unknown. */
function endOf(reservation: Manifest): ReservationEnd | undefined {
  const path: Path = ['spec', 'end_date'];
  const [, day, time] = datePattern.exec(knownTextAt(reservation, path) ?? '') ?? [];

  if (reservation.kind === blockKind)
    return {
      what: `The capacity block ${quoted(reservation.name)}`,
      when: day === undefined ? 'ends at a time that its offering decides' : `ends on ${day} at ${time} UTC`,
      isBlock: true,
      path: day === undefined ? ['metadata', 'name'] : path,
    };

  const isLimited = (reservation.get(['spec', 'end_date_type']) ?? 'limited') === 'limited';
  if (day === undefined || !isLimited) return undefined;

  return {
    what: `The capacity reservation ${quoted(reservation.name)}`,
    when: `ends on ${day} at ${time} UTC`,
    isBlock: false,
    path,
  };
}

function consequenceFor(pools: readonly Manifest[], isBlock: boolean): string {
  const only = pools.filter((pool) => onlyReserved(pool) !== undefined);
  const named = only.length > 0 ? only : pools;
  const which = `${byCount(named.length, 'NodePool', 'NodePools')} ${firstNames(named.map(({ name }) => quoted(name)))}`;
  const running = isBlock ? 'EC2 terminates its instances before that' : 'Its instances keep running on demand';
  if (only.length > 0) return `${running}, and ${which} then launches no nodes unless another reservation is left`;
  return `${running}, and ${which} then launches nodes at the price of other capacity types`;
}

function examples(): RuleExamples {
  const scene = (dates: string, types: string) => terraform`
    resource "aws_ec2_capacity_reservation" "ml" {
      instance_type     = "m7i.large"
      instance_platform = "Linux/UNIX"
      availability_zone = "us-east-1a"
      instance_count    = 4
      ${dates}
    }

    ${kubectlManifest(
      'default',
      ec2NodeClass(yaml`
        role: KarpenterNodeRole-demo
        capacityReservationSelectorTerms:
          - id: \${aws_ec2_capacity_reservation.ml.id}
      `),
    )}

    ${kubectlManifest('pool', nodePool({ requirements: [`karpenter.sh/capacity-type In [${types}]`], nodeClassRef: 'default' }))}
  `;

  return {
    bad: [
      corrected(scene('end_date          = "2027-03-31T22:00:00Z"', 'reserved, on-demand'), {
        'end_date          = "2027-03-31T22:00:00Z"': 'end_date_type     = "unlimited"',
      }),
    ],
    good: [
      scene('end_date_type     = "unlimited"', 'reserved, on-demand'),
      scene('end_date          = var.end', 'reserved, on-demand'),
    ],
  };
}
