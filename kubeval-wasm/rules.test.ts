import { beforeAll, describe, expect, test } from 'vitest';
import { type CelRule, KubevalError, load, type Validator } from './validator.ts';

let validator: Validator;
beforeAll(async () => {
  validator = await load();
});

const rule = (expression: string, more: Partial<CelRule> = {}): CelRule => ({
  ...{ variables: [], matchConditions: [], messageExpression: '', values: [], expression },
  ...more,
});

interface Values {
  readonly object?: unknown;
  readonly oldObject?: unknown;
  readonly review?: unknown;
  readonly unknown?: readonly (readonly (string | number)[])[];
}

const evaluate = (given: CelRule, { object = pool, oldObject = null, review = null, unknown = [] }: Values = {}) =>
  validator.evaluate(
    given,
    {
      object: JSON.stringify(object),
      oldObject: JSON.stringify(oldObject),
      environment: '{"name":"prod"}',
      review: JSON.stringify(review),
      unknown: JSON.stringify(unknown),
    },
    1_000_000,
  );

const pool = {
  kind: 'NodePool',
  metadata: { name: 'web', labels: { team: 'a' } },
  spec: { limits: { cpu: '10', nodes: 3 }, requirements: [{ key: 'arch', values: ['amd64'] }] },
};

describe('a rule', () => {
  test.each([
    ['has(object.spec.limits)', 'holds'],
    ['object.spec.limits.nodes > 3', 'broken'],
    ["quantity(object.spec.limits.cpu).isLessThan(quantity('11'))", 'holds'],
    ['object.spec.?weight.orValue(0) == 0', 'holds'],
    ["object.spec.requirements.exists(r, 'arm64' in r.values)", 'broken'],
    ['oldObject == null || object.spec == oldObject.spec', 'holds'],
    ["environment.name == 'prod'", 'holds'],
    ["'team' in object.metadata.labels && object.metadata.labels.team != 'b'", 'holds'],
    ['[1, 2] + [3] == [1, 2, 3] && {"a": [1]} != {"a": [2]}', 'holds'],
    ["object.spec.requirements.map(r, r.key) == ['arch']", 'holds'],
  ])('%s: %s', (expression, outcome) => expect(evaluate(rule(expression)).outcome).toBe(outcome));

  test('says what is wrong with values, and computes values of its fix', () => {
    const found = evaluate(
      rule('false', {
        messageExpression: "'%s has %d nodes'.format([object.metadata.name, object.spec.limits.nodes])",
        values: ['object.spec.limits', '1.5', "['a']"],
      }),
    );
    expect(found).toMatchObject({
      outcome: 'broken',
      message: 'web has 3 nodes',
      values: [{ cpu: '10', nodes: 3 }, 1.5, ['a']],
    });
  });

  test('without a message if that has an error, as in a ValidatingAdmissionPolicy', () =>
    expect(evaluate(rule('false', { messageExpression: "'' + object.spec.nothing" }))).toMatchObject({
      outcome: 'broken',
      message: '',
    }));

  test('is skipped if a match condition is false', () => {
    const condition = { name: 'other', expression: "object.metadata.name == 'other'" };
    expect(evaluate(rule('false', { matchConditions: [condition] })).outcome).toBe('skipped');
  });

  test('reads variables, which read earlier ones', () => {
    const variables = [
      { name: 'nodes', expression: 'object.spec.limits.nodes' },
      { name: 'many', expression: 'variables.nodes > 2' },
    ];
    expect(evaluate(rule('variables.many && variables.nodes == 3', { variables })).outcome).toBe('holds');
  });

  test('counts money in doubles, whatever the digits', () => {
    const review = { difference: { monthlyUsd: { likely: 12 } }, nodes: 2 };
    expect(
      evaluate(rule('review.difference.monthlyUsd.likely + 0.5 == 12.5 && review.nodes + 1 == 3'), { review }).outcome,
    ).toBe('holds');
  });

  test('has the same outcome and cost each time', () => {
    const one = rule('object.spec.requirements.all(r, r.values.size() > 0)');
    expect(evaluate(one)).toEqual(evaluate(rule(one.expression)));
  });
});

