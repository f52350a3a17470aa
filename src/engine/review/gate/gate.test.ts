import { describe, expect, test } from 'vitest';
import { diagnostic, review } from '../../report/test-support.ts';
import type { Severity } from '../../text/diagnostic.ts';
import { gate } from './gate.ts';
import type { Policy } from './policy.ts';

const span = { file: 'a.yaml', start: 0, end: 1 };
const finding = (severity: Severity, isNew = true) => ({ diagnostic: diagnostic({ span, severity }), isNew });
const suppressed = (severity: Severity, isNew: boolean) => ({
  ...finding(severity, isNew),
  reason: 'shared sandbox',
  by: 'comment' as const,
});

describe('gate', () => {
  test.each<[Severity, Policy['failOn'], string]>([
    ['error', 'error', 'block'],
    ['error', 'warning', 'block'],
    ['error', 'never', 'warn'],
    ['warning', 'error', 'warn'],
    ['warning', 'warning', 'block'],
    ['warning', 'never', 'warn'],
    ['note', 'error', 'pass'],
    ['note', 'warning', 'pass'],
    ['note', 'note', 'block'],
    ['note', 'never', 'pass'],
  ])('a new %s at fail-on %s: %s', (severity, failOn, result) => {
    const verdict = gate(review({ findings: [finding(severity)] }), { failOn });
    expect(verdict.result).toBe(result);
    expect(verdict.reasons).toHaveLength(result === 'pass' ? 0 : 1);
  });

  test('nothing found passes', () =>
    expect(gate(review(), { failOn: 'note' })).toEqual({ result: 'pass', reasons: [] }));

  test('older findings do not count, but without a base all findings do', () => {
    const older = review({ findings: [finding('error', false)] });
    expect(gate(older, { failOn: 'error' }).result).toBe('pass');
    expect(gate({ ...older, hasBase: false }, { failOn: 'error' })).toEqual({ result: 'block', reasons: ['1 error'] });
  });

  test('a change cannot suppress its own findings', () => {
    const suppressing = review({ suppressed: [suppressed('error', true)] });
    expect(gate(suppressing, { failOn: 'error' })).toEqual({
      result: 'block',
      reasons: ['1 error suppressed by the change itself'],
    });
    expect(gate(review({ suppressed: [suppressed('error', false)] }), { failOn: 'error' }).result).toBe('pass');
    expect(gate({ ...suppressing, hasBase: false }, { failOn: 'error' }).result).toBe('pass');
  });

  test('T7: an environment without a plan does not pass', () => {
    const plan = { environment: 'production', digest: null, problems: ['a placeholder'] };
    const applied = review({ plans: [plan], appliedEnvironments: ['production'] });
    expect(gate(applied, { failOn: 'error' })).toEqual({
      result: 'warn',
      reasons: ['no plan is possible for production'],
    });
    // Argo CD, Flux, Terraform or a pipeline applies it.
    expect(gate(review({ plans: [plan] }), { failOn: 'error' }).result).toBe('pass');
  });

  test('reasons are counted, the worst first', () => {
    const other = { diagnostic: diagnostic({ span, severity: 'error', message: 'another' }), isNew: true };
    const mixed = review({ findings: [finding('warning'), finding('error'), other] });
    expect(gate(mixed, { failOn: 'error' }).reasons).toEqual([
      '2 errors introduced by the change',
      '1 warning introduced by the change',
    ]);
  });
});
