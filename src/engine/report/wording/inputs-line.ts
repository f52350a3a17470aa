import type { LedgerEntry } from '../../changes/ledger/ledger.ts';
import { isNodeGroup } from '../../karpenter/cloud-provider/node-groups.ts';
import { isOfKarpenter, karpenterGroups, nodeClassKind } from '../../manifest/model/karpenter-kinds.ts';
import { providerKindOf } from '../../manifest/model/provider-kinds.ts';
import type { Review } from '../../review/context/review-data.ts';
import type { NotRendered } from '../../review/context/source-set.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { plainName, plainSentence } from '../../text/words/escape.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { newFindings } from './new-findings.ts';

/** What happens although head has no objects: base has some that stay in the cluster, or all nodes of a cluster get other images. */
const aboutNodes: ReadonlySet<string> = new Set([
  'render/not-applied',
  'terraform/addon-setting',
  'terraform/api-endpoint',
  'terraform/opens-rule',
  'terraform/removes-permission',
  'terraform/removes-rule',
  'upgrade/kubernetes',
  'lint/auto-mode-node-pools',
  'lint/auto-mode-off',
]);

/** What changes of Karpenter’s controller do. */
const aboutController: ReadonlySet<string> = new Set([
  'upgrade/settings',
  'upgrade/karpenter',
  'terraform/controller-access',
]);

/** Whether a change edits what rules about Karpenter read, such as the policy of its controller, or a finding about Terraform names Karpenter. */
export const changesKarpenterItself = (review: Review): boolean =>
  review.hasBase &&
  ((review.ledger?.entries ?? []).some(isReadOfKarpenter) ||
    newFindings(review).some(
      ({ diagnostic: { code, message } }) => code.startsWith('terraform/') && isKarpenter.test(message),
    ));

const isReadOfKarpenter = ({ class: name, topics, what }: LedgerEntry): boolean =>
  name === 'modelled' && topics !== undefined && isKarpenter.test(what);

const isKarpenter = /karpenter/i;

/** Whether a review found no Karpenter objects at all, and nothing that names them: its verdict then means nothing. */
export function isBlank(review: Review): boolean {
  const { inputs, changes, ledger, unfollowed } = review;
  // What is near Karpenter, or what rules about Karpenter read, was there to review.
  const isOfKarpenterOrRead = ({ isNear, topics }: LedgerEntry): boolean => isNear === true || topics !== undefined;
  if (ledger?.entries.some((entry) => entry.class === 'not understood' && isOfKarpenterOrRead(entry))) return false;
  if (unfollowed !== undefined) return false;
  if (changesKarpenterItself(review)) return false;
  if (newFindings(review).some(({ diagnostic: { code } }) => aboutNodes.has(code))) return false;
  // The controller is there, although the files have no NodePool.
  if (newFindings(review).some(({ diagnostic: { code } }) => aboutController.has(code))) return false;
  if (changes.some(({ startsKarpenter }) => startsKarpenter === true)) return false;

  const { nodePools, nodeClasses, otherKarpenter } = inputs;
  // A change that removes the last object is not blank.
  const isTouched = changes.some(
    ({ resource }) => isOfKarpenter(resource) || isNodeGroup(resource) || providerKindOf(resource) !== undefined,
  );

  return nodePools + nodeClasses + otherKarpenter === 0 && !isTouched;
}

/** Whether the change edits something whose objects are not in the repository, unless all of its places are understood without them. */
export const isPartlyUnknown = (review: Review): boolean =>
  review.hasBase &&
  review.ledger?.counts['not understood'] !== 0 &&
  newFindings(review).some(({ diagnostic: { code } }) => unknownEffects.has(code));

const unknownEffects: ReadonlySet<string> = new Set(['render/unknown', 'terraform/unknown', 'yaml/template']);

