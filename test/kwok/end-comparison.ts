import { readFileSync } from 'node:fs';
import { type Agreement, agreementOf, type SeenEnd } from './agreement.ts';
import { type Prediction, predictAfter, predictEnd } from './prediction.ts';
import { type Reason, reasonsOfEnd, reasonsOfRestarts, reasonsOfStart, reasonsOfTransition } from './reasons.ts';
import { olderFile, roundsFile, transitionsFile } from './recording.ts';
import { type Restarts, seenRestarts } from './restarts.ts';
import type { Transition } from './transition.ts';

/** Comparison (`name, kind`) → why it differs, if the record does not show the reason. */
export const knownEnds = JSON.parse(readFileSync(new URL('./known-ends.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

/** What was compared: a setup in an empty cluster, or a transition predicted from its files or from a snapshot of the cluster. */
export type EndKind = 'setup' | 'transition from files' | 'transition with snapshot';

/** The end of a recorded cluster compared with plumbline's prediction. */
export interface EndComparison {
  readonly name: string;
  readonly kind: EndKind;
  readonly predicted: Prediction;
  readonly seen: SeenEnd;
  readonly agreement: Agreement;
  /** Only of a transition. */
  readonly seenRestarts?: Restarts;
  /** Why other pods may restart than predicted. Only of a transition. */
  readonly restartReasons?: readonly string[];
  /** Facts in the record that plumbline cannot know in advance. */
  readonly reasons: readonly Reason[];
}

/** Whether a record is compared. */
export type IsChosen = (record: { readonly name: string }) => boolean;

/** Compares all records, or those that are chosen. */
export function compareEnds(isChosen: IsChosen = () => true): readonly EndComparison[] {
  const setUps = roundsFile.read().filter(isChosen);
  const transitions = transitionsFile.read();
  const fromFiles = new Map<string, Prediction>();

  /** Equal for all runs of a transition, which have the same files. */
  const predictFromFiles = (transition: Transition): Prediction => {
    const key = JSON.stringify([transition.base, transition.head, transition.settings]);
    const prediction = fromFiles.get(key) ?? predictAfter(transition);
    fromFiles.set(key, prediction);
    return prediction;
  };

  return [
    ...setUps.map((record) =>
      comparison(record.name, 'setup', {
        predicted: predictEnd(record),
        seen: record.seen,
        reasons: reasonsOfEnd(record),
      }),
    ),
    ...transitions.filter(isChosen).flatMap((record) => {
      const { after: seen, snapshot } = record.seen;
      const name = record.run === 1 ? record.name : `${record.name} (run ${record.run})`;
      const reasons = reasonsOfTransition(record, transitions);
      const shared = { seen, seenRestarts: seenRestarts(record.seen) };
      const fromStart = [...reasons, ...reasonsOfStart(record)];
      return [
        comparison(name, 'transition from files', {
          ...shared,
          predicted: predictFromFiles(record),
          reasons: fromStart,
          restartReasons: reasonsOfRestarts(record, fromStart),
        }),
        comparison(name, 'transition with snapshot', {
          ...shared,
          predicted: predictAfter(record, snapshot),
          reasons,
          restartReasons: reasonsOfRestarts(record, reasons),
        }),
      ];
    }),
  ];
}

/** A transition under an earlier minor of Karpenter. */
export interface OlderComparison extends EndComparison {
  readonly minor: string;
}

/** Transitions under earlier minors, compared with predictions for that minor. */
export const compareOlder = (): readonly OlderComparison[] =>
  olderFile.read().map((record) => {
    const { after: seen, snapshot } = record.seen;
    const predicted = predictAfter(record, snapshot);
    const seenAndWhy = { seen, seenRestarts: seenRestarts(record.seen), reasons: reasonsOfTransition(record, []) };
    return {
      minor: record.settings.karpenterVersion!,
      ...comparison(record.name, 'transition with snapshot', { predicted, ...seenAndWhy }),
    };
  });

function comparison(
  name: string,
  kind: EndKind,
  found: Omit<EndComparison, 'name' | 'kind' | 'agreement'>,
): EndComparison {
  return { name, kind, ...found, agreement: agreementOf(found.predicted, found.seen) };
}
