import { readFileSync } from 'node:fs';
import { type Agreement, agreementOf, type SeenEnd } from './agreement.ts';
import { type Prediction, predictAfter, predictEnd } from './prediction.ts';
import { type Reason, reasonsOfEnd, reasonsOfRestarts, reasonsOfStart, reasonsOfTransition } from './reasons.ts';
import { olderFile, roundsFile, transitionsFile } from './recording.ts';
import { type Restarts, seenRestarts } from './restarts.ts';

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

/** Compares all records, or those with the given names. */
export function compareEnds(names: readonly string[] = []): readonly EndComparison[] {
  const isAsked = ({ name }: { readonly name: string }): boolean => names.length === 0 || names.includes(name);
  const setUps = roundsFile.read().filter(isAsked);
  const transitions = transitionsFile.read();
  return [
    ...setUps.map((record) =>
      comparison(record.name, 'setup', {
        predicted: predictEnd(record),
        seen: record.seen,
        reasons: reasonsOfEnd(record),
      }),
    ),
    ...transitions.filter(isAsked).flatMap((record) => {
      const { after: seen, snapshot } = record.seen;
      const name = record.run === 1 ? record.name : `${record.name} (run ${record.run})`;
      const reasons = reasonsOfTransition(record, transitions);
      const shared = { seen, seenRestarts: seenRestarts(record.seen) };
      const fromStart = [...reasons, ...reasonsOfStart(record)];
      return [
        comparison(name, 'transition from files', {
          ...{ ...shared, predicted: predictAfter(record) },
          ...{ reasons: fromStart, restartReasons: reasonsOfRestarts(record, fromStart) },
        }),
        comparison(name, 'transition with snapshot', {
          ...{ ...shared, predicted: predictAfter(record, snapshot) },
          ...{ reasons, restartReasons: reasonsOfRestarts(record, reasons) },
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