/** What to say if no object was found, although files name them; undefined if that is not so. */
export function unfollowedSentence(review: Review): string | undefined {
  const { unfollowed, hasBase } = review;
  if (unfollowed === undefined) return undefined;

  const names = firstNames(unfollowed.map((file) => `\`${plainName(file, 80)}\``));
  const verb = byCount(unfollowed.length, 'names', 'name');
  const effect = hasBase ? 'the effect is unknown' : 'they were not checked';

  const broken = newFindings(review).filter(({ diagnostic }) => diagnostic.code === 'yaml/syntax');
  const isBroken = (file: string): boolean => broken.some(({ diagnostic }) => diagnostic.span.file === file);
  const unread = hasBase ? effect : 'the objects were not checked';
  if (unfollowed.every(isBroken)) return `${names} ${verb} APIs of Karpenter, but cannot be parsed, so ${unread}`;

  return `${names} ${verb} APIs of Karpenter, but plumbline could not follow what makes the objects, so ${effect}`;
}

/** What to say of such a change. */
export const partlyUnknown = 'Part of the effect is unknown';

/** How much was read, in one sentence. `paths` are the paths that the user gave. */
export function inputsLine(review: Review, paths: readonly string[] = []): string {
  const { nodePools, nodeClasses, hasOtherClasses, otherKarpenter, workloads } = review.inputs;

  if (isBlank(review)) {
    const where = textIf(paths.length > 0, ` in ${placesText(paths)}`);
    const also = textIf(workloads !== 0, ` Checked ${plural(workloads, 'workload')}.`);
    return `No Karpenter objects found${where}.${also}${textIf(isPartlyUnknown(review), ` ${partlyUnknown}.`)}`;
  }

  const counts = [
    plural(nodePools, 'NodePool'),
    plural(nodeClasses, hasOtherClasses ? 'node class' : nodeClassKind),
    plural(workloads, 'workload'),
    ...listIf(
      otherKarpenter !== 0,
      `${otherKarpenter} other Karpenter ${byCount(otherKarpenter, 'file or object', 'files or objects')}`,
    ),
  ];

  return `Checked ${counts.join(', ')}.`;
}

const places = karpenterGroups.map((group) => `\`${group}/\``).join(' or ');

/** Help for a review that found no Karpenter objects. */
export const blankHelp = `Karpenter objects have an \`apiVersion\` that starts with ${places}.`;

const placesText = (paths: readonly string[]): string =>
  firstNames(
    paths.map((path) => {
      if (path === '-') return 'standard input';
      if (path === '.') return 'this folder';
      return plainName(path, 80);
    }),
  );

const shownRoots = 3;
const shownGroups = 4;

/** What was not rendered, and why, in one sentence if there is any. Roots of one kind with the same reason are counted. */
export function notRenderedLine({ inputs: { notRendered } }: Review): string | undefined {
  if (notRendered.length === 0) return undefined;
  const groups = [...groupBy(notRendered, ({ kind, reason }) => JSON.stringify([kind, reason])).values()];
  const parts = groups.slice(0, shownGroups).map((group) => `${rootsText(group)} (${plainSentence(group[0]!.reason)})`);
  const rest = groups.slice(shownGroups).reduce((sum, group) => sum + group.length, 0);
  return `Not rendered: ${parts.join('; ')}${textIf(rest > 0, `; ${rest} more`)}.`;
}

const shownClusters = 3;

/** How Terraform was related with objects of other files, in one sentence for each cluster if there is any. */
export function relatedLine({ inputs: { related } }: Review): string | undefined {
  if (related.length === 0) return undefined;
  const sentences = related.slice(0, shownClusters).map(({ places: all, reasons }) => {
    const shown = all.slice(0, shownRoots).map((place) => plainSentence(place));
    const rest = textIf(all.length > shown.length, ` and ${all.length - shown.length} more`);
    return `Reviewed as one cluster: ${shown.join(', ')}${rest} (${plainSentence(reasons[0] ?? 'one folder')}).`;
  });

  const more = () => {
    if (related.length > shownClusters) return [`${related.length - shownClusters} more clusters were related.`];
    return [];
  };

  return [...sentences, ...more()].join(' ');
}

const rootsText = (group: readonly NotRendered[]): string => {
  if (group.length > shownRoots) return plural(group.length, group[0]!.kind);
  return group.map(({ root }) => `\`${plainName(root, 80)}\``).join(', ');
};
