import { describe, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../karpenter/api/settings.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { parsed } from '../../rules/lint/examples.test-support.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { applySuppressions } from './suppressions.ts';

const today = '2026-11-21';
const resource = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name: 'default' };
const settings = (own: Partial<Settings> = {}): Settings => ({ ...defaultSettings, today, ...own });

/** A finding at the key of the first line that starts with it. */
function at(file: string, text: string, found: string, code = 'lint/require-limits'): Diagnostic {
  const start = text.search(new RegExp(`(?<=^ *)${found}`, 'm'));
  expect(start, found).toBeGreaterThanOrEqual(0);
  const span = { file, start, end: start + found.length };
  return { code: code as Diagnostic['code'], severity: 'warning', message: 'x', span, labels: [], resource };
}

interface Case {
  readonly text: string;
  readonly found?: string;
  readonly code?: string;
  readonly base?: ManifestSet;
  readonly settings?: Partial<Settings>;
}

function run({ text, found = 'limits', code, base, settings: own }: Case) {
  const head = parsed({ 'a.yaml': text });
  expect(head.files[0]!.diagnostics).toEqual([]);
  return applySuppressions({
    diagnostics: [at('a.yaml', text, found, code)],
    head,
    base: base ?? null,
    settings: settings(own),
  });
}

const pool = (comments: { top?: string; limits?: string; end?: string } = {}): string =>
  [
    comments.top,
    'apiVersion: karpenter.sh/v1',
    'kind: NodePool',
    'metadata: {name: default}',
    'spec:',
    comments.limits && `  ${comments.limits}`,
    `  limits:${comments.end ? ` ${comments.end}` : ''}`,
    '    mem: 1',
    '  weight: 5',
    '',
  ]
    .filter((line) => line !== undefined && line !== '')
    .join('\n');

const ignore = '# plumbline-ignore require-limits: shared sandbox';
const codes = (diagnostics: readonly Diagnostic[]): string[] => diagnostics.map(({ code }) => code).sort();

describe('a comment', () => {
  test.each([
    ['above the line', pool({ limits: ignore }), 'limits'],
    ['on the line', pool({ end: ignore }), 'limits'],
    ['above the parent entry', pool({ limits: ignore }), 'mem'],
    ['above the document', pool({ top: ignore }), 'mem'],
    ['with the full code', pool({ limits: ignore.replace('require', 'lint/require') }), 'limits'],
    ['for several rules', pool({ limits: ignore.replace('require', 'pin-ami-alias, require') }), 'limits'],
    ['on its last day', pool({ limits: ignore.replace(':', ` until=${today}:`) }), 'limits'],
  ])('%s silences', (_, text, found) => {
    const { suppressed } = run({ text, found });
    expect(suppressed).toMatchObject([{ reason: 'shared sandbox', by: 'comment', isNew: false }]);
  });

  test.each([
    ['above another entry', pool({ limits: ignore }), 'weight', ['lint/require-limits', 'lint/unused-suppression']],
    [
      'for another rule',
      pool({ limits: ignore.replace('require-limits', 'pin-ami-alias') }),
      'limits',
      ['lint/require-limits', 'lint/unused-suppression'],
    ],
    [
      'for no rule',
      pool({ limits: ignore.replace('require-limits', 'require-limit') }),
      'limits',
      ['lint/require-limits', 'lint/unknown-rule'],
    ],
    [
      'after its date',
      pool({ limits: ignore.replace(':', ' until=2026-11-20:') }),
      'limits',
      ['lint/expired-suppression', 'lint/require-limits'],
    ],
  ])('%s does not', (_, text, found, expected) => {
    const { kept, suppressed } = run({ text, found });
    expect(codes(kept)).toEqual(expected);
    expect(suppressed).toEqual([]);
  });

  test('does not reach into the next document', () => {
    const text = `${pool({ top: ignore })}\n---\n${pool().replace('default', 'other')}`;
    const second = text.lastIndexOf('limits');
    const finding = { ...at('a.yaml', text, 'limits'), span: { file: 'a.yaml', start: second, end: second + 6 } };
    const input = { diagnostics: [finding], head: parsed({ 'a.yaml': text }), base: null, settings: settings() };
    expect(codes(applySuppressions(input).kept)).toEqual(['lint/require-limits', 'lint/unused-suppression']);
  });

  test('with a misspelled rule gets the right name as help', () => {
    const { kept } = run({ text: pool({ limits: ignore.replace('require-limits', 'require-limit') }) });
    expect(kept.find(({ code }) => code === 'lint/unknown-rule')?.help).toContain('`require-limits`');
  });

  test.each([
    ['rule is off', { rules: { 'require-limits': 'off' as const } }, undefined],
    ['run did not look for the code', {}, (code: string) => code !== 'lint/require-limits'],
  ])('is not reported as unused if the %s', (_, own, isJudged) => {
    const head = parsed({ 'a.yaml': pool({ limits: ignore }) });
    const { kept } = applySuppressions({
      diagnostics: [],
      head,
      base: null,
      settings: settings(own),
      ...(isJudged && { isJudged }),
    });
    expect(kept).toEqual([]);
  });
});

