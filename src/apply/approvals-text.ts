import type { Approvals, Disregarded, Voice } from '../engine/changes/approval/approvals.ts';
import { plural } from '../engine/text/words/plural.ts';

/** Who approves or accepts what on a pull request, one sentence each. Names and digests are in backticks. */
export function approvalLines({ voices, disregarded }: Approvals): string[] {
  const counting = voices.flatMap(voiceLines);
  return [
    ...(counting.length > 0 ? counting : ['nobody has approved anything yet']),
    ...disregarded.map(disregardedLine),
  ];
}

function voiceLines({ login, review, digests, deletions }: Voice): string[] {
  const who = `\`${login}\``;

  const independent = (isIndependent: boolean): string => {
    if (isIndependent) return '';
    return '; one more approval is needed, because GitHub does not say which person pushed';
  };

  return [
    ...(review ? [`${who} approved the newest commit in a review${independent(review.isIndependent)}`] : []),
    ...[...digests].map(
      ([digest, { isIndependent }]) =>
        `${who} approved the plan \`${digest}\` in a comment${independent(isIndependent)}`,
    ),
    ...[...deletions].map(
      ([object, nodes]) => `${who} accepted that deleting \`${object}\` removes up to ${plural(nodes, 'node')}`,
    ),
  ];
}

const disregardedLine = ({ login, what, why }: Disregarded): string =>
  `a ${what} by \`${login}\` does not count: ${why}`;
