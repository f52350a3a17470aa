import { expect, test } from 'vitest';
import type { Finding } from '../../review/context/finding.ts';
import { withoutCopies } from '../../review/context/finding-copies.ts';
import type { Code, Diagnostic, Severity } from '../../text/diagnostic.ts';
import { rendererOf } from '../renderers.ts';
import { diagnostic, finding, nodePoolRef, report, review } from '../test-support.ts';
import { inFileOrder, inReadingOrder } from './finding-order.ts';

const at = (line: number) => ({ file: 'a.yaml', start: 2 * line, end: 2 * line + 1 });
const texts = new Map([['a.yaml', 'x\n'.repeat(20)]]);

function found(
  code: Code,
  severity: Severity,
  over: Partial<Finding> & { line?: number; of?: Partial<Diagnostic> } = {},
) {
  const { line = 0, of = {}, ...rest } = over;
  return { diagnostic: diagnostic({ code, severity, message: code, span: at(line), ...of }), isNew: true, ...rest };
}

const codes = (findings: readonly Finding[]): string[] => findings.map(({ diagnostic }) => diagnostic.code);

const cause = found('schema/unknown-field', 'error', { isOnChangedLine: true });
const explaining = found('lint/unknown-instance-type', 'warning', { isOnChangedLine: true });
const other = found('lint/role-name', 'error');
const notReady = found('provisioning/nodepool-not-ready', 'error');
const pending = found('provisioning/pod-unschedulable', 'error', { isOnChangedLine: true });
const warning = found('lint/pin-ami-alias', 'warning', { isOnChangedLine: true });
const note = found('lint/price-gap', 'note', { isOnChangedLine: true });
const older = found('lint/taint-pairs', 'error', { isNew: false });

test('causes on changed lines, other causes, consequences, then older findings', () => {
  const all = [older, pending, note, notReady, warning, other, explaining, cause];
  const expected = [cause, explaining, other, notReady, pending, warning, note, older];
  expect(codes(inReadingOrder(all))).toEqual(codes(expected));
  expect(codes(inReadingOrder([...all].reverse()))).toEqual(codes(expected));
});

test('of definitions that delete what they applied, the one with a NodePool comes first', () => {
  const ofPods = found('render/other-owner', 'warning', { line: 1, of: { resource: null } });
  const ofNodes = found('render/other-owner', 'warning', { line: 2, of: { resource: nodePoolRef('web') } });
  expect(inReadingOrder([ofPods, ofNodes, other])).toEqual([other, ofNodes, ofPods]);
});

test('a misspelled field comes before what is missing in its object, and before nothing else', () => {
  const web = { of: { resource: nodePoolRef('web') } };
  const missing = found('lint/consolidate-after-policy', 'error', { line: 1, ...web });
  const misspelled = found('schema/unknown-field', 'error', { line: 3, ...web });
  const elsewhere = found('lint/role-name', 'error', { line: 0, of: { resource: nodePoolRef('api') } });
  expect(codes(inReadingOrder([elsewhere, missing, misspelled]))).toEqual(codes([elsewhere, misspelled, missing]));
});

test('a misspelled field explains no wrong name of its object', () => {
  const web = { of: { resource: nodePoolRef('web_') } };
  const named = found('schema/metadata', 'error', { line: 1, ...web });
  const misspelled = found('schema/unknown-field', 'error', { line: 3, ...web });
  expect(codes(inReadingOrder([named, misspelled]))).toEqual(codes([named, misspelled]));
});

test('without a base, findings keep the order of files, with consequences after their causes', () => {
  expect(codes(inFileOrder([pending, warning, older, cause]))).toEqual(codes([warning, older, cause, pending]));
});

const copy = (name: string, line: number, over: Partial<Diagnostic> = {}): Finding =>
  found('lint/require-limits', 'warning', {
    line,
    of: { message: `NodePool \`${name}\` has no limits`, resource: nodePoolRef(name), ...over },
  });