describe('a suppression counts as new', () => {
  const text = pool({ limits: ignore });
  test.each([
    ['in an existing file', parsed({ 'a.yaml': text }), false],
    ['in a moved file', parsed({ 'b.yaml': text }), false],
    ['with another reason', parsed({ 'a.yaml': text.replace('shared', 'other') }), true],
    ['with a later date', parsed({ 'a.yaml': text.replace('limits:', 'limits until=2026-12-01:') }), true],
    ['from above another line', parsed({ 'a.yaml': pool({ top: ignore }) }), true],
    ['from another object', parsed({ 'a.yaml': text.replace('default', 'other') }), true],
    ['if there was none', parsed({ 'a.yaml': pool() }), true],
  ])('%s: %#', (_, base, isNew) => expect(run({ text, base }).suppressed).toMatchObject([{ isNew }]));

  test('if it moves to another file that already existed', () => {
    const base = parsed({ 'a.yaml': pool(), 'b.yaml': text });
    const head = parsed({ 'a.yaml': text, 'b.yaml': pool() });
    const input = { diagnostics: [at('a.yaml', text, 'limits')], head, base, settings: settings() };
    expect(applySuppressions(input).suppressed).toMatchObject([{ isNew: true }]);
  });

  test('if there are more of them than before', () => {
    const twice = pool({ limits: `${ignore}\n  ${ignore}` });
    const base = parsed({ 'a.yaml': text });
    // The older of the two silences the finding.
    expect(run({ text: twice, base }).suppressed).toMatchObject([{ isNew: false }]);
    expect(codes(run({ text: twice, base }).kept)).toEqual(['lint/unused-suppression']);
  });
});

describe('the configuration', () => {
  test.each([
    [{ code: 'require-limits' }, 1],
    [{ code: 'lint/require-limits', path: 'a.yaml' }, 1],
    [{ code: 'lint/require-limits', path: 'b.yaml' }, 0],
    [{ code: 'require-limits', until: '2026-11-20' }, 0],
    [{ code: 'schema/cel' }, 0],
    [{ code: 'require-limits', resource: 'NodePool/def*' }, 1],
    [{ code: 'require-limits', resource: 'NodePool/other' }, 0],
  ])('%o silences %i', (entry, count) => {
    const { suppressed } = run({ text: pool(), settings: { ignore: [{ reason: 'agreed', ...entry }] } });
    expect(suppressed).toHaveLength(count);
    for (const one of suppressed) expect(one).toMatchObject({ by: 'configuration', reason: 'agreed', isNew: false });
  });
});

describe('neverSuppress', () => {
  test.each([
    ['limits', { neverSuppress: ['require-limits'] }, ['lint/forbidden-suppression', 'lint/require-limits']],
    ['limits', { neverSuppress: ['lint/require-limits'] }, ['lint/forbidden-suppression', 'lint/require-limits']],
    ['limits', { neverSuppress: ['pin-ami-alias'] }, []],
  ])('%s with %o', (found, own, expected) => {
    expect(codes(run({ text: pool({ limits: ignore }), found, settings: own }).kept)).toEqual(expected);
  });
});
