import type { Approvals, Disregarded, Voice } from '../engine/approval/approvals.ts';
import { plural } from '../engine/plural.ts';

/** Who stands by what on a pull request, a sentence each; names and digests in backticks. */
export function approvalLines({ voices, disregarded }: Approvals): string[] {
  const counting = voices.flatMap(voiceLines);
  return [...(counting.length > 0 ? counting : ['nobody has approved anything']), ...disregarded.map(disregardedLine)];
}

function voiceLines({ login, review, digests, deletions }: Voice): string[] {
  const who = `\`${login}\``;
  const independent = (isIndependent: boolean): string =>
    isIndependent ? '' : '; it takes one approval more, because GitHub does not say which person pushed';
  return [
    ...(review ? [`${who} approves the newest commit by a review${independent(review.isIndependent)}`] : []),
    ...[...digests].map(
      ([digest, { isIndependent }]) =>
        `${who} approves the plan \`${digest}\` by a comment${independent(isIndependent)}`,
    ),
    ...[...deletions].map(
      ([object, nodes]) => `${who} accepts that deleting \`${object}\` removes up to ${plural(nodes, 'node')}`,
    ),
  ];
}

const disregardedLine = ({ login, what, why }: Disregarded): string =>
  `a ${what} of \`${login}\` does not count: ${why}`;
