import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Settings } from '../../engine/api/settings.ts';
import { explain } from '../../engine/codes/explanations.ts';
import { PlumblineError } from '../../errors.ts';
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
    ['extends: [./cluster.yaml]', 'cluster.yaml:1', '`region` is not a key'],
    ['extends: [./nested.yaml]', 'nested.yaml:1', '`extends` is not a key'],
    ['extends: [./unknown.yaml]', 'unknown.yaml:1', 'is not a rule'],
  ])('%s: refused', async (text, place, message) => {
    const files = {
      'cluster.yaml': 'region: eu-west-1',
      'nested.yaml': 'extends: [cost]',
      'unknown.yaml': 'rules: {no-rule: off}',
    };
    const error = await failure(settings(text, files));
    expect(error.code).toBe('config');
    expect(error.message).toContain(place);
    expect(error.message).toContain(message);
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
    ['id: a, on: [NodePool], expression: "true", message: m, severty: error', '`severity`'],
  ])('%s: refused', async (text, message) => {
    const error = await failure(settings(`customRules:\n  - {${text}}\n`));
    expect(`${error.message} ${error.help}`).toContain(message);
    expect(error.message).toContain('plumbline.yaml:2');
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
