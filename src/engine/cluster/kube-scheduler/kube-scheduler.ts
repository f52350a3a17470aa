import { filters, scores } from './default-profile.ts';
import { hasRoom } from './filters/resources.ts';
import { Tallies } from './framework/domain-tally.ts';
import { NodeState } from './framework/node-state.ts';
import type { Cycle, Rejection } from './framework/plugin.ts';
import type { PodInfo } from './framework/pod-info.ts';
import type { SchedulerRelease } from './framework/release.ts';
import type { SchedulerNode } from './framework/scheduler-node.ts';
import type { ClaimOfPod } from './framework/volume-claim.ts';
import { NodeTree } from './node-tree.ts';
import { areByHost, nodesOfHost } from './pod-affinity.ts';

/** The parts of a cluster that do not change while pods are bound. */
interface SchedulerFacts {
  readonly release: SchedulerRelease;
  /** Namespace → labels. */
  readonly namespaces: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly claimsOf: (pod: PodInfo) => readonly ClaimOfPod[];
}

/** The nodes that were found for a pod, with their scores. */
export interface Found {
  readonly nodes: readonly NodeState[];
  /** Plugin → weighted score of each node. Plugins that skip the pod are absent. */
  readonly scores: ReadonlyMap<string, readonly number[]>;
  /** Total score of each node. */
  readonly total: readonly number[];
}

/** A check of all filters for one node. */
type NodeCheck = (node: NodeState) => (Rejection & { readonly plugin: string }) | undefined;

const minNodesToFind = 100;

/** kube-scheduler with its default profile, on nodes to which pods can be bound. Source: pkg/scheduler/schedule_one.go. */
export class KubeScheduler {
  readonly facts: SchedulerFacts;
  readonly #states = new Map<string, NodeState>();
  readonly #tree = new NodeTree();
  #listed: readonly NodeState[] | undefined;
  #nodesOfHost: ReadonlyMap<string, readonly NodeState[]> | undefined;
  readonly #tallies = new Tallies();
  /** Where the next search starts, so that all nodes of a large cluster are looked at in turn. */
  #start = 0;
  /** Pods with affinity that are bound, so that most pods can skip what looks for them. */
  #withAntiAffinity = 0;
  #withWideAntiAffinity = 0;
  #withScoredAffinity = 0;

  constructor(facts: SchedulerFacts) {
    this.facts = facts;
  }

  add(node: SchedulerNode): NodeState {
    const state = new NodeState(node);
    this.#states.set(node.name, state);
    this.#tree.add(node);
    this.#tallies.note({ kind: 'joins', node: state });
    this.#forgetNodes();
    return state;
  }

  remove(name: string): void {
    const state = this.#states.get(name);
    if (state === undefined) return;
    for (const [shape, count] of state.pods) this.bind(shape, name, -count);
    this.#states.delete(name);
    this.#tree.remove(state.node);
    this.#tallies.note({ kind: 'leaves', node: state });
    this.#forgetNodes();
  }

