import { describe, expect, test } from 'vitest';
import { hclParser } from '../../../io/terraform/hcl-parser.ts';
import { compilePattern } from '../../../io/terraform/linear-pattern.ts';
import { workOf } from './functions/linear-pattern.ts';
import { readHcl } from './syntax/read-hcl.ts';
import { evaluated, made } from './terraform.test-support.ts';

const letters = `${'a'.repeat(60)}!`;

describe('T50: patterns are matched in linear time, as Go reads them', () => {
  test.each([
    ['nothing is found', `can(regex("^(a|a)*$", "${letters}")) ? 1 : 2`, undefined],
    ['one group', 'regex("^(\\\\w+)-", "web-1")[0]', 'web'],
    ['groups', 'join("/", regex("^(\\\\w+)-(\\\\d+)$", "web-1"))', 'web/1'],
    ['groups with names', 'regex("^(?P<name>\\\\w+)-(?P<number>\\\\d+)$", "web-1")["number"]', '1'],
    ['the whole match', 'replace("a.b.c", "/[ab]/", "<$0>")', '<a>.<b>.c'],
    ['names, and a dollar', 'replace("ab", "/(?P<n>a)/", "$${n}$$")', 'a$b'],
    ['matches of nothing', 'replace("baaac", "/a*/", "-")', '-b-c-'],
    ['what Go does not take', 'replace("ab", "/(?=a)/", "-")', undefined],
  ])('%s', (_, expression, expected) => expect(made(expression)).toBe(expected));

  test.each(['^(a|a)*$', '(a+)+$', '(.*)(.*)(.*)(.*)(.*)(.*)(.*)x'])(
    '%s takes one step for each character',
    (pattern) => {
      const compiled = compilePattern(pattern)!;
      expect(compiled.matches('a'.repeat(50_000), 1).length).toBeLessThanOrEqual(1);
      expect(workOf(compiled, 2000)).toBeLessThan(2 * workOf(compiled, 1000));
    },
  );
});

const doubled = (first: string, twice: (before: string) => string): string =>
  `locals {\n  a0 = ${first}\n${Array.from({ length: 40 }, (_, i) => `  a${i + 1} = ${twice(`local.a${i}`)}`).join('\n')}\n}\n`;

describe('T50: unlimited growth leads to a finding', () => {
  test.each([
    ['objects', doubled('{ x = 1 }', (a) => `{ l = ${a}, r = ${a} }`)],
    ['lists', doubled('["x"]', (a) => `[${a}, ${a}]`)],
    ['texts', doubled('"x"', (a) => `"\${${a}}\${${a}}"`)],
    ['joined texts', doubled('"x"', (a) => `join("", [${a}, ${a}])`)],
    ['replaced texts', doubled('"xxxx"', (a) => `replace(${a}, "x", "xx")`)],
    ['products', 'locals {\n  a40 = setproduct(range(900), range(900), range(900), range(2))\n}\n'],
  ])('%s', (_, code) => {
    const body = 'apiVersion = "karpenter.sh/v1", kind = "NodePool", metadata = { name = "web" }, spec = local.a40';
    const main = `${code}resource "kubectl_manifest" "x" {\n  yaml_body = yamlencode({ ${body} })\n}\n`;
    expect(evaluated({ 'main.tf': main }).faults.map(({ code }) => code)).toHaveLength(1);
  });
});

describe('T50: work, objects and chains are bounded by the length of the code', () => {
  const pool = 'apiVersion = "karpenter.sh/v1", kind = "NodePool", metadata = { name = "w-${each.key}" }';
  const pools = (name: string, spec = '{}') =>
    `resource "kubectl_manifest" "${name}" {\n  for_each = toset([for i in range(400) : tostring(i)])\n  yaml_body = yamlencode({ ${pool}, spec = ${spec} })\n}\n`;
  const codes = (main: string): string[] => evaluated({ 'main.tf': main }).faults.map(({ code }) => code);

  test('as many objects as the code explains', () => {
    expect(codes(pools('a'))).toEqual([]);
    expect(codes(['a', 'b', 'c'].map((name) => pools(name)).join(''))).toEqual(['terraform/limit']);
    expect(codes(`${['a', 'b', 'c'].map((name) => pools(name)).join('')}${'# a long comment\n'.repeat(1000)}`)).toEqual(
      [],
    );
  });

  test('as much work as the code explains', () => {
    expect(codes(pools('a', '{ values = [for j in range(1000) : "v${j}"] }'))).toEqual(['terraform/limit']);
  });

  test('values that need each other in a long chain', () => {
    const chain = (length: number) =>
      `locals {\n  a0 = "web"\n${Array.from({ length }, (_, i) => `  a${i + 1} = local.a${i}`).join('\n')}\n}\nresource "kubectl_manifest" "x" {\n  yaml_body = yamlencode({ apiVersion = "karpenter.sh/v1", kind = "NodePool", metadata = { name = local.a${length} }, spec = {} })\n}\n`;
    expect(codes(chain(100))).toEqual([]);
    expect(codes(chain(3000))).toEqual(['terraform/limit']);
  });
});

describe('what is beyond a limit leads to a finding', () => {
  const body = 'apiVersion = "karpenter.sh/v1", kind = "NodePool", metadata = { name = "web" }, spec = {}';
  const resource = (more: string) =>
    `resource "kubectl_manifest" "x" {\n  ${more}\n  yaml_body = yamlencode({ ${body} })\n}\n`;
  const call = (to: string, more = '') => `module "m" {\n  source = "./${to}"\n  ${more}\n}\n`;
  const nested = (depth: number) =>
    Object.fromEntries([
      ...Array.from({ length: depth }, (_, i) => [`${'m/'.repeat(i)}main.tf`, call('m')] as const),
      [`${'m/'.repeat(depth)}main.tf`, resource('')],
    ]);

  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['500 instances', { 'main.tf': resource('count = 500') }, []],
    ['501 instances', { 'main.tf': resource('count = 501') }, ['terraform/limit']],
    ['501 items', { 'main.tf': resource('for_each = toset([for i in range(501) : "p${i}"])') }, ['terraform/limit']],
    ['501 modules', { 'main.tf': call('m', 'count = 501'), 'm/main.tf': resource('') }, ['terraform/limit']],
    ['ten levels of modules', nested(10), []],
    ['eleven levels of modules', nested(11), ['terraform/limit']],
    [
      'a loop over more than 10,000 items',
      {
        'main.tf': resource(
          'for_each = toset([for i in concat([for n in range(11) : range(1000)]...) : "p" if i == "evil"])',
        ),
      },
      ['terraform/limit'],
    ],
  ])('%s', (_, files, codes) => {
    expect(evaluated(files).faults.map(({ code }) => code)).toEqual(codes);
  });
});

describe('an expression of 100,000 parts is unreadable, and ends no stack', () => {
  test.each([
    ['not', `${'!'.repeat(100_000)}true`],
    ['minus', `${'-'.repeat(100_000)}1`],
    ['plus', `${'1+'.repeat(50_000)}1`],
    ['and', `${'true&&'.repeat(50_000)}true`],
    ['parentheses', `${'('.repeat(50_000)}1${')'.repeat(50_000)}`],
  ])('%s', async (_, text) => {
    const file = readHcl({ file: 'a.tf', text: `locals {\n  a = ${text}\n}\n` }, await hclParser());
    expect(file.body.blocks.length).toBe(1);
  });
});
