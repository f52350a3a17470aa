import { label } from '../../../karpenter/api/labels.ts';
import type { Taint } from '../../../karpenter/api/pod.ts';
import { nodeClassLabel } from '../../../karpenter/cloud-provider/node-class.ts';
import { andInto, type Bitset, isEmptyBitset } from '../../../karpenter/scheduling/bitset.ts';
import type { Interner } from '../../../karpenter/scheduling/intern.ts';
import { Requirement } from '../../../karpenter/scheduling/requirement.ts';
import type { RequirementTable, RequirementVector } from '../../../karpenter/scheduling/requirement-table.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import type { NodePoolInput, SchedulerInput } from '../input/scheduler-input.ts';
import type { CompiledInstanceTypes } from '../instance-types/compiled-instance-types.ts';
import { type DaemonOverheadGroup, daemonOverheadGroups } from './daemon-overhead.ts';
import { unmetMinValues } from './min-values.ts';

/** The context for compiling NodePools. */
export interface PassContext {
  readonly input: SchedulerInput;
  readonly table: RequirementTable;
  readonly resources: Interner;
}

/** A NodePool as the template from which the scheduler opens NodeClaims. Source: core …/scheduling/nodeclaimtemplate.go. */
export class NodeClaimTemplate {
  readonly nodePool: NodePoolInput['nodePool'];
  readonly name: string;
  readonly types: CompiledInstanceTypes;
  readonly taints: readonly Taint[];
  readonly vector: RequirementVector;
  /** The instance types that meet the NodePool's own requirements. */
  readonly options: Bitset;
  /** Label ids of the requirements with minValues. */
  readonly minValuesKeys: readonly number[];
  /** Whether minValues counts only values that the requirements allow. */
  readonly countsAllowedOnly: boolean;
  readonly daemons: readonly DaemonOverheadGroup[];
  /** Why it can launch nothing, if that is the case. */
  readonly emptyBecause: string | undefined;

  constructor({ nodePool }: NodePoolInput, types: CompiledInstanceTypes, context: PassContext) {
    const { table, input } = context;
    this.nodePool = nodePool;
    this.name = nodePool.metadata.name;
    this.types = types;
    this.taints = nodePool.spec.template.spec.taints ?? [];
    const requirements = templateRequirements(nodePool, input.countsDaemonSetsOfJoinedNodes !== false);
    this.vector = table.vector(requirements);

    this.minValuesKeys = requirements
      .values()
      .filter(({ minValues }) => minValues !== undefined)
      .map(({ key }) => table.key(key));

    this.countsAllowedOnly = input.minValuesCountsAllowed ?? false;
    this.options = compatibleTypes(types, this.vector);
    const isShort = unmetMinValues(this, table, { vector: this.vector, options: this.options }).size > 0;
    if (isShort && input.minValuesPolicy === 'Strict') this.options.fill(0);

    const isEmpty = isEmptyBitset(this.options);
    this.emptyBecause = isEmpty ? emptiness + (isShort ? ' due to minValues incompatibility' : '') : undefined;
    this.daemons = isEmpty ? [] : daemonOverheadGroups(this, requirements, context);
  }
}

const emptiness = 'NodePool requirements filtered out all compatible available instance types';

/**
 * The requirements of a NodePool. The label that names the NodeClass of a node consists of its group and kind. From 1.14 on, the labels count that
 * a node has by the time its DaemonSets run. Source: core …/scheduling/nodeclaimtemplate.go NewNodeClaimTemplate.
 */
function templateRequirements(nodePool: NodePoolInput['nodePool'], hasLabelsOfJoined: boolean): Requirements {
  const { spec, metadata } = nodePool.spec.template;
  const labels = {
    ...metadata?.labels,
    [label.nodePool]: nodePool.metadata.name,
    [nodeClassLabel(spec.nodeClassRef)]: spec.nodeClassRef.name,
  };

  const ofJoined = [Requirement.in(label.registered, ['true']), Requirement.in(label.initialized, ['true'])];

  return Requirements.from(spec.requirements ?? [])
    .add(Requirements.fromLabels(labels))
    .add(hasLabelsOfJoined ? ofJoined : []);
}

function compatibleTypes(types: CompiledInstanceTypes, vector: RequirementVector): Bitset {
  const options = types.sound.slice();
  for (const id of vector) if (id !== 0) andInto(options, types.requirementRow(id));
  andInto(options, types.offeringRow(vector));
  return options;
}
