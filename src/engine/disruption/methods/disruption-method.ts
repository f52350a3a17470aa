import type { DisruptionReason } from '../cluster/budgets.ts';
import type { Candidate, DisruptionClass } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { DisruptionCommand, MethodName } from './command.ts';

/** Everything a method decides with. */
export interface MethodInput {
  readonly cluster: Cluster;
  /** Those it should disrupt, by name. */
  readonly candidates: readonly Candidate[];
  /** NodePool → nodes that may go; methods take from it. */
  readonly budget: Map<string, number>;
}

/** What a method found. */
export interface MethodOutcome {
  readonly commands: readonly DisruptionCommand[];
  /** It had found something that did not hold when looked at again: the controller tries again soon. */
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

/** NodePools that keep a fixed number of nodes. */
export const isStaticPool = ({ pool }: Candidate): boolean => pool.nodePool.spec.replicas !== undefined;
