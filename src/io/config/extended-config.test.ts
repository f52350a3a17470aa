import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../../engine/karpenter/api/settings.ts';
import { explain } from '../../engine/review/codes/explanations.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { connect, type GitHub } from '../github/github.ts';
import { parseConfig } from './config.ts';
import { extendedConfigs, type SharedFiles } from './extended-config.ts';
import { presets } from './presets.ts';
import { cachedFile } from './shared-cache.ts';
import { sharedFile } from './shared-file.ts';
import { extendedBy, type SharedReference } from './shared-reference.ts';

const commit = 'a'.repeat(40);
const rule = (id: string, message = 'm'): string =>
  `  - {id: ${id}, on: [NodePool], expression: 'true', message: ${message}}\n`;

async function settings(
  text: string,
  files: Record<string, string> = {},
  shared?: SharedFiles['shared'],
): Promise<Partial<Settings>> {
  const source = { file: 'plumbline.yaml', text };
  const file = async (path: string) => (files[path] === undefined ? undefined : { file: path, text: files[path] });
  return parseConfig(source, await extendedConfigs(source, { file, shared }));
}

const failure = (promise: Promise<unknown>): Promise<PlumblineError> =>
  promise.then(
    () => expect.fail('it passed'),
    (error) => {
      expect(error).toBeInstanceOf(PlumblineError);
      return error;
    },
  );

describe('extends', () => {
  test('later entries override earlier ones, and the file itself overrides all', async () => {
    const found = await settings(
      `extends: [cost, ./policies/rules.yaml]\nrules: {price-gap: off, custom/a: error}\ngate: {approvals: 2}\ncustomRules:\n${rule('own')}`,
      {
        'policies/rules.yaml': `rules: {older-generation: error}\ngate: {nodesReplaced: 3}\nfailOn: warning\ncustomRules:\n${rule('a')}${rule('own', 'theirs')}`,
      },
    );
    expect(found.rules).toMatchObject({
      'price-gap': 'off',
      'older-generation': 'error',
      'require-limits': 'error',
      'custom/a': 'error',
    });
    expect(found.gate).toMatchObject({ approvals: 2, nodesReplaced: 3, monthlyIncreaseUsd: 200 });
    expect(found.failOn).toBe('warning');
    expect(found.customRules?.map(({ id, message, origin }) => [id, message, origin])).toEqual([
      ['a', 'm', './policies/rules.yaml'],
      ['own', 'm', 'plumbline.yaml'],
    ]);
  });

  test.each([
    ['extends: [recomended]', 'plumbline.yaml:1', 'neither a preset nor a file'],
    ['extends: [./missing.yaml]', 'plumbline.yaml:1', 'was not found'],
    ['extends: [./../secrets.yaml]', 'plumbline.yaml:1', 'neither a preset nor a file'],
    ['extends: [acme/rules/r.yaml@main]', 'plumbline.yaml:1', 'not pinned to a commit'],
    [`extends: [acme/rules/../r.yaml@${commit}]`, 'plumbline.yaml:1', 'not the path of a file'],
    [`extends: [acme/rules/r.yaml@${commit}#sha256:12]`, 'plumbline.yaml:1', 'SHA-256'],
    [`extends: [acme/rules/r.yaml@${commit}]`, 'plumbline.yaml:1', 'cannot be read here'],
    [`extends: [${Array(11).fill('cost').join(', ')}]`, 'plumbline.yaml:1', 'more than 10 entries'],
    ['extends: [./cluster.yaml]', 'cluster.yaml:1', '`region` cannot be shared'],
    ['extends: [./nested.yaml]', 'nested.yaml:1', '`extends` cannot be shared'],
    ['extends: [./typo.yaml]', 'typo.yaml:1', '`rule` is not a key'],
    ['extends: [./later.yaml, ./rules.yaml]', 'later.yaml:1', '`custom/theirs` is not a rule'],
    ['extends: recommended', 'plumbline.yaml:1', 'must be a list'],
    ['extends: [./unknown.yaml]', 'unknown.yaml:1', 'is not a rule'],
  ])('%s: refused', async (text, place, message) => {
    const files = {
      'cluster.yaml': 'region: eu-west-1',
      'nested.yaml': 'extends: [cost]',
      'unknown.yaml': 'rules: {no-rule: off}',
      'typo.yaml': 'rule: {price-gap: off}',
      'later.yaml': 'rules: {custom/theirs: note}',
      'rules.yaml': `customRules:\n${rule('theirs')}`,
    };
    const error = await failure(settings(text, files));
    expect(error.code).toBe('config');
    expect(error.message).toContain(place);
    expect(error.message).toContain(message);
  });
});

