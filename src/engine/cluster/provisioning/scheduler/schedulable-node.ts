import type { Taint } from '../../../karpenter/api/pod.ts';
import { plus } from '../../../karpenter/api/resources.ts';
import { conflicts, type HostPort, hostPorts } from '../../../karpenter/scheduling/host-ports.ts';
import type { Interner } from '../../../karpenter/scheduling/intern.ts';
import { podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import type {
  RequirementList,
  RequirementTable,
  RequirementVector,
} from '../../../karpenter/scheduling/requirement-table.ts';
import { lastingTaints, tolerates } from '../../../karpenter/scheduling/taints.ts';
import type { ExistingNode, PodClass, SchedulerInput } from '../input/scheduler-input.ts';
import { type PodConstraints, podConstraints, strictPodRequirements } from '../pods/pod-constraints.ts';
import { attachedVolumes } from '../topology/volume-topology.ts';
import type { ClaimEvaluation } from './claim-evaluation.ts';
import { hasResourceClaims, type PodShape, type PodVariant } from './pod-shape.ts';

/** The context for compiling existing nodes. */
export interface NodeContext {
  readonly input: SchedulerInput;
  readonly table: RequirementTable;
  readonly resources: Interner;
  readonly daemons: readonly NodeDaemon[];
}

/** The pod of a DaemonSet as nodes see it. */
interface NodeDaemon {
  readonly tolerations: PodConstraints['tolerations'];
  readonly wanted: RequirementList;
  readonly requests: ReadonlyMap<string, number>;
}

/** The pods of DaemonSets that may run on existing nodes. */
export const nodeDaemons = ({ daemonSets }: SchedulerInput, table: RequirementTable): readonly NodeDaemon[] =>
  daemonSets
    .filter((pod) => !hasResourceClaims(pod))
    .map(({ spec }) => {
      const constraints = podConstraints(spec);
      const wanted = table.list(strictPodRequirements(constraints));
      return { tolerations: constraints.tolerations, wanted, requests: podRequests(spec) };
    });

/** Why a pod cannot join an existing node. */
export type NodeRefusal = 'resources' | 'taints' | 'volume limits' | 'ports' | 'requirements' | 'volumes' | 'topology';

const noVolumes: readonly (RequirementList | undefined)[] = [undefined];

/** An existing node that can take pods. Source: core …/scheduling/existingnode.go. */
export class SchedulableNode {
  readonly node: ExistingNode;
  readonly hostname: string;
  /** The taints that count, without those of a node that is still starting. */
  readonly taints: readonly Taint[];
  readonly vector: RequirementVector;
  /** Free resources by resource id. */
  readonly #remaining: Float64Array;
  readonly #ports: HostPort[];
  readonly #attached = new Map<string, Set<string>>();
  readonly #table: RequirementTable;
  readonly pods = new Map<PodClass, number>();
  version = 1;

  constructor(node: ExistingNode, vector: RequirementVector, context: NodeContext) {
    const { input, table } = context;
    this.node = node;
    this.hostname = node.labels['kubernetes.io/hostname'] || node.name;
    this.taints = node.isInitialized ? node.taints : lastingTaints(node.taints, node.startupTaints);
    this.#table = table;
    this.vector = vector;
    this.#remaining = remainingResources(node, this.#daemonRequests(context), context.resources);
    this.#ports = node.pods.flatMap(({ pod }) => hostPorts(pod.spec));
    for (const { pod } of node.pods) this.#attach(attachedVolumes(pod, input.volumeClaims));
  }

  /** The requests of all DaemonSets that run on this node. */
  #daemonRequests({ daemons, resources }: NodeContext): Float64Array {
    const sum = new Float64Array(resources.size);

    for (const { tolerations, wanted, requests } of daemons) {
      if (!tolerates(this.taints, tolerations) || !this.#table.isCompatible(this.vector, wanted)) continue;
      addTo(sum, requests, resources);
    }

    return sum;
  }

  #attach(volumes: ReadonlyMap<string, readonly string[]>): void {
    for (const [driver, names] of volumes) {
      const attached = this.#attached.get(driver) ?? new Set();
      this.#attached.set(driver, attached);
      for (const name of names) attached.add(name);
    }
  }

  /** Undefined if a pod can join. The requirements that the node would then have are in the evaluation's vector. */
  refusal(variant: PodVariant, evaluation: ClaimEvaluation): NodeRefusal | undefined {
    evaluation.isTopologyBound = false;
    evaluation.binding = undefined;
    const { shape, constraints, requirements } = variant;
    // A full node stays full, and a tainted node stays tainted.
    evaluation.isPermanent = true;
    if (!this.#fits(shape.requests)) return 'resources';
    if (!tolerates(this.taints, constraints.tolerations)) return 'taints';

    evaluation.isPermanent = false;
    if (this.#exceedsVolumeLimits(shape.attached)) return 'volume limits';
    if (shape.ports.length > 0 && conflicts(shape.ports, this.#ports)) return 'ports';
    if (!this.#table.isCompatible(this.vector, requirements)) return 'requirements';

    let refusal: NodeRefusal = 'volumes';

    for (const alternative of shape.volumes.length === 0 ? noVolumes : shape.volumes) {
      evaluation.vector.set(this.vector);
      this.#narrow(evaluation.vector, requirements);

      if (alternative !== undefined) {
        if (!this.#table.isCompatible(evaluation.vector, alternative)) continue;
        this.#narrow(evaluation.vector, alternative);
      }

      if (variant.bindings.length === 0) return undefined;

      evaluation.isTopologyBound = true;
      if (evaluation.spread(evaluation.vector, variant, false) === undefined) return undefined;

      refusal = 'topology';
    }

    evaluation.clearSingleCause(shape.volumes.length);

    return refusal;
  }

  #narrow(vector: RequirementVector, { keys, ids }: RequirementList): void {
    for (let at = 0; at < keys.length; at++) {
      const current = vector[keys[at]!]!;
      vector[keys[at]!] = current === 0 ? ids[at]! : this.#table.meet(current, ids[at]!);
    }
  }

  #fits(requests: Float64Array): boolean {
    for (let resource = 0; resource < requests.length; resource++) {
      const remaining = this.#remaining[resource]!;
      if (remaining < 0 || requests[resource]! > remaining) return false;
    }
    return true;
  }

  #exceedsVolumeLimits(volumes: ReadonlyMap<string, readonly string[]>): boolean {
    const { volumeLimits } = this.node;
    if (volumeLimits === undefined) return false;
    for (const [driver, limit] of volumeLimits) {
      const attached = new Set([...(this.#attached.get(driver) ?? []), ...(volumes.get(driver) ?? [])]);
      if (attached.size > limit) return true;
    }

    return false;
  }

  /** Adds one pod, with the requirements from the evaluation. */
  add(podClass: PodClass, shape: PodShape, vector: RequirementVector): void {
    this.vector.set(vector);
    for (let resource = 0; resource < shape.requests.length; resource++)
      this.#remaining[resource] = plus(this.#remaining[resource]!, -shape.requests[resource]!);
    this.#ports.push(...shape.ports);
    this.#attach(shape.attached);
    this.pods.set(podClass, (this.pods.get(podClass) ?? 0) + 1);
    this.version++;
  }
}

function addTo(sum: Float64Array, requests: ReadonlyMap<string, number>, resources: Interner, factor = 1): void {
  for (const [name, amount] of requests) {
    const id = resources.find(name);
    sum[id] = plus(sum[id]!, plus(0, amount * factor));
  }
}

/** Allocatable minus the requests of running pods and of DaemonSet pods that are still to start (at least 0). */
function remainingResources(node: ExistingNode, daemons: Float64Array, resources: Interner): Float64Array {
  const remaining = new Float64Array(resources.size);
  addTo(remaining, node.allocatable, resources);
  const used = new Float64Array(resources.size);
  const missing = daemons.slice();

  for (const { pod, isDaemon, count = 1 } of node.pods) {
    const requests = podRequests(pod.spec);
    addTo(used, requests, resources, count);
    if (isDaemon) addTo(missing, requests, resources, -count);
  }

  for (let resource = 0; resource < remaining.length; resource++) {
    // The node does not have a resource that it does not list. Pods that run anyway do not make it negative.
    if (!node.allocatable.has(resources.name(resource))) continue;
    remaining[resource] = plus(remaining[resource]!, -plus(used[resource]!, Math.max(0, missing[resource]!)));
  }

  return remaining;
}
