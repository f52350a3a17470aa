import type { Change } from '../../manifest/change.ts';
import { isOfKarpenter } from '../../manifest/model/karpenter-kinds.ts';
import { providerKindOf } from '../../manifest/model/provider-kinds.ts';
import type { Review } from '../../review/context/review-data.ts';
import type { Verdict } from '../../review/gate/gate.ts';
import { isUpgradeOfUnknownNodes } from '../../review/upgrade/kubernetes-upgrade.ts';
import type { Report } from '../values/report.ts';
import { isPartlyUnknown } from '../wording/inputs-line.ts';
import { newFindings } from '../wording/new-findings.ts';
import { notUnderstoodSentence } from './coverage.ts';

/** What the first sign of a report says. A change that passes is `unknown` if a part of its effect near Karpenter is. */
export type ReportMark = Verdict['result'] | 'unknown';

/** The mark of a report: its verdict, unless that rests on less than the whole change. */
export function reportMarkOf({ review, verdict }: Report): ReportMark {
  if (verdict.result !== 'pass') return verdict.result;

  const isEffectUnknown = review.changes.some(
    ({ effect, isOfUnknownCluster }) => effect === 'unknown' || isOfUnknownCluster === true,
  );

  const isUpgradeUnknown = newFindings(review).some(({ diagnostic }) => isUpgradeOfUnknownNodes(diagnostic));
  const isUnknown =
    isPartlyUnknown(review) ||
    isEffectUnknown ||
    isUpgradeUnknown ||
    hidesNodes(review) ||
    notUnderstoodSentence(review) !== undefined;
  if (isUnknown) return 'unknown';
  return 'pass';
}

/** Whether the change makes the number of nodes unknown, as with replicas that a placeholder sets from now on. */
const hidesNodes = ({ estimate }: Review): boolean =>
  estimate?.base != null &&
  estimate.base.nodes.likely !== null &&
  estimate.head !== null &&
  estimate.head.nodes.likely === null;

/** Whether it is unknown what a change of a NodePool, a node class or one of their older kinds does to running nodes. */
export const isOfUnknownEffect = ({ effect, resource }: Change): boolean =>
  effect === 'unknown' && (isOfKarpenter(resource) || providerKindOf(resource) !== undefined);

/** Marks in Markdown and chats. Reports have no other emoji. */
export const markSigns: Record<ReportMark, string> = { block: '⛔', warn: '⚠️', pass: '✅', unknown: '❔' };
