import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildApiServer } from './build.ts';
import { karpenterCrds } from './crds.ts';
import { request } from './request.ts';

/** How a server for a test shall be. */
export interface ApiServerOptions {
  /** `name` or `name:group,group`: people beside `admin`, who may everything. RBAC gives them nothing by itself. */
  readonly users?: readonly string[];
  /** URL that answers TokenReviews about tokens that are not of `users`, as EKS's authenticator does. */
  readonly tokenWebhook?: string;
  /** Minor of Karpenter whose CRDs are installed; null installs none. 1.14 by default. */
  readonly karpenterVersion?: string | null;
  /** More flags of kube-apiserver. */
  readonly flags?: readonly string[];
}

/** Answer to a request: its HTTP status, headers and parsed body. */
export type { Answer } from './request.ts';

/** A real kube-apiserver with etcd and RBAC on 127.0.0.1, which ends with the process that started it. */
export interface ApiServer {
  /** `https://127.0.0.1:PORT`. */
  readonly server: string;
  /** Certificate of the authority, PEM. */
  readonly ca: string;
  /** Certificate and key that it serves with, PEM: for a proxy that stands in its place. */
  readonly serving: { readonly certificate: string; readonly key: string };
  /** User → bearer token. */
  readonly tokens: Readonly<Record<string, string>>;
  /** User → client certificate and key, PEM. */
  readonly certificates: Readonly<Record<string, { readonly certificate: string; readonly key: string }>>;
  /** Path of a kubeconfig whose contexts have the names of the users; `admin` is the current one. */
  readonly kubeconfig: string;
  /** One request with JSON, as `admin` when nothing else is said; never throws for an HTTP status. */
  request: Requester;
  /** Applies objects as `kubectl apply --server-side --force-conflicts` of `manager` does; throws when one is refused. */
  apply(objects: readonly object[], manager?: string): Promise<void>;
  /** Stops the process so that it answers nothing (SIGSTOP), until `resume`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

type Requester = (
  method: string,
  path: string,
  body?: object,
  options?: { readonly user?: string; readonly contentType?: string },
) => ReturnType<typeof request>;

interface Ready {
  readonly server: string;
  readonly ca: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly certificates: Readonly<Record<string, { certificate: string; key: string }>>;
}

/** Starts an API server, ready in about three seconds, with Karpenter's CRDs served; builds it on first use. */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const program = buildApiServer();
  const directory = mkdtempSync(join(tmpdir(), 'plumbline-apiserver-'));
  const args = [
    ...['-directory', directory],
    ...(options.users ?? []).flatMap((user) => ['-user', user]),
    ...(options.tokenWebhook ? ['-token-webhook', options.tokenWebhook] : []),
    ...(options.flags ? ['--', ...options.flags] : []),
  ];
  const process = spawn(program, args);
  const ready = await untilReady(process);
  const server = apiServer(process, ready, directory);
  if (options.karpenterVersion !== null) await install(server, options.karpenterVersion ?? '1.14');
  return server;
}

async function untilReady(process: ChildProcessWithoutNullStreams): Promise<Ready> {
  let errors = '';
  // The last of what it says is enough to tell why it does not start.
  process.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-4000);
  });
  const lines = createInterface({ input: process.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => text as string),
    once(process, 'exit').then(([code]) => {
      throw new Error(`the API server ended with ${code}:\n${errors}`);
    }),
  ]);
  return JSON.parse(line) as Ready;
}

function apiServer(process: ChildProcessWithoutNullStreams, ready: Ready, directory: string): ApiServer {
  const ca = readFileSync(ready.ca, 'utf8');
  const send: Requester = (method, path, body, { user = 'admin', contentType } = {}) =>
    request({ url: `${ready.server}${path}`, ca, token: ready.tokens[user] ?? user, method, body, contentType });
  return {
    server: ready.server,
    ca,
    serving: {
      certificate: readFileSync(join(directory, 'server.crt'), 'utf8'),
      key: readFileSync(join(directory, 'server.key'), 'utf8'),
    },
    tokens: ready.tokens,
    certificates: Object.fromEntries(
      Object.entries(ready.certificates).map(([user, files]) => [
        user,
        { certificate: readFileSync(files.certificate, 'utf8'), key: readFileSync(files.key, 'utf8') },
      ]),
    ),
    kubeconfig: writeKubeconfig(ready, directory),
    request: send,
    apply: async (objects, manager = 'test') => {
      for (const object of objects) await applyOne(send, object as Identified, manager);
    },
    pause: () => void process.kill('SIGSTOP'),
    resume: () => void process.kill('SIGCONT'),
    async stop() {
      if (process.exitCode === null) {
        process.kill('SIGCONT');
        process.kill('SIGKILL');
        await once(process, 'exit');
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Identified {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Plurals that are not the kind with an `s`. */
const plurals: Readonly<Record<string, string>> = {
  EC2NodeClass: 'ec2nodeclasses',
  KWOKNodeClass: 'kwoknodeclasses',
  PriorityClass: 'priorityclasses',
};

/** Path of an object in the API. */
export function pathOf({ apiVersion, kind, metadata: { name, namespace } }: Identified): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const plural = plurals[kind] ?? `${kind.toLowerCase()}s`;
  return `${root}${namespace ? `/namespaces/${namespace}` : ''}/${plural}/${name}`;
}

async function applyOne(send: Requester, object: Identified, manager: string): Promise<void> {
  const path = `${pathOf(object)}?fieldManager=${manager}&force=true`;
  const { status, body } = await send('PATCH', path, object, { contentType: 'application/apply-patch+yaml' });
  if (status >= 300) throw new Error(`${object.kind} ${object.metadata.name}: ${status} ${JSON.stringify(body)}`);
}

/** Installs the CRDs and waits until every version of each is served. */
async function install(server: ApiServer, karpenterVersion: string): Promise<void> {
  const crds = karpenterCrds(karpenterVersion) as (Identified & { spec: Spec })[];
  await server.apply(crds);
  for (const { spec } of crds) for (const { name } of spec.versions) await untilServed(server, spec, name);
}

interface Spec {
  readonly group: string;
  readonly names: { readonly plural: string };
  readonly versions: readonly { readonly name: string }[];
}

async function untilServed(server: ApiServer, { group, names }: Spec, version: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { status } = await server.request('GET', `/apis/${group}/${version}/${names.plural}`);
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${names.plural}.${group}/${version} is not served`);
}

function writeKubeconfig({ server, ca, tokens }: Ready, directory: string): string {
  const users = Object.entries(tokens);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server, 'certificate-authority': ca } }],
    users: users.map(([name, token]) => ({ name, user: { token } })),
    contexts: users.map(([name]) => ({ name, context: { cluster: 'test', user: name } })),
    'current-context': 'admin',
  };
  const path = join(directory, 'kubeconfig');
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 });
  return path;
}