  #forgetNodes(): void {
    this.#listed = undefined;
    this.#nodesOfHost = undefined;
  }

  node(name: string): NodeState | undefined {
    return this.#states.get(name);
  }

  /** Binds pods to a node, or removes them with a negative count. */
  bind(shape: PodInfo, name: string, count = 1): void {
    const state = this.#states.get(name);
    state?.add(shape, count);
    if (state !== undefined) this.#tallies.note({ kind: 'pods', node: state, pod: shape, count });
    if (shape.antiAffinity.length > 0) this.#withAntiAffinity += count;
    if (!areByHost(shape.antiAffinity)) this.#withWideAntiAffinity += count;
    if (shape.hasScoredAffinity) this.#withScoredAffinity += count;
  }

  /** All nodes in the order in which they are looked at. */
  get nodes(): readonly NodeState[] {
    this.#listed ??= this.#tree.list().map(({ name }) => this.#states.get(name)!);
    return this.#listed;
  }

  cycle(pod: PodInfo, nodes: readonly NodeState[] = this.nodes): Cycle {
    const { release, namespaces, claimsOf } = this.facts;
    const hostsOf = (): ReadonlyMap<string, readonly NodeState[]> => this.#hostsOf(nodes);
    let hosts: ReadonlyMap<string, readonly NodeState[]> | undefined;

    return {
      pod,
      nodes,
      get nodesOfHost() {
        hosts ??= hostsOf();
        return hosts;
      },
      tallies: nodes === this.#listed ? this.#tallies : new Tallies(nodes),
      release,
      claimsOf,
      namespaces,
      namespaceLabels: namespaces.get(pod.namespace) ?? {},
      hasAntiAffinity: this.#withAntiAffinity > 0,
      hasWideAntiAffinity: this.#withWideAntiAffinity > 0,
      hasScoredAffinity: this.#withScoredAffinity > 0,
    };
  }

  #hostsOf(nodes: readonly NodeState[]): ReadonlyMap<string, readonly NodeState[]> {
    if (nodes !== this.#listed) return nodesOfHost(nodes);

    this.#nodesOfHost ??= nodesOfHost(nodes);
    return this.#nodesOfHost;
  }

  /** Whether a node can take a pod. */
  takes(pod: PodInfo, name: string): boolean {
    const state = this.#states.get(name);
    if (state === undefined || !hasRoom(state, pod)) return false;
    const check = checkOf(this.cycle(pod));
    return typeof check === 'function' && check(state) === undefined;
  }

  /**
   * Whether other pods can be the reason why a pod fits, by its required affinity or its topology spread. Without these, a pod that fits on
   * none of the nodes still fits on none once more pods run there.
   */
  needsOthers({ hardSpread, affinity }: PodInfo): boolean {
    return hardSpread.length + affinity.length > 0;
  }

  /** Whether a running pod can be the reason why another one fits. */
  canHelp(running: PodInfo, { hardSpread, affinity }: PodInfo): boolean {
    return affinity.length > 0 || hardSpread.some(({ selector }) => selector.matches(running.labels));
  }

  /** The nodes for a pod. In large clusters, the search ends as soon as enough of them are found. */
  find(pod: PodInfo): Found {
    const { nodes } = this;
    // Room is looked at first, because it takes least. If no node has room, the search ends where it started.
    if (!nodes.some((node) => hasRoom(node, pod))) return noneFound;

    const cycle = this.cycle(pod, nodes);
    const checks = pluginChecks(cycle);
    if (!Array.isArray(checks)) return noneFound;

    const wanted = nodesToFind(nodes.length);
    const feasible: NodeState[] = [];
    let rejected = 0;
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[(this.#start + at) % nodes.length]!;
      if (!hasRoom(node, pod) || checks.some(({ check }) => check(node) !== undefined)) rejected++;
      else if (feasible.length === wanted) break;
      else feasible.push(node);
    }

    if (nodes.length > 0) this.#start = (this.#start + feasible.length + rejected) % nodes.length;

    if (feasible.length === 0) return noneFound;
    return scored(cycle, feasible);
  }
}

const noneFound: Found = { nodes: [], scores: new Map(), total: [] };

interface PluginCheck {
  readonly plugin: string;
  readonly check: (node: NodeState) => Rejection | undefined;
}

/** The checks of all filters that have something to do with the pod, or a rejection of all nodes. */
function pluginChecks(cycle: Cycle): PluginCheck[] | (Rejection & { readonly plugin: string }) {
  const checks: PluginCheck[] = [];

  for (const { name: plugin, prepare } of filters) {
    const check = prepare(cycle);
    if (typeof check === 'object') return { ...check, plugin };

    if (check !== undefined) checks.push({ plugin, check });
  }

  return checks;
}

/** The first filter that rejects a node gives the reason. A rejection instead of a check is for all nodes. */
export function checkOf(cycle: Cycle): NodeCheck | (Rejection & { readonly plugin: string }) {
  const checks = pluginChecks(cycle);
  if (!Array.isArray(checks)) return checks;

  return (node) => {
    for (const { plugin, check } of checks) {
      const rejection = check(node);
      if (rejection !== undefined) return { ...rejection, plugin };
    }
    return undefined;
  };
}

function scored(cycle: Cycle, nodes: readonly NodeState[]): Found {
  const all = new Map<string, readonly number[]>();
  const total = nodes.map(() => 0);

  for (const { name, weight, prepare } of scores) {
    const scoring = prepare(cycle, nodes);
    if (scoring === undefined) continue;

    const nodeScores = nodes.map((node) => scoring.score(node));
    scoring.normalize?.(nodeScores);

    for (let at = 0; at < nodeScores.length; at++) {
      nodeScores[at] = nodeScores[at]! * weight;
      total[at] = total[at]! + nodeScores[at]!;
    }

    all.set(name, nodeScores);
  }

  return { nodes, scores: all, total };
}

/** Source: schedule_one.go numFeasibleNodesToFind, with the default percentageOfNodesToScore of 0. */
function nodesToFind(nodes: number): number {
  if (nodes < minNodesToFind) return nodes;
  const percentage = Math.max(5, 50 - Math.trunc(nodes / 125));
  return Math.max(minNodesToFind, Math.trunc((nodes * percentage) / 100));
}
