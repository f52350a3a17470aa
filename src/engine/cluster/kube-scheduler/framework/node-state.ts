import type { HostPort } from '../../../karpenter/scheduling/host-ports.ts';
import type { PodInfo, SpreadConstraint } from './pod-info.ts';
import type { SchedulerNode } from './scheduler-node.ts';

/** Whether the pods of a node keep a pod away from its host, because the pod avoids some of them, or because some of them repel it. */
export interface HostConflict {
  readonly isAvoided: boolean;
  readonly isRepelled: boolean;
}

/** A node with the pods that are bound to it. */
export class NodeState {
  readonly node: SchedulerNode;
  /** Allocatable and requested amounts in whole millicores and bytes, as kube-scheduler rounds them. */
  readonly cpu: number;
  readonly memory: number;
  readonly storage: number;
  readonly maxPods: number;
  usedCpu = 0;
  usedMemory = 0;
  usedStorage = 0;
  /** Like used CPU and memory, with a default for containers that request none. */
  assumedCpu = 0;
  assumedMemory = 0;
  readonly usedOthers = new Map<string, number>();
  readonly pods = new Map<PodInfo, number>();
  /** The pods with required anti-affinity, and those whose affinity changes the scores of other pods. */
  readonly withAntiAffinity = new Map<PodInfo, number>();
  readonly withScoredAffinity = new Map<PodInfo, number>();
  podCount = 0;
  /** Answers of plugins about the pods here. They hold until a pod comes or goes. */
  readonly conflicts = new Map<PodInfo, HostConflict>();
  readonly counts = new Map<SpreadConstraint, number>();
  /** The domain in which this node takes part in a constraint, if it does. Pods do not matter for that. */
  readonly domains = new Map<SpreadConstraint, string | undefined>();
  ports: HostPort[] = [];

  constructor(node: SchedulerNode) {
    this.node = node;
    const { allocatable } = node;
    this.cpu = Math.ceil(allocatable.get('cpu') ?? 0);
    this.memory = Math.ceil(allocatable.get('memory') ?? 0);
    this.storage = Math.ceil(allocatable.get('ephemeral-storage') ?? 0);
    this.maxPods = Math.ceil(allocatable.get('pods') ?? 0);
  }

  /** Adds pods, or removes them with a negative count. */
  add(shape: PodInfo, count = 1): void {
    const { requests, others, assumed } = shape;
    this.usedCpu += requests.cpu * count;
    this.usedMemory += requests.memory * count;
    this.usedStorage += requests.storage * count;
    this.assumedCpu += assumed.cpu * count;
    this.assumedMemory += assumed.memory * count;
    for (const [name, amount] of others) this.usedOthers.set(name, (this.usedOthers.get(name) ?? 0) + amount * count);
    this.podCount += count;
    this.conflicts.clear();
    this.counts.clear();
    addTo(this.pods, shape, count);
    if (shape.antiAffinity.length > 0) addTo(this.withAntiAffinity, shape, count);
    if (shape.hasScoredAffinity) addTo(this.withScoredAffinity, shape, count);
    if (shape.ports.length > 0)
      this.ports = [...this.pods].flatMap(([shape, pods]) => Array.from({ length: pods }, () => shape.ports).flat());
  }

  clone(): NodeState {
    const copy = new NodeState(this.node);
    for (const [shape, count] of this.pods) copy.add(shape, count);
    return copy;
  }
}

function addTo(pods: Map<PodInfo, number>, shape: PodInfo, count: number): void {
  const podCount = (pods.get(shape) ?? 0) + count;
  if (podCount > 0) pods.set(shape, podCount);
  else pods.delete(shape);
}
