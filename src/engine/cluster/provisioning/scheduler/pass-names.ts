import { normalizeLabel } from '../../../karpenter/api/labels.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import type { InstanceTypes } from '../../../karpenter/cloud-provider/instance-types.ts';
import { Interner } from '../../../karpenter/scheduling/intern.ts';
import type { Requirement, RequirementSource } from '../../../karpenter/scheduling/requirement.ts';
import { RequirementTable, type RequirementVector } from '../../../karpenter/scheduling/requirement-table.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import type { ExistingNode, NodePoolInput, SchedulerInput } from '../input/scheduler-input.ts';
import { CompiledInstanceTypes } from '../instance-types/compiled-instance-types.ts';
import { NodeClaimTemplate } from './node-claim-template.ts';
import { namedIn, registerLabels, registerResources } from './registered-labels.ts';

/** The integers that stand for names in a pass, and what is compiled from these alone. Passes that differ only in where pods run share them. */
export class PassNames {
  readonly table = new RequirementTable();
  readonly resources = new Interner();
  readonly #registered: Set<object>;
  readonly #instanceTypes = new Map<InstanceTypes, CompiledInstanceTypes>();
  readonly #templates = new Map<
    NodePoolInput,
    { readonly input: SchedulerInput; readonly template: NodeClaimTemplate }
  >();
  readonly #vectors = new Map<ExistingNode['labels'], RequirementVector>();

  constructor(input: SchedulerInput, registered: ReadonlySet<object>, pending: readonly Pod[]) {
    this.#registered = new Set(registered);
    registerLabels(this.table, input, pending);
    registerResources(this.resources, input, pending);
    this.table.seal();
  }

  /** Whether all names in the objects of a pass have an integer. */
  cover(objects: ReadonlySet<object>, input: SchedulerInput, pending: readonly Pod[]): boolean {
    const isEach = [...objects].every((object) => this.#registered.has(object));
    if (isEach) return true;

    // New objects are mostly nodes and pods whose names other ones have, too.
    const check = new MissingNames(this);
    registerLabels(check, input, pending);
    registerResources(check, input, pending);
    if (!check.isAny) for (const object of objects) this.#registered.add(object);

    return !check.isAny;
  }

  instanceTypes(types: InstanceTypes): CompiledInstanceTypes {
    const cached = this.#instanceTypes.get(types) ?? new CompiledInstanceTypes(types, this);
    this.#instanceTypes.set(types, cached);
    return cached;
  }

  /** A NodePool's template. It does not depend on pods and nodes, so the passes share it. */
  template(pool: NodePoolInput, input: SchedulerInput): NodeClaimTemplate {
    const cached = this.#templates.get(pool);
    if (cached !== undefined && hasSameTemplates(cached.input, input)) return cached.template;
    const { table, resources } = this;
    const template = new NodeClaimTemplate(pool, this.instanceTypes(pool.instanceTypes), { input, table, resources });
    this.#templates.set(pool, { input, template });
    return template;
  }

  /** The labels of a node as a vector. Copy it before you change it. */
  vector({ labels }: ExistingNode): RequirementVector {
    const cached = this.#vectors.get(labels) ?? this.table.vector(labelRequirements(labels));
    this.#vectors.set(labels, cached);
    return cached;
  }
}

/** Whether two passes have the same templates for the same NodePools. */
const hasSameTemplates = (a: SchedulerInput, b: SchedulerInput): boolean =>
  a.daemonSets === b.daemonSets &&
  a.minValuesPolicy === b.minValuesPolicy &&
  a.minValuesCountsAllowed === b.minValuesCountsAllowed &&
  a.countsDaemonSetsByType === b.countsDaemonSetsByType &&
  a.countsDaemonSetsOfJoinedNodes === b.countsDaemonSetsOfJoinedNodes;

/** Whether any name has no integer. */
class MissingNames {
  isAny = false;
  readonly #names: Pick<PassNames, 'table' | 'resources'>;

  constructor(names: Pick<PassNames, 'table' | 'resources'>) {
    this.#names = names;
  }

  key(name: string): void {
    this.isAny ||= this.#names.table.keys.find(name) < 0;
  }

  register(sources: readonly RequirementSource[] = []): void {
    for (const { key } of sources) this.key(normalizeLabel(key));
  }

  intern(name: string): void {
    this.isAny ||= this.#names.resources.find(name) < 0;
  }
}

const byLabels = new WeakMap<object, readonly Requirement[]>();

/** The labels of a node as requirements. They stay the same in all passes. */
function labelRequirements(labels: ExistingNode['labels']): readonly Requirement[] {
  const cached = byLabels.get(labels) ?? Requirements.fromLabels(labels).values();
  byLabels.set(labels, cached);
  return cached;
}

/** The names of the last pass with the same NodePools. */
const latest = new WeakMap<SchedulerInput['nodePools'], PassNames>();

/** The names for a pass: those of the last one with the same NodePools if they suffice. */
export function passNames(input: SchedulerInput, pending: readonly Pod[]): PassNames {
  const objects = namedIn(input, pending);
  const last = latest.get(input.nodePools);
  if (last?.cover(objects, input, pending)) return last;
  const names = new PassNames(input, objects, pending);
  latest.set(input.nodePools, names);
  return names;
}
