import { describe, expect, test } from 'vitest';
import { Evaluation, substitute } from './substitution.ts';

const values = { cluster_env: 'prod', region: 'eu-central-1', cpu: '12', empty: '', path: 'a/b/c.yaml' };
const fill = (text: string, isPartial = false): string | undefined =>
  new Evaluation({ values, isPartial }).textOf(text);

describe('variable substitution as in the Flux documentation', () => {
  test.each([
    ['${cluster_env}', 'prod'],
    ['${missing}', ''],
    ['${missing:=default}', 'default'],
    ['${cluster_env:=default}', 'prod'],
    ['${empty:-default}', 'default'],
    ['${missing-default}', 'default'],
    ['${region:0:2}', 'eu'],
    ['${region:3}', 'central-1'],
    ['${#cpu}', '2'],
    ['${cluster_env^}', 'Prod'],
    ['${cluster_env^^}', 'PROD'],
    ['${cluster_env,,}', 'prod'],
    ['${region/central/west}', 'eu-west-1'],
    ['${path//\\//-}', 'a/b/c.yaml'],
    ['${path##*/}', 'c.yaml'],
    ['${path#*/}', 'b/c.yaml'],
    ['${path%/*}', 'a/b'],
    ['${path%%/*}', 'a'],
    ['${cluster_env}-${region}', 'prod-eu-central-1'],
    ['$${cluster_env}', '${cluster_env}'],
    ['$cluster_env', '$cluster_env'],
    ['$(cluster_env)', '$(cluster_env)'],
    ['${not a name}', '${not a name}'],
  ])('%s becomes %s', (text, expected) => expect(fill(text)).toBe(expected));

  test.each([
    ['${missing}', '${missing}'],
    ['${missing:=default}', 'default'],
    ['${cpu}', '12'],
    ['${#missing}', '${#missing}'],
  ])('if some values are unknown, %s becomes %s', (text, expected) => expect(fill(text, true)).toBe(expected));

  test('a document that opts out stays unchanged', () => {
    const off = 'metadata:\n  annotations:\n    kustomize.toolkit.fluxcd.io/substitute: disabled\n  name: ${cpu}\n';
    const text = `name: \${cpu}\n---\n${off}---\nname: \${cpu}\n`;
    expect(substitute(text, { values, isPartial: false })).toBe(`name: 12\n---\n${off}---\nname: 12\n`);
  });

  test('property names of JavaScript objects are not values', () =>
    expect(fill('${constructor}${__proto__}')).toBe(''));

  test('many opening braces in a line do not take long', () => {
    const text = '${a:='.repeat(200_000);
    expect(fill(text)).toBe(text);
  });
});

describe('T50: variables that would make more text than is read', () => {
  const of = (value: string) => ({ values: { V: value }, isPartial: false });

  test.each([
    ['a long value, often', '${V}'.repeat(3000), 'x'.repeat(200_000)],
    ['a long value in many documents', '---\na: ${V}\n'.repeat(3000), 'x'.repeat(200_000)],
    ['each character replaced by many', `\${V//x/${'y'.repeat(4000)}}`, 'x'.repeat(200_000)],
    ['the length of a long value, often', '${#V}'.repeat(100_000), 'x'.repeat(200_000)],
    ['a piece of a long value, often', '${V:0:1}'.repeat(100_000), 'x'.repeat(200_000)],
    ['nothing of a long value, often', '${V//x/}'.repeat(100_000), 'x'.repeat(200_000)],
    ['costly patterns', `\${V##${'*a'.repeat(2000)}b}`, 'a'.repeat(4000)],
  ])('%s', (_, text, value) => expect(substitute(text, of(value))).toBeUndefined());

  test.each([
    ['a long value that is used once', 'a: ${V}', 'x'.repeat(200_000), `a: ${'x'.repeat(200_000)}`],
    ['many short values', '${V}'.repeat(100_000), 'prod', 'prod'.repeat(100_000)],
    ['many short patterns', '${V#v*.}'.repeat(10_000), 'v1.2', '2'.repeat(10_000)],
    ['a pattern of one length', '${V%?z}', `${'x'.repeat(4000)}yz`, 'x'.repeat(4000)],
    ['a pattern longer than the value', '${V%?????}', 'abc', 'abc'],
  ])('not: %s', (_, text, value, expected) => expect(substitute(text, of(value))).toBe(expected));
});
