import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { PlumblineError } from '../../shared/errors.ts';
import type { Env } from '../env.ts';
import { readTextWithin } from '../files/bounded-file.ts';
import type { ClusterConnection, Connect } from './connection.ts';
import { type ExecPlugin, execCredential } from './exec-plugin.ts';
import { printableLine } from './kube-error.ts';

/** Where a kubeconfig comes from, and which of its contexts to use. */
interface KubeconfigRequest {
  /** Its text, for example from a secret. Without it, the files of `--kubeconfig`, KUBECONFIG or `~/.kube/config` are read. */
  readonly text?: string | undefined;
  readonly file?: string | undefined;
  /** Undefined for the current context. */
  readonly context?: string | undefined;
  readonly env: Env;
  readonly cwd: string;
  /** Called with every secret before it is used, so that logs can mask it. */
  readonly mask?: (secret: string) => void;
}

interface Named<T> {
  readonly name: string;
  readonly value: T;
  /** Folder that relative paths are relative to. */
  readonly folder: string;
}

interface Cluster {
  readonly server?: string;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'tls-server-name'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'proxy-url'?: string;
}

interface User {
  readonly token?: string;
  readonly tokenFile?: string;
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly exec?: ExecPlugin;
  readonly 'auth-provider'?: unknown;
  readonly username?: string;
  readonly as?: string;
  readonly 'as-groups'?: readonly string[];
}

interface Context {
  readonly cluster?: string;
  readonly user?: string;
}

interface Kubeconfig {
  readonly clusters: readonly Named<Cluster>[];
  readonly users: readonly Named<User>[];
  readonly contexts: readonly Named<Context>[];
  readonly current: string | undefined;
}

/** Reads a kubeconfig as kubectl does. Throws a PlumblineError('kube') that never quotes a secret. */
export function kubeconfigConnect(request: KubeconfigRequest): Connect {
  const config = merged(textsOf(request).map(readOne));
  const contextName = request.context ?? config.current;
  if (!contextName) throw error('The kubeconfig has no current context', contextHelp(config));

  const context = find(config.contexts, contextName);
  if (!context)
    throw error(`The kubeconfig has no context \`${printableLine(contextName, 100)}\``, contextHelp(config));

  const cluster = find(config.clusters, context.value.cluster);
  const user = find(config.users, context.value.user);

  if (!cluster?.value.server)
    throw error(
      `The context \`${contextName}\` refers to a cluster that is not in the kubeconfig`,
      contextHelp(config),
    );

  if (!user) throw error(`The context \`${contextName}\` refers to a user that is not in the kubeconfig`);

  refuseUnsafe(contextName, cluster.value, user.value);

  return connector({ contextName, cluster, user, request });
}

interface Text {
  readonly text: string;
  readonly folder: string;
  readonly name: string;
}

function textsOf({ text, file, env, cwd }: KubeconfigRequest): Text[] {
  if (text !== undefined && text.trim() !== '') return [{ text, folder: cwd, name: 'The kubeconfig' }];

  const named = file !== undefined ? [file] : (env.KUBECONFIG ?? '').split(delimiter).filter(Boolean);
  const paths = (named.length > 0 ? named : [join(env.HOME ?? homedir(), '.kube', 'config')]).map((path) =>
    resolve(cwd, path),
  );
  // Like kubectl, ignore those of several files that do not exist.
  const there = paths.filter((path) => existsSync(path));
  if (there.length === 0)
    throw error(`No kubeconfig found at \`${paths[0]}\``, 'Name the file with `--kubeconfig FILE` or KUBECONFIG.');

  return there.map((path) => ({ text: readText(path), folder: dirname(path), name: `\`${path}\`` }));
}

/** A kubeconfig with hundreds of clusters has a tenth of this. */
const maxBytes = 8 * 1024 * 1024;

function readText(path: string): string {
  try {
    return readTextWithin({
      path,
      name: `\`${path}\``,
      maxBytes,
      code: 'kube',
      help: 'Use a kubeconfig like the one that `kubectl config view --raw` prints.',
    });
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;
    throw error(`\`${path}\` cannot be read`, 'Check its permissions.', cause);
  }
}

function readOne({ text, folder, name }: Text): Kubeconfig {
  let value: unknown;

  try {
    value = parse(text, { logLevel: 'error' });
  } catch {
    // The parser's message is left out because it quotes the text, which may contain secrets.
    throw error(`${name} is not valid YAML`, 'Use a kubeconfig like the one that `kubectl config view --raw` prints.');
  }

  if (typeof value !== 'object' || value === null || !('clusters' in value || 'contexts' in value))
    throw error(
      `${name} is not a kubeconfig`,
      'Use a kubeconfig like the one that `kubectl config view --raw` prints.',
    );

  const config = value as Record<string, unknown>;
  const current = config['current-context'];

  return {
    clusters: entries<Cluster>(config.clusters, 'cluster', folder),
    users: entries<User>(config.users, 'user', folder),
    contexts: entries<Context>(config.contexts, 'context', folder),
    current: typeof current === 'string' && current !== '' ? current : undefined,
  };
}

