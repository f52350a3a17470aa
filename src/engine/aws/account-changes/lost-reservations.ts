import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import { asList, asMapping, asText, type Manifest, type Mapping, type Path } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { openingsOf } from '../fields/cluster-openings.ts';
import { earlierObject } from '../fields/earlier-object.ts';
import { nodeClassesOf } from '../fields/node-classes.ts';
import { accountFinding } from './account-finding.ts';
import { type AccountSides, isRootThere, placeInBase } from './account-sides.ts';

/** Reports capacity reservations that Terraform deletes although a node class selects them by their tags. */
export function lostReservations(sides: AccountSides): Diagnostic[] {
  const { base, head } = sides;
  const earlier = nodeClassesOf(base.all);

  return nodeClassesOf(head.all).flatMap((nodeClass): Diagnostic[] => {
    const old = earlierObject(nodeClass, earlier);
    if (old === undefined || nodeClass.isPartial || head.clusterOf(nodeClass).isExample) return [];

    const terms = asList(nodeClass.get(termsPath)).map((_, index) => [...termsPath, index, 'tags']);
    const [before, after] = [base.clusterOf(old), head.clusterOf(nodeClass)];

    return terms.flatMap((path): Diagnostic[] => {
      const selected = reservationsOf(before).filter((reservation) => hasTags(reservation, nodeClass, path) === true);
      const isOtherLeft =
        openingsOf(after, () => true).length > 0 ||
        reservationsOf(after).some(
          (reservation) => hasTags(reservation, nodeClass, path, defaultTagsOf(after)) !== false,
        );
      const [first] = selected;
      if (first === undefined || isOtherLeft || !isRootThere(first, sides)) return [];

      const names = firstNames(selected.map(({ name }) => quoted(`${kind}.${name}`)));

      return [
        accountFinding({
          code: 'terraform/removes-reservation',
          severity: 'warning',
          message: `${quoted(nodeClass.name)} selects ${names}, which the change removes, and these files have no other reservation with these tags. Nodes with the capacity type \`reserved\` are then no longer launched`,
          span: nodeClass.span(path),
          labels: [{ span: placeInBase(first), message: 'the file that had it' }],
          resource: nodeClass.ref,
          help: 'Remove the term as well, or create another reservation with these tags.',
        }),
      ];
    });
  });
}

const kind = 'aws_ec2_capacity_reservation';
const termsPath: Path = ['spec', 'capacityReservationSelectorTerms'];

const reservationsOf = (cluster: ObjectCluster): readonly Manifest[] => cluster.ofKind(kind);

/** The tags that providers add to all resources; undefined if they are unknown. */
function defaultTagsOf(cluster: ObjectCluster): Mapping | undefined {
  const all = cluster.ofKind('aws_default_tags').map((provider) => {
    const tags = provider.get(['spec', 'default_tags', 0, 'tags']);
    const isUnknown = provider.isPartial || Object.keys(asMapping(tags) ?? {}).some(hasPlaceholder);
    if (isUnknown) return undefined;
    return asMapping(tags);
  });

  if (all.includes(undefined)) return undefined;
  return Object.assign({}, ...all);
}

/** Whether a reservation has the tags of a term; undefined if something decides that is unknown. */
function hasTags(
  reservation: Manifest,
  nodeClass: Manifest,
  path: Path,
  defaults: Mapping | undefined = {},
): boolean | undefined {
  const wanted = Object.entries(asMapping(nodeClass.get(path)) ?? {});
  const written = reservation.get(['spec', 'tags']);
  const ofResource = written === undefined ? {} : asMapping(written);
  if (wanted.length === 0 || ofResource === undefined || defaults === undefined || reservation.isPartial)
    return undefined;

  const tags: Mapping = { ...defaults, ...ofResource };

  const answers = wanted.map(([key, value]): boolean | undefined => {
    const [want, has] = [asText(value) ?? '', asText(tags[key])];
    if (hasPlaceholder(want) || /[*?]/.test(want)) return has === undefined ? false : undefined;
    if (has !== undefined && hasPlaceholder(has)) return undefined;
    return has === want;
  });

  if (answers.includes(false)) return false;
  if (answers.includes(undefined)) return undefined;
  return true;
}
