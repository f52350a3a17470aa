import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';
import { freePort } from '../free-port.ts';
import { buildKwok, coreCrds, kwokStages } from './build.ts';
import type { InstanceTypesFile } from './instance-types-file.ts';
import { startNodeClassController } from './node-class-controller.ts';

/** Settings of a cluster. */
export interface KwokClusterOptions {
  readonly instanceTypes: InstanceTypesFile;
  /** An earlier minor of Karpenter. 1.14 by default. */
  readonly minor?: string | undefined;
  /** Karpenter's settings, by their names in its environment. */
  readonly karpenter?: Readonly<Record<string, string>>;
  /** Users of the API server in addition to `admin`, and a webhook for tokens, as in `startApiServer`. */
  readonly server?: Parameters<typeof startApiServer>[0];
}

/** A cluster that runs the real Karpenter, kube-scheduler and controllers. Only machines and kubelets are simulated. */
export interface KwokCluster {
  readonly server: ApiServer;
  /** The last lines of output of one of its programs. */
  log(program: 'karpenter' | 'kwok' | 'scheduler' | 'controller-manager'): string;
  stop(): Promise<void>;
}

/**
 * Controllers that create, place and delete pods of workloads. `node-lifecycle` removes the not-ready taint from new Nodes, and
 * `disruption` counts how many evictions a PodDisruptionBudget allows.
 */
const controllers = [
  ...['deployment', 'replicaset', 'statefulset', 'daemonset', 'job', 'garbage-collector', 'node-lifecycle'],
  'disruption',
].map((name) => `${name}-controller`);

/** Starts a cluster. It is ready for objects when this returns, about ten seconds later. */
export async function startKwokCluster({
  instanceTypes,
  minor,
  karpenter,
  server: how,
}: KwokClusterOptions): Promise<KwokCluster> {
  const programs = buildKwok(undefined, minor);
  const server = await startApiServer({ ...how, ...(minor && { karpenterVersion: minor }) });
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-kwok-'));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const crds = coreCrds(minor).map((text) => parse(text));
  const known = (await server.request('GET', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions')).body.items;
  const names = new Set(known.map(({ metadata }: { metadata: { name: string } }) => metadata.name));
  await server.apply(crds.filter(({ metadata }) => !names.has(metadata.name)));
  await server.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'karpenter' } }]);
  const config = server.kubeconfig;
  const flags = [
    ...[`--kubeconfig=${config}`, `--authentication-kubeconfig=${config}`, `--authorization-kubeconfig=${config}`],
    ...['--leader-elect=false', '--secure-port=0', '--kube-api-qps=500', '--kube-api-burst=1000'],
  ];
  const nodeClasses = startNodeClassController(server);
  const children = {
    scheduler: start(programs.controlPlane, ['scheduler', ...flags]),
    'controller-manager': start(programs.controlPlane, [
      ...['controller-manager', ...flags, `--controllers=${controllers.join(',')}`],
      // Simulated kubelets send no heartbeats, and their Nodes would be briefly unreachable every 50 seconds.
      '--node-monitor-grace-period=24h',
    ]),
    kwok: start(programs.kwok, [
      ...[`--kubeconfig=${config}`, '--manage-all-nodes=false', `--config=${file('stages.yaml', kwokStages())}`],
      ...['--manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake'],
      `--server-address=127.0.0.1:${await freePort()}`,
    ]),
    karpenter: start(programs.karpenter, [], {
      KUBECONFIG: config,
      SYSTEM_NAMESPACE: 'karpenter',
      DISABLE_LEADER_ELECTION: 'true',
      METRICS_PORT: String(await freePort()),
      HEALTH_PROBE_PORT: String(await freePort()),
      INSTANCE_TYPES_FILE_PATH: file('instance-types.json', JSON.stringify(instanceTypes)),
      ...karpenter,
    }),
  };
  return {
    server,
    log: (program) => children[program].log(),
    async stop() {
      await nodeClasses.stop();
      await Promise.all(Object.values(children).map((child) => child.stop()));
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Running {
  log(): string;
  stop(): Promise<void>;
}

/** Ends the program when its standard input closes, which happens when its parent ends. */
const leash = '"$@" </dev/null & program=$!; cat >/dev/null; kill -9 $program';

function start(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn('sh', ['-c', leash, 'sh', program, ...args], {
    env: { PATH: process.env.PATH, HOME: tmpdir(), ...env },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log = (log + chunk).slice(-2_000_000);
    });
  return {
    log: () => log,
    async stop() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