test('findings that differ only in their object are listed once', () => {
  const [first, ...rest] = withoutCopies([
    copy('a', 1),
    copy('b', 2),
    copy('c', 3, { severity: 'error' }),
    copy('d', 4, { message: 'NodePool `d` has limits of nothing' }),
    copy('e', 5),
  ]);
  expect(first!.copies.map(({ diagnostic: { resource } }) => resource!.name)).toEqual(['b', 'e']);
  expect(rest.map(({ copies }) => copies.length)).toEqual([0, 0]);
});

test('workloads that are unschedulable for the same reason are listed once', () => {
  const pending = (name: string, count: string): Finding => {
    const resource = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name };
    const message = `${count} pods of \`Deployment/shop/${name}\` cannot be placed on any node`;
    return found('provisioning/pod-unschedulable', 'error', {
      line: name.charCodeAt(0) - 97,
      of: { message, resource },
    });
  };
  const shown = withoutCopies([pending('a', '2 of 2'), pending('b', '6 of 6'), pending('c', '1 of 3')]);
  expect(shown.map(({ copies }) => copies.length)).toEqual([1, 0]);
});

test('the only pod of a workload is listed with all pods of others', () => {
  const pending = (name: string, text: string): Finding => {
    const resource = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name };
    const message = text.replace('X', `\`Deployment/shop/${name}\``);
    return found('provisioning/pod-unschedulable', 'error', { line: Number(name.slice(1)), of: { message, resource } });
  };
  const copiesOf = (...texts: readonly string[]): number[] =>
    withoutCopies(texts.map((text, at) => pending(`w${at}`, text))).map(({ copies }) => copies.length);
  const [one, three] = ['1 of 1 pod of X is unschedulable', '3 of 3 pods of X are unschedulable'];

  expect(copiesOf(one, three)).toEqual([1]);
  expect(copiesOf(`${three} once their node is gone`, `${one} once its node is gone`)).toEqual([1]);
  expect(copiesOf('1 of 1 pod of X fits no NodePool', '2 of 2 pods of X fit no NodePool')).toEqual([1]);
  expect(copiesOf(one, `${three} once their node is gone`)).toEqual([0, 0]);
  expect(copiesOf(three, '1 of 3 pods of X is unschedulable')).toEqual([0, 0]);
});

test.each(['text', 'markdown', 'html'])('each place of a cause is named once as %s', (format) => {
  const findings = Array.from({ length: 4 }, (_, i) => copy(`pool-${i}`, i + 1));
  const shown = rendererOf(format)!.render(report(review({ findings, texts })), {});
  // The summary at the top also has it.
  const list = shown.replace(/^(?:###|[✗✓!⚠] |.*<title>|.*<h1>).*$/gm, '');
  expect(list.match(/has no limits/g)).toHaveLength(1);
  for (const line of [2, 3, 4, 5]) expect(shown.replaceAll('&#58;', ':')).toContain(`a.yaml:${line}`);
  // The heading says whom it holds for, without counting them again.
  if (format === 'markdown') expect(shown).toContain('the same holds for `pool-1`, `pool-2` and 1 more');
});

test('the comment shows the cause unfolded, and the terminal shows it first', () => {
  const findings = [older, pending, notReady, found('provisioning/limit-reached', 'error'), cause];
  const from = report(review({ findings, texts }));
  const comment = rendererOf('markdown')!.render(from, {});
  const first = comment.split('\n').find((line) => line.startsWith('- '));
  expect(first).toContain('schema/unknown-field');
  const text = rendererOf('text')!.render(from, {});
  expect(text.split('\n').find((line) => line.startsWith('error:'))).toContain('schema/unknown-field');
});

test('a finding that speaks for others names the roots of all of them', () => {
  const inRoot = (name: string, root: string, isExact: boolean) =>
    finding({
      span: { file: 'a.yaml', start: 0, end: 1 },
      message: `\`${name}\` stops`,
      resource: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      foundIn: { tool: 'flux', roots: [root], isExact },
    });

  const [shown, ...others] = withoutCopies([inRoot('web', 'prod', true), inRoot('api', 'dev', false)]);
  expect(others).toEqual([]);
  expect(shown!.foundIn).toEqual({ tool: 'flux', roots: ['dev', 'prod'], isExact: false });
});