const entries = <T>(list: unknown, key: string, folder: string): Named<T>[] =>
  (Array.isArray(list) ? list : []).flatMap((entry) => {
    if (typeof entry?.name === 'string') return [{ name: entry.name, value: (entry[key] ?? {}) as T, folder }];
    return [];
  });

/** Merges several files. If two of them have the same name, the first one counts. */
const merged = (configs: readonly Kubeconfig[]): Kubeconfig => ({
  clusters: configs.flatMap(({ clusters }) => clusters),
  users: configs.flatMap(({ users }) => users),
  contexts: configs.flatMap(({ contexts }) => contexts),
  current: configs.find(({ current }) => current !== undefined)?.current,
});

const find = <T>(list: readonly Named<T>[], name: string | undefined): Named<T> | undefined =>
  list.find((entry) => entry.name === name);

function contextHelp({ contexts }: Kubeconfig): string {
  const names = [...new Set(contexts.map(({ name }) => `\`${printableLine(name, 100)}\``))].sort();
  if (names.length > 0) return `Choose one of ${names.slice(0, 10).join(', ')}.`;
  return 'Add a context: the kubeconfig has none.';
}

function refuseUnsafe(context: string, cluster: Cluster, user: User): void {
  if (cluster['insecure-skip-tls-verify'])
    throw error(
      `The context \`${context}\` does not verify the server's certificate`,
      'Set `certificate-authority-data` in place of `insecure-skip-tls-verify`. Without verification, requests could reach another server.',
    );

  if (!cluster.server!.startsWith('https://'))
    throw error(
      `The server of the context \`${context}\` does not use https`,
      'Set a `server` that starts with `https://`.',
    );

  if (cluster['proxy-url'])
    throw error(
      `The context \`${context}\` uses a proxy, which is not supported`,
      'Run this on a machine that can reach the API server directly, and remove `proxy-url`.',
    );

  if (user['auth-provider'] !== undefined || user.username !== undefined)
    throw error(
      `The context \`${context}\` uses an authentication method that Kubernetes has removed`,
      'Use a token, a client certificate, or an `exec` plugin.',
    );
}

interface Connecting {
  readonly contextName: string;
  readonly cluster: Named<Cluster>;
  readonly user: Named<User>;
  readonly request: KubeconfigRequest;
}

function connector({ contextName, cluster, user, request }: Connecting): Connect {
  const { env, mask = () => {} } = request;
  const { exec } = user.value;

  const base = {
    server: cluster.value.server!,
    certificateAuthority: data(cluster, 'certificate-authority'),
    tlsServerName: cluster.value['tls-server-name'],
    ...(user.value.as && { impersonate: { user: user.value.as, groups: user.value['as-groups'] ?? [] } }),
    describe: () => `the context \`${contextName}\``,
  };

  const plugin = exec && execCredential({ plugin: exec, folder: user.folder, env, cluster: base });

  return async (isRefused = false) => {
    const credential = plugin ? await plugin(isRefused) : staticCredential(user);
    for (const secret of [credential.token, credential.clientCertificate?.key]) if (secret) mask(secret);
    return { ...base, ...credential };
  };
}

type Credential = Pick<ClusterConnection, 'token' | 'clientCertificate'>;

/** A token file is read for each request, because another program may renew it. */
function staticCredential(user: Named<User>): Credential {
  const { tokenFile, token } = user.value;
  const certificate = data(user, 'client-certificate');
  const key = data(user, 'client-key');
  const bearer = tokenFile !== undefined ? readText(resolve(user.folder, tokenFile)).trim() : token;

  if (bearer === undefined && (certificate === undefined || key === undefined))
    throw error(
      `The user \`${printableLine(user.name, 100)}\` of the kubeconfig has no credentials`,
      'Add a token, a client certificate with its key, or an `exec` plugin.',
    );

  return {
    token: bearer,
    clientCertificate: certificate !== undefined && key !== undefined ? { certificate, key } : undefined,
  };
}

/** The content of `KEY-data` in base64, or of the file that `KEY` names. */
function data({ value, folder }: Named<Cluster | User>, key: string): string | undefined {
  const fields = value as Readonly<Record<string, unknown>>;
  const inline = fields[`${key}-data`];
  if (typeof inline === 'string' && inline !== '') return Buffer.from(inline, 'base64').toString('utf8');
  const path = fields[key];
  if (typeof path === 'string' && path !== '') return readText(resolve(folder, path));
  return undefined;
}

const error = (message: string, help?: string, cause?: unknown): PlumblineError =>
  new PlumblineError('kube', message, { ...(help !== undefined && { help }), ...(cause !== undefined && { cause }) });
