import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { kubeconfigConnect } from './kubeconfig.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-kubeconfig-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const config = (user: string, cluster = '{server: "https://a:6443"}'): string => `apiVersion: v1
kind: Config
current-context: one
contexts:
  - {name: one, context: {cluster: c, user: u}}
  - {name: two, context: {cluster: gone, user: u}}
clusters:
  - {name: c, cluster: ${cluster}}
users:
  - {name: u, user: ${user}}
`;

const connect = (text: string, over: object = {}) => kubeconfigConnect({ text, env: {}, cwd: folder, ...over });

function write(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

describe('a kubeconfig', () => {
  test('with a token, and a certificate authority from a file in the same folder', async () => {
    write('ca.crt', 'the authority');
    const masked: string[] = [];
    const connection = await connect(
      config('{token: t}', '{server: "https://a:6443", certificate-authority: ca.crt}'),
      {
        mask: (secret: string) => masked.push(secret),
      },
    )();
    expect(connection).toMatchObject({ server: 'https://a:6443', token: 't', certificateAuthority: 'the authority' });
    expect(connection.describe()).toBe('the context `one`');
    expect(masked).toEqual(['t']);
  });

  test('with a client certificate', async () => {
    const connection = await connect(
      config(`{client-certificate-data: ${base64('crt')}, client-key-data: ${base64('key')}}`),
    )();
    expect(connection.clientCertificate).toEqual({ certificate: 'crt', key: 'key' });
  });

  test('with a token file, which is read again each time', async () => {
    const path = write('token', 'first\n');
    const opened = connect(config(`{tokenFile: "${path}"}`));
    expect((await opened()).token).toBe('first');
    write('token', 'second\n');
    expect((await opened()).token).toBe('second');
  });

  test('with an exec plugin, which runs once, and again when its credential was refused', async () => {
    const script =
      '#!/bin/sh\necho x >> runs\necho "{\\"status\\":{\\"token\\":\\"$GREETING-$(wc -l < runs | tr -d \' \')\\"}}"\n';
    write('plugin', script, 0o755);
    const opened = connect(
      config('{exec: {command: /bin/sh, args: [plugin], env: [{name: GREETING, value: hello}]}}'),
      { env: { PATH: process.env.PATH } },
    );
    // The plugin runs in our folder, and a relative command is relative to the kubeconfig.
    const here = process.cwd();
    process.chdir(folder);
    try {
      expect((await opened()).token).toBe('hello-1');
      expect((await opened()).token).toBe('hello-1');
      expect((await opened(true)).token).toBe('hello-2');
    } finally {
      process.chdir(here);
    }
  });

  test('of several files, of which the first entry with a name counts', async () => {
    const one = write('one', config('{token: a}'));
    const two = write('two', config('{token: b}').replace('current-context: one', 'current-context: two'));
    const opened = kubeconfigConnect({ env: { KUBECONFIG: `${one}:${two}:/nowhere` }, cwd: folder });
    expect((await opened()).token).toBe('a');
  });

  test.each<[string, string, object, RegExp]>([
    ['a context that does not exist', config('{token: t}'), { context: 'prod' }, /no context `prod`/],
    ['a cluster that does not exist', config('{token: t}'), { context: 'two' }, /refers to a cluster/],
    ['no current context', config('{token: t}').replace('current-context: one\n', ''), {}, /no current context/],
    ['invalid YAML', 'clusters: [', {}, /is not valid YAML/],
    ['something else', 'a: b\nc: d', {}, /is not a kubeconfig/],
    [
      'an unverified server',
      config('{token: t}', '{server: "https://a", insecure-skip-tls-verify: true}'),
      {},
      /does not verify/,
    ],
    ['plain HTTP', config('{token: t}', '{server: "http://a"}'), {}, /does not use https/],
    ['a proxy', config('{token: t}', '{server: "https://a", proxy-url: "http://p"}'), {}, /uses a proxy/],
    ['a password', config('{username: u, password: SECRET}'), {}, /removed/],
    ['a file that is not there', '', { text: undefined, file: 'nowhere' }, /No kubeconfig found/],
  ])('refuses %s in one line without a secret', (_, text, over, message) => {
    let said = '';
    try {
      connect(text, over);
    } catch (error) {
      const { message: what, help } = error as { message: string; help?: string };
      said = `${what}. ${help}`;
    }
    expect(said).toMatch(message);
    expect(said).not.toMatch(/SECRET|\n/);
  });

  test.each([
    ['no credentials', '{}', /has no credentials/],
    ['a plugin that fails', '{exec: {command: /bin/false}}', /failed with exit code 1/],
    [
      'a plugin that prints something else',
      '{exec: {command: /bin/echo, args: [SECRET]}}',
      /did not print an ExecCredential/,
    ],
    ['a plugin that is not installed', '{exec: {command: no-such-plugin}}', /is not installed/],
  ])('refuses %s when it is used', async (_, user, message) => {
    const said = await connect(config(user), { env: { PATH: process.env.PATH } })().then(
      () => '',
      (error: Error) => error.message,
    );
    expect(said).toMatch(message);
    expect(said).not.toContain('SECRET');
  });
});
