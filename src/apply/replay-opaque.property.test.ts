import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../test/extent.ts';
import { type OpaqueChange, opaqueIn } from '../engine/changes/plan/opaque-item.ts';
import { pack } from '../engine/changes/plan/plan.test-support.ts';
import { type Plan, planOf } from '../engine/changes/plan/plan.ts';
import { type ApprovedChange, replayChanges } from './replay-changes.ts';

/** One edit of a file on the branch. What is not opaque is known to be harmless. */
interface Edit {
  readonly file: string;
  readonly to: string | null;
  readonly isOpaque: boolean;
}

const nothing = { files: [], manifests: [] };

const planWith = (opaque: Plan['opaque']): Plan =>
  planOf({ environment: 'production', base: nothing, head: nothing, pack, opaque }) as Plan;

const edit: fc.Arbitrary<Edit> = fc.record({
  file: fc.constantFrom('a.yaml', 'b.yaml', 'c.tf'),
  to: fc.constantFrom('0', '1', '2', null),
  isOpaque: fc.boolean(),
});

interface Branch {
  readonly whole: Omit<ApprovedChange, 'label'>;
  readonly changes: readonly ApprovedChange[];
  /** The edits that differ from what was there before. */
  readonly edits: readonly Edit[];
}

/** A branch with one merged change for each edit, and the change of all of them together. */
function branchOf(all: readonly Edit[]): Branch {
  const start = new Map<string, string | null>();
  const now = new Map<string, string | null>();
  const unclear = new Set<string>();
  const changes: ApprovedChange[] = [];
  const edits: Edit[] = [];
  for (const { file, to, isOpaque } of all) {
    const before = now.get(file) ?? (now.has(file) ? null : '0');
    if (before === to) continue;
    if (!start.has(file)) start.set(file, before);
    if (isOpaque) unclear.add(file);
    now.set(file, to);
    edits.push({ file, to, isOpaque });
    changes.push({
      label: `#${changes.length + 1}`,
      plan: planWith(isOpaque ? [{ file, base: before, head: to, reasons: ['unknown'] }] : []),
      configuration: [],
      edited: [{ file, before, after: to }],
    });
  }
  const edited = [...start]
    .map(([file, before]) => ({ file, before, after: now.get(file)! }))
    .filter(({ before, after }) => before !== after);
  const opaque = edited
    .filter(({ file }) => unclear.has(file))
    .map(({ file, before, after }) => ({ file, base: before, head: after, reasons: ['unknown'] }));
  return { whole: { plan: planWith(opaque), configuration: [], edited }, changes, edits };
}

const timeline = fc.array(edit, { minLength: 1, maxLength: 8 }).map(branchOf);
const runs = propertyRuns(20_000);

test('T72: approved edits explain the whole, in whatever order opaque and harmless ones follow each other', () => {
  fc.assert(
    fc.property(timeline, ({ whole, changes }) => {
      expect(replayChanges(whole, changes).gaps).toEqual([]);
    }),
    { numRuns: runs },
  );
});

test('T72: an opaque edit that nobody approved is a gap, unless the file ends as it was', () => {
  fc.assert(
    fc.property(timeline, fc.nat(7), ({ whole, changes, edits }, index) => {
      const hidden = edits[index];
      fc.pre(hidden?.isOpaque === true && whole.plan.opaque.some(({ file }) => file === hidden.file));
      expect(replayChanges(whole, changes.toSpliced(index, 1)).gaps).not.toEqual([]);
    }),
    { numRuns: runs },
  );
});

test('T72: other content at the end than what was approved is a gap', () => {
  fc.assert(
    fc.property(timeline, fc.nat(2), ({ whole, changes }, index) => {
      const item = whole.plan.opaque[index];
      fc.pre(item !== undefined);
      const opaque = whole.plan.opaque.map((one) => (one === item ? { ...one, head: 'something else' } : one));
      const edited = whole.edited!.filter(({ file }) => file !== item.file);
      expect(replayChanges({ ...whole, plan: planWith(opaque), edited }, changes).gaps).not.toEqual([]);
    }),
    { numRuns: runs },
  );
});

const hash = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null });
const path = fc.constantFrom('dev/a.yaml', 'prod/a.yaml', 'prod/b.yaml', 'shared/x.tf', 'README');
const change: fc.Arbitrary<OpaqueChange> = fc.record({
  file: path,
  base: hash,
  head: hash,
  reasons: fc.array(fc.constantFrom('unknown', 'elsewhere'), { minLength: 1, maxLength: 2 }),
  places: fc.array(path, { maxLength: 2 }),
  environments: fc.subarray(['dev', 'prod']),
});

test('T72: each opaque change is in the plan of at least one environment', () => {
  const pathsOf = fc.record({
    dev: fc.subarray(['dev', 'shared']),
    prod: fc.subarray(['prod', 'shared']),
  });
  fc.assert(
    fc.property(change, pathsOf, (one, paths) => {
      const found = ['dev', 'prod'].filter((name) => opaqueIn([one], name, paths).length > 0);
      expect(found.length).toBeGreaterThan(0);
      for (const name of one.environments) expect(found).toContain(name);
    }),
    { numRuns: runs },
  );
});

test('T9, T72: another opaque item, file, content or reason is another digest', () => {
  const items = fc.uniqueArray(change, { maxLength: 3, selector: ({ file }) => file });
  const shown = (all: readonly OpaqueChange[]) =>
    all.map(({ file, base, head, reasons }) => ({ file, base, head, reasons }));
  fc.assert(
    fc.property(items, items, (one, other) => {
      const [a, b] = [shown(one), shown(other)];
      expect(planWith(a).digest === planWith(b).digest).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
    { numRuns: runs },
  );
});
