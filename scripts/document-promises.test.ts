import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brokenPromises, type DocumentShape, documentPromises } from './document-promises.ts';

const schema = (): DocumentShape => JSON.parse(readFileSync('docs/review.schema.json', 'utf8'));

const small: DocumentShape = {
  type: 'object',
  properties: { nodes: { type: 'integer' }, cost: { $ref: '#/$defs/cost' } },
  required: ['nodes'],
  $defs: { cost: { properties: { usd: { type: ['number', 'null'] } } } },
};

describe('a promise of the JSON document is broken', () => {
  test.each<[string, DocumentShape, string[]]>([
    [
      'by a field that is gone',
      { ...small, $defs: { cost: {} } },
      ['#/$defs/cost.usd', '#/$defs/cost.usd: number', '#/$defs/cost.usd: null'],
    ],
    ['by a type', { ...small, properties: { ...small.properties, nodes: { type: 'string' } } }, ['.nodes: integer']],
    ['by a field that is not always there', { ...small, required: [] }, ['.nodes, always']],
    ['by another definition', { ...small, properties: { ...small.properties, cost: {} } }, ['.cost: #/$defs/cost']],
    ['by nothing that is added', { ...small, properties: { ...small.properties, pods: { type: 'integer' } } }, []],
  ])('%s', (_, newer, broken) => expect(brokenPromises(small, newer)).toEqual(broken));

  test('by each property of the real schema that is removed', () => {
    const properties = Object.keys(schema().properties ?? {});
    expect(properties.length).toBeGreaterThan(10);
    const unnoticed = properties.filter((key) => {
      const { [key]: _, ...others } = schema().properties ?? {};
      return brokenPromises(schema(), { ...schema(), properties: others }).length === 0;
    });
    expect(unnoticed).toEqual([]);
  });

  test('and every kind of promise is in the real schema', () => {
    const promised = [...documentPromises(schema())];
    for (const kind of [/^\.estimate/, /, always$/, /: null$/, /: #\/\$defs\//, /\[\]/])
      expect(promised.filter((line) => kind.test(line)).length).toBeGreaterThan(3);
  });
});

/** The newest release before this commit. Undefined before the first one, and in a clone without tags. */
function lastRelease(): string | undefined {
  try {
    const argv = ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'];
    return execFileSync('git', argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

const release = lastRelease();

/** What this version removes on purpose, as `brokenPromises` writes it. CHANGELOG.md says so, too. Empty again after its release. */
const removed: readonly string[] = [];

test.skipIf(release === undefined)('the schema keeps what the last release promised', () => {
  const released = execFileSync('git', ['show', `${release}:docs/review.schema.json`], { encoding: 'utf8' });
  expect(brokenPromises(JSON.parse(released), schema())).toEqual(removed);
});