test.each([
  ['recomended', 'Did you mean `recommended`?'],
  ['production_eks', 'Did you mean `production-eks`?'],
  ['rules.yaml', 'Write `./rules.yaml` for a file of this repository.'],
  ['/policies/rules.yml', 'Write `./policies/rules.yml` for a file of this repository.'],
  [
    'acme/rules/r.yaml',
    'Write `./acme/rules/r.yaml` for a file of this repository, or `acme/rules/r.yaml@COMMIT` for one of another repository.',
  ],
  [`https://github.com/acme/rules/blob/${commit}/r.yaml`, 'Write `acme/rules/rules.yaml@COMMIT`, without the server'],
  ['github:acme/rules/r.yaml', 'Write `acme/rules/rules.yaml@COMMIT`, without the server'],
  ['npm:@acme/rules', 'Packages and other URLs are not read.'],
  ['../rules.yaml', 'Write a preset'],
])('%s: the help says what to write', (entry, help) =>
  expect(extendedBy(entry)).toMatchObject({
    fault: expect.stringContaining('neither a preset nor a file'),
    help: expect.stringContaining(help),
  }),
);

test('entries combine as docs/custom-rules.md says', async () => {
  const files = {
    'a.yaml': `customRules:\n${rule('theirs')}gate: {attention: {nodesAdded: 5}, teams: {a: {monthlyIncreaseUsd: 1}}}\noverrides: [{paths: [x], rules: {price-gap: off}}]\nneverSuppress: [price-gap]\nfailOn: note\n`,
    'b.yaml':
      'rules: {custom/theirs: note}\ngate: {attention: {monthlyIncreaseUsd: 7}, teams: {b: {monthlyIncreaseUsd: 2}}}\n',
  };
  const found = await settings(
    'extends: [./a.yaml, ./b.yaml]\nfailOn: error\nneverSuppress: [custom/theirs]\noverrides: [{paths: [y], rules: {price-gap: note}}]\n',
    files,
  );
  expect(found).toMatchObject({
    rules: { 'custom/theirs': 'note' },
    failOn: 'error',
    neverSuppress: ['price-gap', 'custom/theirs'],
    overrides: [{ paths: ['x'] }, { paths: ['y'] }],
    gate: {
      attention: { nodesAdded: 5, monthlyIncreaseUsd: 7 },
      teams: { a: { monthlyIncreaseUsd: 1 }, b: { monthlyIncreaseUsd: 2 } },
    },
  });
});

