/**
 * `node scripts/compare-loop.ts [NAME…]` compares what plumbline predicts with the set-ups and transitions that `npm run loop` recorded.
 * One line for each that differs, with the reason where the record shows it, then the totals.
 */
import { type Agreement, agreementOf, type SeenEnd } from '../test/kwok/agreement.ts';
import { type Prediction, predictAfter, predictEnd } from '../test/kwok/prediction.ts';
import { reasonsOfEnd, reasonsOfTransition } from '../test/kwok/reasons.ts';
import { roundsFile, transitionsFile } from '../test/kwok/recording.ts';

const names = process.argv.slice(2);
const isAsked = ({ name }: { readonly name: string }): boolean => names.length === 0 || names.includes(name);

const totalUsd = (nodes: SeenEnd['nodes']): string =>
  `$${nodes.reduce((sum, { hourlyUsd }) => sum + hourlyUsd, 0).toFixed(3)}`;
function typesOf(nodes: SeenEnd['nodes']): string {
  const counts = new Map<string, number>();
  for (const { instanceType } of nodes) counts.set(instanceType, (counts.get(instanceType) ?? 0) + 1);
  return (
    [...counts]
      .map(([type, count]) => `${count} × ${type}`)
      .sort()
      .join(', ') || 'nothing'
  );
}
const described = ({ nodes, pending }: SeenEnd): string => {
  const waiting = Object.entries(pending).map(([workload, count]) => `, ${count} of ${workload} pending`);
  return `${nodes.length} nodes (${typesOf(nodes)}) ${totalUsd(nodes)}${waiting.join('')}`;
};

type Aspect = Exclude<keyof Agreement, 'falselyUnschedulable'>;
const aspects: readonly Aspect[] = ['nodes', 'cost', 'types', 'pending'];

/** What agrees, of all records and of those in which no reason outside of plumbline's knowledge plays a part. */
class Tally {
  readonly #agreements: { readonly agreement: Agreement; readonly isKnowable: boolean }[] = [];

  add(agreement: Agreement, isKnowable: boolean): void {
    this.#agreements.push({ agreement, isKnowable });
  }

  toString(): string {
    const of = (all: readonly Agreement[]): string => {
      const share = (aspect: Aspect): string => `${aspect} ${all.filter((agreement) => agreement[aspect]).length}`;
      return `of ${all.length} the same ${aspects.map(share).join(', ')}`;
    };
    const all = this.#agreements.map(({ agreement }) => agreement);
    const knowable = this.#agreements.filter(({ isKnowable }) => isKnowable).map(({ agreement }) => agreement);
    const wrong = all.filter(({ falselyUnschedulable }) => falselyUnschedulable > 0).length;
    return `${of(all)}; without those that have a reason, ${of(knowable)}; falsely unschedulable pods in ${wrong}`;
  }
}

interface Comparison {
  readonly name: string;
  readonly predict: () => Prediction;
  readonly seen: SeenEnd;
  readonly reasons: readonly string[];
}

/** Adds a comparison to a tally, and prints it where something differs. */
function compare(tally: Tally, { name, predict, seen, reasons }: Comparison): void {
  const predicted = predict();
  const agreement = agreementOf(predicted, seen);
  tally.add(agreement, reasons.length === 0);
  const differing = aspects.filter((aspect) => !agreement[aspect]);
  if (differing.length === 0 && names.length === 0) return;
  const verdict = differing.length === 0 ? 'as predicted' : `other ${differing.join(', ')}`;
  console.log(`${name}: ${verdict}${agreement.falselyUnschedulable > 0 ? ', FALSELY UNSCHEDULABLE' : ''}`);
  console.log(`  predicted ${described(predicted)}\n  seen      ${described(seen)}`);
  for (const reason of reasons) console.log(`  ${reason}`);
}

const ends = new Tally();
for (const record of roundsFile.read().filter(isAsked)) {
  const reasons = reasonsOfEnd(record);
  compare(ends, { name: record.name, predict: () => predictEnd(record), seen: record.seen, reasons });
}
const [fromFiles, fromSnapshot] = [new Tally(), new Tally()];
const transitions = transitionsFile.read();
for (const record of transitions.filter(isAsked)) {
  const { after: seen, snapshot } = record.seen;
  const name = `${record.name} (run ${record.run})`;
  const reasons = reasonsOfTransition(record, transitions);
  compare(fromFiles, { name: `${name} from files`, predict: () => predictAfter(record), seen, reasons });
  const predict = () => predictAfter(record, snapshot);
  compare(fromSnapshot, { name: `${name} with snapshot`, predict, seen, reasons });
}
console.log(`\nset-ups: ${ends}\ntransitions from files: ${fromFiles}\ntransitions with snapshot: ${fromSnapshot}`);
