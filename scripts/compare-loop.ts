/**
 * `npm run compare -- clusters [NAME…]` compares plumbline's predictions with the setups and transitions that `npm run record -- clusters` recorded.
 * Prints one line for each that differs, with the reason if the record shows it, and then the totals.
 */
import type { Agreement, SeenEnd } from '../test/kwok/agreement.ts';
import { compareEnds, type EndComparison, type EndKind } from '../test/kwok/end-comparison.ts';
import { isNoWorse, isSameRestarts } from '../test/kwok/restarts.ts';

const names = process.argv.slice(2);

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
const aspects: readonly Aspect[] = ['nodes', 'cost', 'range', 'types', 'pending'];

/** Counts the records that agree: of all records, and of those without a cause that plumbline cannot know. */
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
    return `${of(all)}; without those that have a reason, ${of(knowable)}; pods wrongly reported as unschedulable in ${wrong}`;
  }
}

const tallies = new Map<EndKind, Tally>();
const restartTallies = new Map<EndKind, readonly (readonly [isSame: boolean, isNoWorse: boolean])[]>();

/** Adds a comparison to its totals, and prints it if something differs. */
function tell({ name, kind, predicted, seen, agreement, reasons, seenRestarts }: EndComparison): void {
  const tally = tallies.get(kind) ?? new Tally();
  tallies.set(kind, tally);
  tally.add(agreement, reasons.length === 0);
  const differing: string[] = aspects.filter((aspect) => !agreement[aspect]);
  const [ours, theirs] = [predicted.restarts, seenRestarts];
  if (ours && theirs) {
    restartTallies.set(kind, [
      ...(restartTallies.get(kind) ?? []),
      [isSameRestarts(ours, theirs), isNoWorse(ours, theirs)],
    ]);
    if (!isSameRestarts(ours, theirs)) differing.push('restarts');
    else if (!isNoWorse(ours, theirs)) differing.push('worst moment');
  }
  if (differing.length === 0 && names.length === 0) return;
  const verdict = differing.length === 0 ? 'as predicted' : `other ${differing.join(', ')}`;
  console.log(`${name}, ${kind}: ${verdict}${agreement.falselyUnschedulable > 0 ? ', FALSELY UNSCHEDULABLE' : ''}`);
  console.log(`  predicted ${described(predicted)}\n  seen      ${described(seen)}`);
  if (ours && theirs && differing.some((figure) => figure === 'restarts' || figure === 'worst moment'))
    console.log(`  restarts predicted ${JSON.stringify(ours)}\n  restarts seen      ${JSON.stringify(theirs)}`);
  for (const reason of reasons) console.log(`  ${reason}`);
}

const isAsked = ({ name }: { readonly name: string }): boolean => names.length === 0 || names.includes(name);
for (const comparison of compareEnds(isAsked)) tell(comparison);
for (const [kind, tally] of tallies) console.log(`${kind}: ${tally}`);
for (const [kind, all] of restartTallies) {
  const [same, worst] = [all.filter(([isSame]) => isSame), all.filter(([isSame, isWorst]) => isSame && isWorst)];
  console.log(
    `${kind}: of ${all.length} the same pods restart in ${same.length}, and none has fewer running pods than predicted in ${worst.length}`,
  );
}
