import { expect, test } from 'vitest';
import { compareEnds, knownEnds } from './end-comparison.ts';

const all = compareEnds();
const keyOf = ({ name, kind }: { readonly name: string; readonly kind: string }): string => `${name}, ${kind}`;
const isRight = ({ agreement }: (typeof all)[number]): boolean => agreement.nodes && agreement.cost;

test('no pod is reported as unschedulable that runs in the real cluster', () => {
  const wrong = all.filter(({ agreement }) => agreement.falselyUnschedulable > 0);
  expect(wrong.map(keyOf)).toEqual([]);
});

test.each(all)('$name, $kind: as predicted, or different for a known reason', (comparison) => {
  const reason = comparison.reasons[0] ?? knownEnds[keyOf(comparison)];
  expect(isRight(comparison) || reason !== undefined).toBe(true);
});

test('no reason is listed for a cluster that is as predicted', () => {
  const differing = new Set(all.filter((one) => !isRight(one)).map(keyOf));
  expect(Object.keys(knownEnds).filter((key) => !differing.has(key))).toEqual([]);
});
