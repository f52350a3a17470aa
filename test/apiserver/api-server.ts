import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildApiServer } from './build.ts';
import { karpenterCrds } from './crds.ts';
import { request } from './request.ts';

/** Settings of a test's API server. */
export interface ApiServerOptions {
  /** `name` or `name:group,group`: users in addition to `admin`, who has all permissions. RBAC grants them nothing by default. */
  readonly users?: readonly string[];
  /** URL that answers TokenReviews about tokens of other people than `users`, as EKS's authenticator does. */
  readonly tokenWebhook?: string;
  /** Minor of Karpenter whose CRDs are installed. Null installs none. 1.14 by default. */
  readonly karpenterVersion?: string | null;
  /** Additional flags of kube-apiserver. */
  readonly flags?: readonly string[];
}

/** Answer to a request: its HTTP status, headers and parsed body. */
export type { Answer } from './request.ts';

/** A real kube-apiserver with etcd and RBAC on 127.0.0.1, which ends with the process that started it. */
export interface ApiServer {
  /** `https://127.0.0.1:PORT`. */
  readonly server: string;
  /** Certificate of the authority, in PEM format. */
  readonly ca: string;
  /** The server's certificate and key in PEM format, for a proxy that takes its place. */
  readonly serving: { readonly certificate: string; readonly key: string };
  /** User → bearer token. */
  readonly tokens: Readonly<Record<string, string>>;
  /** User → client certificate and key, in PEM format. */
  readonly certificates: Readonly<Record<string, { readonly certificate: string; readonly key: string }>>;
  /** Path of a kubeconfig with a context for each user. `admin` is the current one. */
  readonly kubeconfig: string;
  /** Sends one request with JSON, by default as `admin`. Never throws for an HTTP status. */
  request: Requester;
  /** Applies objects like `kubectl apply --server-side --force-conflicts` by `manager`. Throws if one is rejected. */
  apply(objects: readonly object[], manager?: string): Promise<void>;
  /** Stops the process (SIGSTOP) until `resume`, so that it does not answer. */
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

/** Starts an API server that serves Karpenter's CRDs. It is ready in about three seconds. Built on first use. */
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
  // The last lines of its output are enough to say why it does not start.
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

/** Plurals that are not the kind plus `s`. */
const plurals: Readonly<Record<string, string>> = {
  EC2NodeClass: 'ec2nodeclasses',
  Ingress: 'ingresses',
  KWOKNodeClass: 'kwoknodeclasses',
  NetworkPolicy: 'networkpolicies',
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
  const path = `/apis/${group}/${version}/${names.plural}`;
  while ((await server.request('GET', path)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
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
