import { isOfKarpenter, karpenterGroups, nodeClassKind } from '../../manifest/karpenter-kinds.ts';
import { plural } from '../../plural.ts';
import type { Review } from '../../review/review-data.ts';
import { plainName, plainSentence } from '../../text/escape.ts';

/** Whether a review found no Karpenter objects at all: its verdict then means nothing. */
export function isBlank({ inputs, changes }: Review): boolean {
  const { nodePools, nodeClasses, otherKarpenter } = inputs;
  // A change that removes the last object is not blank.
  const isTouched = changes.some(({ resource }) => isOfKarpenter(resource));
  return nodePools + nodeClasses + otherKarpenter === 0 && !isTouched;
}

/** How much was read, in one sentence. `paths` are the paths that the user gave. */
export function inputsLine(review: Review, paths: readonly string[] = []): string {
  const { nodePools, nodeClasses, otherKarpenter, workloads } = review.inputs;
  if (isBlank(review)) {
    const where = paths.length === 0 ? '' : ` in ${placesText(paths)}`;
    const also = workloads === 0 ? '' : ` Checked ${plural(workloads, 'workload')}.`;
    return `No Karpenter objects found${where}.${also}`;
  }
  const counts = [
    plural(nodePools, 'NodePool'),
    plural(nodeClasses, nodeClassKind),
    plural(workloads, 'workload'),
    ...(otherKarpenter === 0
      ? []
      : [`${otherKarpenter} other Karpenter ${otherKarpenter === 1 ? 'file or object' : 'files or objects'}`]),
  ];
  return `Checked ${counts.join(', ')}.`;
}

const places = karpenterGroups.map((group) => `\`${group}/\``).join(' or ');

/** Help for a review that found no Karpenter objects. */
export const blankHelp = `Karpenter objects have an \`apiVersion\` that starts with ${places}.`;

const shownPaths = 3;

function placesText(paths: readonly string[]): string {
  const shown = paths.slice(0, shownPaths).map((path) => (path === '-' ? 'standard input' : plainName(path, 80)));
  const rest = paths.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const shownRoots = 3;

/** What was not rendered, and why, in one sentence if there is any. */
export function notRenderedLine({ inputs: { notRendered } }: Review): string | undefined {
  if (notRendered.length === 0) return undefined;
  const reasons = [...new Set(notRendered.map(({ reason }) => reason))];
  const names = notRendered.slice(0, shownRoots).map(({ root }) => `\`${plainName(root, 80)}\``);
  const rest = notRendered.length - names.length;
  const why = reasons.length === 1 ? `: ${plainSentence(reasons[0]!)}` : '';
  return `Not rendered: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}${why}.`;
}
