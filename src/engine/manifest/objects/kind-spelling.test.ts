import { expect, test } from 'vitest';
import { hidesLetters, KindSpelling } from './kind-spelling.ts';

const kinds = new KindSpelling('NodePool|\\w*List');

test.each([
  ['kind: NodePool', true],
  ['"kind" : "NodePool"', true],
  ["{'kind':'NodePool'}", true],
  ['kind:\n\n  PodList', true],
  ['? kind\n: NodePool', true],
  ['kind: # Service\n  NodePool', true],
  ['? kind # c\n: NodePool', true],
  ['kind: &a NodePool', true],
  ['kind: !!str NodePool', true],
  ['kind: >-\n  NodePool', true],
  ['x: &k NodePool\nkind: *k', true],
  ['x: &k kind\n*k : NodePool', true],
  ['kind:\x85 NodePool', true],
  [Buffer.from('kind:\u2028NodePool').toString('latin1'), true],
  ['kind: "Node\\x50ool"', true],
  ['kind: "Node\\\n  Pool"', true],
  ['"k\\u0069nd": NodePool', true],
  ['"k\\U00000069nd": NodePool', true],
  ['? "ki\\\n  nd"\n: NodePool', true],
  ['!!binary a2luZA==: x', true],
  ['kind: !<tag:yaml.org,2002:binary> Tm9kZVBvb2w=', true],
  ['kind: !!%62inary Tm9kZVBvb2w=', true],
  ['%TAG ! tag:yaml.org,2002:\n', true],
  ['kind: Service', false],
  ['kind: NodePools', false],
  ['kind:\n  description: NodePool', false],
  ['mankind: NodePool', false],
  ['note: NodePool', false],
  ['# **Kind**: a NodePool', false],
  ['x: "\\u003cbr\\u003e \\"a\\" \\n \\u2014"', false],
  ['x: |\n  make \\\n    all', false],
  ['x: !Ref Pool', false],
])('T48: %j may name one: %s', (text, expected) => {
  expect(kinds.mayBeIn(text)).toBe(expected);
  if (expected) expect(new RegExp(kinds.trace).test(text)).toBe(true);
});

test('a text that hides letters may name any kind', () => {
  expect([hidesLetters('a: "\\x61"'), hidesLetters('a: b')]).toEqual([true, false]);
});