describe('customRules', () => {
  test.each([
    ['id: A b, on: [NodePool], expression: "true", message: m', 'is not the name of a rule'],
    ['id: a, on: [], expression: "true", message: m', '`on` of rule `a` is empty'],
    ['id: a, on: [nodepool], expression: "true", message: m', 'is not a kind'],
    ['id: a, on: [karpenter.sh/NodePool], expression: "true", message: m', 'is not a kind'],
    ['id: a, on: [NodePool], expression: "true", message: " "', 'message of rule `a` is empty'],
    ['id: a, on: [NodePool], expression: "true", message: m, url: wiki', 'is not a URL'],
    ['id: a, on: [NodePool], expression: "true", message: m, fix: [{op: add, path: spec, value: 1}]', 'JSON Pointer'],
    ['id: a, on: [NodePool], expression: "true", message: m, fix: [{op: add, path: /spec}]', 'needs either'],
    [
      'id: a, on: [NodePool], expression: "true", message: m, fix: [{op: remove, path: /spec, value: 1}]',
      'needs no value',
    ],
    ['id: a, on: [NodePool], message: m', 'needs `expression`'],
    ['id: custom/a, on: [NodePool], expression: "true", message: m', 'Leave `custom/` out'],
    ['id: a, on: [nodepools], expression: "true", message: m', 'Did you mean `NodePool`'],
    ['id: a, on: [Deployments], expression: "true", message: m', 'Did you mean `Deployment`'],
    ['id: a, on: [thing], expression: "true", message: m', '`thing` in `on` of rule `a` is not a kind'],
    ['id: a, on: NodePool, expression: "true", message: m', 'must be a list Write `[NodePool]`.'],
    [
      'id: a, on: [NodePool], expression: variables.b > 1, message: m',
      '`variables.b` is not a variable of rule `a` Add it',
    ],
    [
      'id: a, on: [NodePool], expression: variables.limt > 1, message: m, variables: [{name: limit, expression: "1"}]',
      'Did you mean `limit`?',
    ],
    [
      'id: a, on: [NodePool], expression: "true", message: m, variables: [{name: my-limit, expression: "1"}]',
      'variable `my-limit` of rule `a` is not a name',
    ],
    [
      'id: a, on: [NodePool], expression: "true", message: m, variables: [{name: b, expression: "1"}, {name: b, expression: "2"}]',
      'variable `b` of rule `a` exists twice',
    ],
    ['id: a, on: [NodePool], expression: "true", message: m, fieldPath: $.spec', 'is not the path of a field'],
    [
      'id: a, on: [NodePool], expression: "true", message: m, fieldPath: .metadata.labels.a/b',
      'is not the path of a field',
    ],
    [
      'id: a, on: [NodePool], expression: "true", message: m, tests: {bad: [{object: {}, environment: {nme: dev}}]}',
      'environment.nme` is not a key of the configuration Did you mean `name`?',
    ],
    [
      'id: a, on: [NodePool], expression: "true", message: m, tests: {bad: [{object: {}, review: {nodepool: {}}}]}',
      'Did you mean `nodePool`?',
    ],
    ["id: a, on: [NodePool], expression: 'owner' in object, message: m", 'needs quotes around all of it'],
    ['id: a, on: [NodePool], expression: "true", message: m, severty: error', '`severity`'],
  ])('%s: refused', async (text, message) => {
    const error = await failure(settings(`customRules:\n  - {${text}}\n`));
    expect(`${error.message} ${error.help}`).toContain(message);
    expect(error.message).toContain('plumbline.yaml:2');
  });

  test.each([
    'variables: [{name: a_1, expression: "1"}], expression: "variables.a_1 == 1 && object.variables.b == 1 && object.x == \'variables.c\'"',
    'expression: "true", fieldPath: ".spec.a[0][\'x.y/z\'].b"',
    'expression: "true", fieldPath: spec.a',
    'expression: "true", tests: {bad: [{object: {}, environment: {karpenterVersion: 1.10}, review: {podsRestarted: 1}}]}',
  ])('%s: accepted', async (text) => {
    const { customRules } = await settings(`customRules:\n  - {id: a, on: [Anything], message: m, ${text}}\n`);
    expect(customRules).toHaveLength(1);
    expect(customRules![0]!.tests.bad[0]?.environment ?? { karpenterVersion: '1.10' }).toEqual({
      karpenterVersion: '1.10',
    });
  });

  test('two rules with one name, and too many rules, are refused', async () => {
    expect((await failure(settings(`customRules:\n${rule('a')}${rule('a')}`))).message).toContain('two rules');
    const many = Array.from({ length: 101 }, (_, i) => rule(`r${i}`)).join('');
    expect((await failure(settings(`customRules:\n${many}`))).message).toContain('more than 100 rules');
  });

  test('their codes can be used like those of other rules', async () => {
    const found = await settings(
      `customRules:\n${rule('a')}rules: {custom/a: note}\nneverSuppress: [custom/a]\noverrides: [{paths: [x], rules: {custom/a: off}}]\n`,
    );
    expect(found.rules).toEqual({ 'custom/a': 'note' });
    expect((await failure(settings(`customRules:\n${rule('limits')}rules: {custom/limit: off}`))).help).toContain(
      'custom/limits',
    );
  });
});

