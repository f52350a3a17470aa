import type { Bitset } from '../../../karpenter/scheduling/bitset.ts';
import type { HostPort } from '../../../karpenter/scheduling/host-ports.ts';
import type { RequirementVector } from '../../../karpenter/scheduling/requirement-table.ts';
import type { PodClass } from '../input/scheduler-input.ts';
import type { ReservedOffering } from '../instance-types/offering-kinds.ts';
import type { NodeClaimTemplate } from './node-claim-template.ts';

/** A node that the pass would launch, as far as it is determined. Invariant: every option meets all requirements. */
export class NodeClaim {
  readonly template: NodeClaimTemplate;
  /** The position among the NodeClaims of the pass, in order of opening. */
  readonly index: number;
  readonly hostname: string;
  readonly vector: RequirementVector;
  readonly options: Bitset;
  /** Requested amounts by resource id, without DaemonSets. */
  readonly requests: Float64Array;
  readonly pods = new Map<PodClass, number>();
  /** Ids of the resources that pods request, including zero amounts. */
  readonly requested = new Set<number>();
  readonly ports: HostPort[] = [];
  reserved: readonly ReservedOffering[] = [];
  podCount = 0;
  /** The position in Karpenter's list, fewest pods first. */
  place = 0;
  /** The number of topology groups that know its hostname. */
  knownToGroups = 0;
  /** Increases with every pod. */
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

/** A placeholder for the node's future name. */
export const hostnameOf = (index: number): string => `hostname-placeholder-${String(index + 1).padStart(4, '0')}`;
