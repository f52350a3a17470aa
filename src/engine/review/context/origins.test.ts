import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../text/diagnostic.ts';
import type { Source } from '../../text/source.ts';
import { Origins, withoutRepeats } from './origins.ts';

const original: Source = { file: 'values.yaml', text: 'a: 1\n  b: two\n' };
/** Each place in the rendered text is six characters later in the original, or two for an approximate place. */
const made = (text: string, shift: number, isExact = true, root = 'r'): Source => ({
  file: `made by ${root}`,
  text,
  origin: {
    root,
    tool: 'helm',
    trace: (start, end) => ({ span: { file: 'values.yaml', start: start + shift, end: end + shift }, isExact }),
  },
});
const finding = (file: string, more: Partial<Diagnostic> = {}): Diagnostic => ({
  code: 'lint/x',
  severity: 'error',
  message: 'm',
  labels: [],
  resource: null,
  span: { file, start: 0, end: 1 },
  ...more,
});

describe('origins', () => {
  const source = made('  b: two\n', 5);
  const origins = new Origins([source], [original]);

  test('a finding, its labels and its fix are placed in the original', () => {
    const { file } = source;
    const label = { message: 'here', span: { file, start: 2, end: 3 } };
    const fix = { description: 'd', edits: [{ file, start: 5, end: 8, newText: 'three' }] };
    const traced = origins.trace(finding(file, { span: { file, start: 5, end: 8 }, labels: [label], fix }));
    expect(traced.span).toEqual({ file: 'values.yaml', start: 10, end: 13 });
    expect(traced.labels[0]!.span).toEqual({ file: 'values.yaml', start: 7, end: 8 });
    expect(traced.fix!.edits).toEqual([{ file: 'values.yaml', start: 10, end: 13, newText: 'three' }]);
    expect(traced.foundIn).toEqual({ tool: 'helm', roots: ['r'], isExact: true });
  });

  test.each<[string, Source, { start: number; end: number; newText: string }]>([
    ['the original has different text', made('  b: TWO\n', 5), { start: 5, end: 8, newText: 'x' }],
    ['the place is only approximate', made('  b: two\n', 5, false), { start: 5, end: 8, newText: 'x' }],
    [
      'lines are added and the indentation differs',
      made('    b: two\n', 3),
      { start: 10, end: 10, newText: '\n    c: 1' },
    ],
  ])('no fix if %s', (_, other, edit) => {
    const { file } = other;
    const fix = { description: 'd', edits: [{ file, ...edit }] };
    expect(new Origins([other], [original]).trace(finding(file, { fix })).fix).toBeUndefined();
  });

  test('lines are added if the whole line is the same', () => {
    const { file } = source;
    const fix = { description: 'd', edits: [{ file, start: 8, end: 8, newText: '\n  c: 3' }] };
    expect(origins.trace(finding(file, { fix })).fix!.edits).toEqual([
      { file: 'values.yaml', start: 13, end: 13, newText: '\n  c: 3' },
    ]);
  });

  test('a finding in a file that is not rendered stays unchanged', () => {
    const plain = finding('pool.yaml');
    expect(origins.trace(plain)).toEqual(plain);
  });

  test('a finding in several roots is one finding, new if it is new in one of them', () => {
    const of = (root: string, isNew: boolean) => ({
      diagnostic: finding('a', { foundIn: { tool: 'kustomize', roots: [root], isExact: true } }),
      isNew,
    });
    const plain = { diagnostic: finding('a'), isNew: false };
    const merged = withoutRepeats([of('prod', false), plain, of('dev', true), plain]);
    expect(merged.map(({ diagnostic, isNew }) => [diagnostic.foundIn?.roots, isNew])).toEqual([
      [['dev', 'prod'], true],
      [undefined, false],
      [undefined, false],
    ]);
  });

  test('a finding of one line about several objects has each of them once', () => {
    const about = (name: string): { diagnostic: Diagnostic; isNew: boolean } => ({
      isNew: true,
      diagnostic: finding('values.yaml', {
        resource: { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', namespace: 'shop', name },
        foundIn: { tool: 'helm', roots: [name], isExact: true },
      }),
    });
    const [merged, ...others] = withoutRepeats([about('cart'), about('web'), about('cart'), about('web')]);
    expect(others).toEqual([]);
    expect(merged?.diagnostic.resource?.name).toBe('cart');
    expect(merged?.diagnostic.otherResources?.map(({ name }) => name)).toEqual(['web']);

    const [single] = withoutRepeats([about('cart'), about('cart')]);
    expect(single?.diagnostic.otherResources).toBeUndefined();
  });
});
