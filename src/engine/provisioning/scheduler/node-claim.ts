import type { Bitset } from '../../scheduling/bitset.ts';
import type { HostPort } from '../../scheduling/host-ports.ts';
import type { RequirementVector } from '../../scheduling/requirement-table.ts';
import type { ReservedOffering } from '../instance-types/offering-kinds.ts';
import type { PodClass } from '../scheduler-input.ts';
import type { NodeClaimTemplate } from './node-claim-template.ts';

/** A node that the pass would launch, as far as it is determined. Its invariant: every option meets all that is required. */
export class NodeClaim {
  readonly template: NodeClaimTemplate;
  /** Position among the NodeClaims of the pass, in order of opening. */
  readonly index: number;
  readonly hostname: string;
  readonly vector: RequirementVector;
  readonly options: Bitset;
  /** Amounts by resource id, DaemonSets not included. */
  readonly requests: Float64Array;
  readonly pods = new Map<PodClass, number>();
  /** Ids of the resources that pods request, be it with zero. */
  readonly requested = new Set<number>();
  readonly ports: HostPort[] = [];
  reserved: readonly ReservedOffering[] = [];
  podCount = 0;
  /** Position in Karpenter's list, fewest pods first. */
  place = 0;
  /** Topology groups that know its hostname. */
  knownToGroups = 0;
  /** Grows with every pod. */
  version = 1;

  constructor(
    template: NodeClaimTemplate,
    start: { index: number; vector: RequirementVector; options: Bitset; resources: number },
  ) {
    this.template = template;
    this.index = start.index;
    this.hostname = hostnameOf(start.index);
    this.vector = start.vector;
    this.options = start.options;
    this.requests = new Float64Array(start.resources);
  }
}

/** Stands in for the name that the node will have. */
export const hostnameOf = (index: number): string => `hostname-placeholder-${String(index + 1).padStart(4, '0')}`;
