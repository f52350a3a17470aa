import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { count, isBound, isRunning, type Json, picturesOf, untilSettled, type View } from './cluster-watch.ts';
import { commands, rounds } from './karpenter-log.ts';
import type { KwokCluster } from './kwok-cluster.ts';
import { nominationsOf } from './nominations.ts';
import { bringUp, moveTo, objectsOf } from './objects.ts';
import {
  instanceTypesOfBoth,
  type SeenTransition,
  type SettledCluster,
  type Step,
  type Transition,
} from './transition.ts';
import { startClusterFor } from './try-set-up.ts';

/** Applies base to a new cluster, waits until it settles, takes a snapshot, applies head, and waits again. */
export async function tryTransition(transition: Transition): Promise<SeenTransition> {
  const cluster = await startClusterFor(transition.settings, instanceTypesOfBoth(transition));
  try {
    return await watch(cluster, transition);
  } finally {
    await cluster.stop();
  }
}

async function watch(cluster: KwokCluster, transition: Transition): Promise<SeenTransition> {
  const [base, head] = [objectsOf(transition.base), objectsOf(transition.head)];
  const isPatient = [...base, ...head].some(consolidates);
  const patience = isPatient ? consolidating : provisioningAlone;
  const first = await settled(cluster, await bringUp(cluster, base), patience, () => {});
  const snapshot = takeSnapshot(cluster.server.kubeconfig);
  const way = new Way(first.view);
  const start = await moveTo(cluster, base, head);
  const hasBuffer = base.some(({ kind }) => kind === 'CapacityBuffer');
  const second = await settled(cluster, start, isPatient && hasBuffer ? reconsidering : patience, (view) =>
    way.see(view),
  );
  return { before: first.state, snapshot, after: second.state, ...way.report(second.view) };
}

/** Whether a NodePool consolidates within a minute. */
function consolidates({ kind, spec }: Json): boolean {
  if (kind !== 'NodePool' || spec.replicas !== undefined) return false;
  return /^\d+s$/.test(spec.disruption?.consolidateAfter ?? '0s');
}

/** Karpenter checks every ten seconds what it could disrupt, and each kind of consolidation waits fifteen seconds before it acts. */
const consolidating = { allPlaced: 45, somePending: 45, someDrifted: 60, atMost: 300 };
/**
 * Less room in a CapacityBuffer is no event for consolidation, which looks again after five minutes, and may find something once more after
 * that. Source: core pkg/controllers/state/cluster.go ConsolidationState.
 */
const reconsidering = { ...consolidating, allPlaced: 330, atMost: 1200 };
const provisioningAlone = { allPlaced: 22, somePending: 26, someDrifted: 60, atMost: 300 };

async function settled(
  cluster: KwokCluster,
  start: Date,
  patience: typeof consolidating,
  see: (view: View) => void,
): Promise<{ readonly view: View; readonly state: SettledCluster }> {
  const { server, log } = cluster;
  const started = performance.now();
  const { view, changed, isSettled } = await untilSettled(server, patience, see);
  const bound = view.pods.filter(isBound);
  const waiting = view.pods.filter((pod) => !isBound(pod));
  return {
    view,
    state: {
      nodes: picturesOf(view.claims, view),
      pending: count(waiting, view),
      running: count(bound, view),
      seconds: Math.round((changed - started) / 100) / 10,
      isSettled,
      rounds: rounds(log('karpenter'), start),
      commands: commands(log('karpenter'), start),
      nominations: await nominationsOf(server, view),
    },
  };
}

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** The exact command in docs/snapshot.md. */
const kinds = 'nodes,nodeclaims,pods,deployments,statefulsets,daemonsets,jobs,hpa,pdb,pvc,pv,storageclasses';

function takeSnapshot(kubeconfig: string): string {
  const maxBuffer = 1 << 30;
  const dump = execFileSync('kubectl', ['--kubeconfig', kubeconfig, 'get', kinds, '-A', '-o', 'json'], { maxBuffer });
  return execFileSync(process.execPath, [cli, 'snapshot', '-'], { input: dump, maxBuffer, encoding: 'utf8' });
}

/** The events between two settled states. */
class Way {
  readonly #start = performance.now();
  readonly #before: View;
  readonly #steps: Step[] = [];
  readonly #fewest = new Map<string, number>();
  #peak = { nodes: 0, hourlyUsd: 0 };

  constructor(before: View) {
    this.#before = before;
    for (const [workload, pods] of Object.entries(count(before.pods.filter(isRunning), before)))
      this.#fewest.set(workload, pods);
  }

  see(view: View): void {
    // A NodeClaim exists before its Node, and for some seconds after its Node is deleted.
    const there = view.claims.filter(({ status }) => view.nodes.has(status?.nodeName));
    const hourlyUsd = picturesOf(there, view).reduce((sum, node) => sum + (node.hourlyUsd || 0), 0);
    this.#peak = {
      nodes: Math.max(this.#peak.nodes, view.nodes.size),
      hourlyUsd: Math.max(this.#peak.hourlyUsd, Math.round(hourlyUsd * 1e6) / 1e6),
    };
    const running = count(view.pods.filter(isRunning), view);
    for (const [workload, fewest] of this.#fewest) this.#fewest.set(workload, Math.min(fewest, running[workload] ?? 0));
    const step = {
      at: Math.round((performance.now() - this.#start) / 100) / 10,
      nodes: view.nodes.size,
      leaving: [...view.nodes.values()].filter(isLeaving).length,
      running: view.pods.filter(isRunning).length,
      waiting: view.pods.filter((pod) => !isBound(pod)).length,
    };
    const last = this.#steps.at(-1);
    if (!last || JSON.stringify({ ...last, at: 0 }) !== JSON.stringify({ ...step, at: 0 })) this.#steps.push(step);
  }

  report(after: View): Pick<SeenTransition, 'peak' | 'gone' | 'fewestRunning' | 'steps'> {
    const alive = new Set(after.pods.map(({ metadata }) => metadata.uid));
    const gone = this.#before.pods.filter((pod) => isRunning(pod) && !alive.has(pod.metadata.uid));
    return {
      peak: this.#peak,
      gone: count(gone, this.#before),
      fewestRunning: Object.fromEntries(this.#fewest),
      steps: this.#steps,
    };
  }
}

const isLeaving = ({ metadata, spec }: Json): boolean =>
  Boolean(metadata.deletionTimestamp) || (spec.taints ?? []).some(({ key }: Json) => key === 'karpenter.sh/disrupted');