test('presets name only rules that exist, and differ', () => {
  const names = presets.flatMap(({ config }) => [...Object.keys(config.rules ?? {}), ...(config.neverSuppress ?? [])]);
  expect(names.filter((name) => explain(name)?.rule === undefined)).toEqual([]);
  expect(new Set(presets.map(({ config }) => JSON.stringify(config))).size).toBe(presets.length);
  expect(presets.map(({ name }) => name)).toEqual(presets.map(({ name }) => name).toSorted());
});

describe('files of other repositories', () => {
  const text = `customRules:\n${rule('theirs')}`;
  const blob = createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
  const digest = createHash('sha256').update(text).digest('hex');
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    const path = /contents\/([^?]+)\?ref=(\w+)$/.exec(decodeURIComponent(request.url!));
    const content = {
      type: 'file',
      encoding: 'base64',
      content: Buffer.from(text).toString('base64'),
      sha: path?.[1] === 'forged.yaml' ? commit : blob,
    };
    if (path?.[1] === 'sso.yaml' || path?.[1] === 'limit.yaml') {
      response.writeHead(403, {
        'content-type': 'application/json',
        ...(path[1] === 'limit.yaml' && { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999' }),
      });
      response.end(JSON.stringify({ message: 'Forbidden' }));
      return;
    }
    const isKnown = path !== null && path[2] === commit && path[1] !== 'missing.yaml';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? (path[1] === 'folder' ? [content] : content) : { message: 'Not Found' }));
  });
  let github: GitHub;
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    github = connect({ token: 't', apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  afterAll(() => void server.close());
  const reference = (path: string, suffix = ''): SharedReference =>
    (extendedBy(`acme/rules/${path}@${commit}${suffix}`) as { shared: SharedReference }).shared;

  test('are read at their commit, and their rules say where they are from', async () => {
    const found = await settings(`extends: [acme/rules/r.yaml@${commit}#sha256:${digest}]`, {}, (one) =>
      sharedFile(github, one),
    );
    expect(found.customRules).toMatchObject([{ id: 'theirs', origin: `acme/rules/r.yaml@${commit}#sha256:${digest}` }]);
    expect(asked.at(-1)).toBe(`/repos/acme/rules/contents/r.yaml?ref=${commit}`);
  });

  test.each([
    [reference('missing.yaml'), 'config', 'was not found'],
    [reference('folder'), 'config', 'is not a file'],
    [reference('forged.yaml'), 'github', 'does not have the content'],
    [reference('r.yaml', `#sha256:${'0'.repeat(64)}`), 'config', digest],
  ])('%o: refused', async (one, code, message) => {
    const error = await failure(sharedFile(github, one));
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test.each([
    ['missing.yaml', 'The token has to be able to read `acme/rules`'],
    ['sso.yaml', 'The token has to be able to read `acme/rules`'],
    ['limit.yaml', 'rate limit'],
  ])('%s: the help says what to do', async (path, help) =>
    expect((await failure(sharedFile(github, reference(path)))).help).toContain(help),
  );

  test('are fetched once for a machine, unless the cache was changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-extends-'));
    let fetched = 0;
    const fetch = async (): Promise<string> => {
      fetched++;
      return text;
    };
    for (let i = 0; i < 3; i++) expect(await cachedFile(reference('r.yaml'), fetch, folder)).toBe(text);
    expect(fetched).toBe(1);
    const [entry] = readdirSync(folder);
    const path = join(folder, entry!);
    writeFileSync(path, readFileSync(path, 'utf8').replace('theirs', 'forged'));
    expect(await cachedFile(reference('r.yaml'), fetch, folder)).toBe(text);
    expect(fetched).toBe(2);
    expect(await cachedFile(reference('r.yaml', `#sha256:${'0'.repeat(64)}`), async () => 'new', folder)).toBe('new');
  });
});
