import { describe, expect, test } from 'vitest';
import { substitute, substituteText } from './substitution.ts';

const values = { cluster_env: 'prod', region: 'eu-central-1', cpu: '12', empty: '', path: 'a/b/c.yaml' };
const fill = (text: string, isPartial = false): string => substituteText(text, { values, isPartial });

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
