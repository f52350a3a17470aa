import type { Estimate } from '../../cluster/cost/estimate.ts';
import type { Disruption } from '../../cluster/disruption/forecast/disruption-data.ts';
import type { Change } from '../../manifest/change.ts';
import type { Finding } from '../../review/context/finding.ts';
import type { Review } from '../../review/context/review-data.ts';
import { reviewedClusters } from '../../review/events/events-of.ts';
import { dangersOf } from '../../review/gate/dangers.ts';
import { capitalized } from '../../text/words/capitalized.ts';
import type { Money } from '../../text/words/money.ts';
import { moneyOfAll } from '../../text/words/people-money.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { modelledSentence } from '../coverage/coverage.ts';
import { isOfUnknownEffect } from '../coverage/report-mark.ts';
import { changeText, elsewhereText, rankOfNeeds } from './change-text.ts';
import { differenceText, isAtSameCost } from './difference-text.ts';

/**
 * `Adds NodePool `burst``: new NodePools may launch nodes, which says more of a change than how other objects are
 * written. Undefined if there are none, or if the finding in the headline is about a NodePool.
 */
export function additionText({ diagnostic: { code, resource } }: Finding, review: Review): string | undefined {
  if (!code.startsWith('lint/') || resource?.kind === 'NodePool') return undefined;

  const added = changesInMain(review).filter(({ type, resource }) => type === 'added' && resource.kind === 'NodePool');
  const names = [...new Set(added.map(({ resource: { name } }) => quoted(name)))];
  if (names.length === 0) return undefined;
  return `Adds ${byCount(names.length, 'NodePool', 'NodePools')} ${firstNames(names)}`;
}

/** What changes in a cluster; null if there is only one. */
export const changesIn = (cluster: string | null, { changes }: Review): readonly Change[] =>
  changes.filter(({ environments }) => cluster === null || (environments?.includes(cluster) ?? true));

/** What is read of a change that changes no object. */
export const modelledChange = (review: Review): readonly string[] => {
  if (!review.hasBase || review.changes.length > 0) return [];
  return modelledSentence(review);
};

/** What changes in the cluster whose figures come first, and what only changes in others. */
export function mainChangeText(review: Review): string | undefined {
  const text = changeText(changesInMain(review));
  const [main] = reviewedClusters(review);
  if (text === undefined || main === undefined || main.name === null) return text;
  return `${text}${elsewhereText(review.changes, main.name)}`;
}

/** What changes in the cluster whose nodes or cost differ, that of pods first. */
export function needsChangeText(review: Review, cluster: string | null): string | undefined {
  const here = changesIn(cluster, review);
  const text = changeText(here.length > 0 ? here : changesInMain(review), rankOfNeeds);
  if (text === undefined) return modelledChange(review)[0];
  if (cluster === null) return text;
  return `${text}${elsewhereText(review.changes, cluster)}`;
}

/** What changes in the cluster whose figures come first. */
function changesInMain(review: Review): readonly Change[] {
  const [main] = reviewedClusters(review);
  const ofMain = changesIn(main?.name ?? null, review);
  if (ofMain.length > 0) return ofMain;
  return review.changes;
}

/** `Raises the share of spot nodes from 10% to 60% in prod`, in the first cluster where it does. */
export function spotSentence(review: Review): string[] {
  const [first] = dangersOf(review).filter(({ kind }) => kind === 'spot-up');
  if (first === undefined) return [];
  const place = first.where === 'main' ? whereText(review) : '';
  return [`${capitalized(first.text)}${place}`];
}

/**
 * How nodes and cost differ, and what changes: only that if nobody knows whether nodes and cost rise or fall. After a
 * restart, consolidation can split a node into two of the same price, which is no need. Then only the figures say it.
 */
export function needsAndChange(review: Review, isMoreSaid: boolean): (string | undefined)[] {
  const needs = needsText(review);
  const isKnown = !review.changes.some(isOfUnknownEffect);
  if (needs === undefined) return [isMoreSaid || isKnown ? mainChangeText(review) : undefined];

  const change = needsChangeText(review, needs.cluster);
  if (needs.isRepacked || (change !== undefined && needs.isOnlyPacking)) return [change];
  return [needs.text, change];
}

/** How nodes and cost differ in one cluster. */
interface Needs {
  readonly cluster: string | null;
  readonly text: string;
  /** Consolidation only splits nodes, at the same cost, or restarted pods are packed in another way. */
  readonly isOnlyPacking: boolean;
  /** Chance decides the difference, so no sentence has it. */
  readonly isRepacked: boolean;
}

/** How nodes and cost differ in the first cluster where they do; undefined if they do nowhere, or if that is unknown. */
export function needsText(review: Review): Needs | undefined {
  const clusters = reviewedClusters(review);
  const money = moneyOfAll(clusters.map(({ estimate }) => estimate));

  const texts = clusters.flatMap(({ name, estimate, disruption }) => {
    const text = differenceText(estimate, money, name);
    if (text === undefined) return [];
    const isRepacked = estimate?.isRepacked === true;
    return [{ cluster: name, text, isOnlyPacking: isOnlyPacking(estimate, disruption, money), isRepacked }];
  });

  return texts[0];
}

const isOnlyPacking = (estimate: Estimate | null, { consolidation }: Disruption, money: Money): boolean =>
  estimate?.isRepacked === true || (consolidation !== undefined && isAtSameCost(estimate, money));

/** ` in prod`, if there are other environments. */
export function whereText({ environments }: Review): string {
  const main = environments.length > 1 ? environments.find(({ isMain }) => isMain) : undefined;
  if (main === undefined) return '';
  return ` in ${main.name}`;
}