describe('an unknown value', () => {
  const unknown = [['object', 'spec', 'limits', 'cpu']];
  test.each([
    ["object.spec.limits.cpu == '10'", 'unknown', ['object.spec.limits.cpu']],
    ['object.spec.limits.nodes == 3', 'holds', []],
    ["object.spec.limits.nodes == 3 || object.spec.limits.cpu == '1'", 'holds', []],
    ["object.spec.limits.nodes == 4 && object.spec.limits.cpu == '1'", 'broken', []],
    ["object.spec.limits.exists(key, key == 'memory')", 'unknown', ['object.spec.limits']],
  ])('%s: %s', (expression, outcome, needed) =>
    expect(evaluate(rule(expression), { unknown })).toMatchObject({ outcome, unknown: needed }),
  );

  test('in a list, a variable or a whole variable', () => {
    const variables = [{ name: 'cpu', expression: 'object.spec.limits.cpu' }];
    expect(evaluate(rule("variables.cpu == '10'", { variables }), { unknown }).outcome).toBe('unknown');
    const item = [['object', 'spec', 'requirements', 0, 'key']];
    expect(evaluate(rule("object.spec.requirements[0].key == 'arch'"), { unknown: item }).outcome).toBe('unknown');
    expect(evaluate(rule('review.difference.nodes.likely > 1'), { unknown: [['review']] })).toMatchObject({
      outcome: 'unknown',
      unknown: ['review'],
    });
  });

  test('in the message leaves the message out', () =>
    expect(evaluate(rule('false', { messageExpression: "'' + object.spec.limits.cpu" }), { unknown })).toMatchObject({
      outcome: 'broken',
      message: '',
    }));
});

describe('an error', () => {
  test.each([
    ['object.spec.', 'Syntax error'],
    ['foo(object)', 'undeclared reference'],
    ['request.userInfo.username == "a"', 'undeclared reference'],
    ['object.spec.limits', 'must evaluate to bool but got dyn'],
    ['1', 'must evaluate to bool but got int'],
    [`'${'a'.repeat(6_000)}' == 'a'`, 'longer than 5000'],
    [`${'('.repeat(50)}true${')'.repeat(50)}`, 'nested more than 40'],
    [`object.l${'.map(a, a)'.repeat(21)} == []`, 'more than 20 loops'],
    ["'a'.matches('(')", 'invalid matches argument'],
  ])('%s: does not compile', (expression, message) => {
    expect(() => evaluate(rule(expression))).toThrow(KubevalError);
    expect(() => evaluate(rule(expression))).toThrow(message);
  });

  test.each([
    ['object.spec.weight > 1', 'no such key: weight'],
    ['variables.missing', 'no such key'],
    ['int(object.metadata.name) == 1', 'type conversion error'],
  ])('%s: fails', (expression, message) =>
    expect(evaluate(rule(`(${expression}) == true`))).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining(message),
    }),
  );
});

/** Nothing here may take long: what an expression does is counted, so this asserts the outcome and the cost. */
describe('a hostile expression', () => {
  const list = Array.from({ length: 300 }, (_, i) => i);
  const doubling = (first: string, next: (name: string) => string, prefix = 'v') =>
    Array.from({ length: 31 }, (_, i) => ({
      name: `${prefix}${i}`,
      expression: i === 0 ? first : next(`variables.${prefix}${i - 1}`),
    }));
  const twice = (name: string): string => `[${name}, ${name}]`;
  const sum = (name: string): string => `${name} + ${name}`;

  test.each<[string, CelRule, unknown?]>([
    ['nested loops', rule('object.l.all(a, object.l.all(b, object.l.all(c, a + b + c >= 0)))')],
    ['strings that double', rule('variables.v30.size() > 0', { variables: doubling("'aaaaaaaaaa'", sum) })],
    ['lists that double', rule('variables.v30.size() > 0', { variables: doubling('[1]', sum) })],
    [
      'lists that contain themselves twice',
      rule('variables.v30 == variables.w30', {
        variables: [...doubling("['a']", twice), ...doubling("['a']", twice, 'w')],
      }),
    ],
    [
      'maps in maps',
      rule('variables.v30 == variables.v29', {
        variables: doubling("{'a': 1}", (name) => `{'a': ${name}, 'b': ${name}}`),
      }),
    ],
    ['doubling in loops', rule(`${`[[1]]${'.map(a, a + a)'.repeat(19)}`} == []`)],
    ['replacements', rule(`'a'${`.replace('a', '${'a'.repeat(300)}')`.repeat(10)} == 'b'`)],
    [
      'comparisons of all with all',
      rule('object.l.all(x, x in oldObject.l)'),
      Array.from({ length: 5_000 }, (_, i) => i),
    ],
    ['a variable of itself', rule('variables.x == 1', { variables: [{ name: 'x', expression: 'variables.x' }] })],
  ])('%s: fails', (_, given, l = list) => {
    const found = evaluate(given, { object: { l }, oldObject: { l } });
    expect(found.outcome).toBe('failed');
    expect(found.message).toMatch(/too large|cost limit exceeded|refers to itself/);
    expect(found.cost).toBeLessThan(2_000_000);
  });

  test('loops of a usual size are allowed', () => {
    const numbers = Array.from({ length: 2_000 }, (_, i) => i);
    const object = { l: numbers };
    expect(evaluate(rule('object.l.map(a, a + 1).filter(a, a > 10).size() == 1990'), { object }).outcome).toBe('holds');
    expect(evaluate(rule('object.l == oldObject.l'), { object, oldObject: object }).outcome).toBe('holds');
  });

  test('the program still answers afterwards', () => expect(evaluate(rule('true')).outcome).toBe('holds'));
});
