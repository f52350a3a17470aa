import type { DisruptionReason } from '../../../karpenter/api/disruption/disruption-budget.ts';
import type { Candidate, DisruptionClass } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { DisruptionCommand, MethodName } from './command.ts';

/** The input of a method's decision. */
export interface MethodInput {
  readonly cluster: Cluster;
  /** The candidates it should disrupt, by name. */
  readonly candidates: readonly Candidate[];
  /** NodePool → number of nodes that may be disrupted. Methods reduce it. */
  readonly budget: Map<string, number>;
}

/** The result of a method. */
export interface MethodOutcome {
  readonly commands: readonly DisruptionCommand[];
  /** Whether it found something that was no longer valid when checked again. Then the controller retries soon. */
  readonly isRejected?: boolean;
}

/** One way to disrupt nodes. Source: core pkg/controllers/disruption/types.go Method. */
export interface DisruptionMethod {
  readonly name: MethodName;
  readonly reason: DisruptionReason;
  readonly class: DisruptionClass;
  shouldDisrupt(candidate: Candidate): boolean;
  compute(input: MethodInput): MethodOutcome;
}

/** Nothing to do. */
export const noCommands: MethodOutcome = { commands: [] };

/** Whether a NodePool keeps a fixed number of nodes. */
export const isStaticPool = ({ pool }: Candidate): boolean => pool.nodePool.spec.replicas !== undefined;
