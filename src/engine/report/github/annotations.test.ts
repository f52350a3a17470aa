import { describe, expect, test } from 'vitest';
import type { Annotation } from '../../review/presentation/presentation.ts';
import type { Severity } from '../../text/diagnostic.ts';
import { errorWithCost, hostileNames, manyFindings } from '../fixtures.test-support.ts';
import { finding, report, review } from '../test-support.ts';
import { annotations, github, shownAnnotations, workflowCommand, workflowCommands } from './annotations.ts';

const annotation = (over: Partial<Annotation> = {}): Annotation => ({
  level: 'error',
  file: 'a.yaml',
  startLine: 1,
  endLine: 1,
  startColumn: 2,
  endColumn: 3,
  title: 'lint/x',
  message: 'bad',
  ...over,
});

test('an annotation is at the place of the finding', () => {
  expect(annotations(errorWithCost())).toMatchObject([
    { level: 'error', startLine: 7, endLine: 7, startColumn: 3, endColumn: 7, title: 'schema/unknown-field' },
  ]);
});

test('a span that ends with a line does not include the next line', () => {
  const texts = new Map([['a.yaml', 'a: 1\nb: 2\n']]);
  const findings = [finding({ span: { file: 'a.yaml', start: 0, end: 5 } })];
  expect(annotations(review({ texts, findings }))).toMatchObject([{ startLine: 1, endLine: 1 }]);
});

test('errors come first, and older findings are left out', () => {
  const at = (severity: Severity, isNew = true) =>
    finding({ severity, span: { file: 'a.yaml', start: 0, end: 1 } }, isNew);
  const from = review({ findings: [at('note'), at('error', false), at('warning'), at('error')] });
  expect(annotations(from).map((entry) => entry.level)).toEqual(['error', 'warning', 'notice']);
});

test('copies of a finding come after every other finding', () => {
  const at = (file: string, message: string) => finding({ message, span: { file, start: 0, end: 1 } });
  const from = review({ findings: [at('a.yaml', 'one'), at('b.yaml', 'one'), at('c.yaml', 'two')] });
  expect(annotations(from).map(({ file }) => file)).toEqual(['a.yaml', 'c.yaml', 'b.yaml']);
});

describe('workflow commands', () => {
  test.each([
    [annotation(), '::error file=a.yaml,line=1,endLine=1,col=2,endColumn=3,title=lint/x::bad'],
    [annotation({ endLine: 3 }), '::error file=a.yaml,line=1,endLine=3,title=lint/x::bad'],
    [
      annotation({ level: 'notice', file: 'a,b:c%.yaml', message: '100%\n::set-env::\r' }),
      '::notice file=a%2Cb%3Ac%25.yaml,line=1,endLine=1,col=2,endColumn=3,title=lint/x::100%25%0A::set-env::␍',
    ],
  ])('%o', (from, expected) => expect(workflowCommand(from)).toBe(expected));

  test.each(hostileNames)('%j cannot start another command', (name) => {
    const lines = workflowCommand(annotation({ file: name, message: name, title: name })).split(/[\r\n]/);
    expect(lines).toHaveLength(1);
  });

  test('ten of each level are shown, and the rest is counted', () => {
    const { commands, left } = workflowCommands(annotations(manyFindings()));
    expect([commands.length, left]).toEqual([20, 280]);
    expect(github.render(report(manyFindings()), {})).toContain('280 more findings');
  });
});

test.each([
  [0, 0, 0],
  [200, 200, 0],
  [1200, 200, 1000],
])('of %i findings a check shows %i', (count, shown, omitted) => {
  const result = shownAnnotations(Array.from({ length: count }, () => annotation()));
  expect([result.shown.length, result.omitted]).toEqual([shown, omitted]);
});
