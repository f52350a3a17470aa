import type { Pod } from '../../api/pod.ts';
import type { InstanceTypes } from '../../cloud-provider/instance-types.ts';
import { Interner } from '../../scheduling/intern.ts';
import type { Requirement } from '../../scheduling/requirement.ts';
import { RequirementTable, type RequirementVector } from '../../scheduling/requirement-table.ts';
import { Requirements } from '../../scheduling/requirements.ts';
import { CompiledInstanceTypes } from '../instance-types/compiled-instance-types.ts';
import type { ExistingNode, SchedulerInput } from '../scheduler-input.ts';
import { namedIn, registerLabels, registerResources } from './registered-labels.ts';

/** The integers that stand for names in a pass, and what is compiled from these alone. Passes that differ only in where pods run share them. */
export class PassNames {
  readonly table = new RequirementTable();
  readonly resources = new Interner();
  readonly #registered: ReadonlySet<object>;
  readonly #instanceTypes = new Map<InstanceTypes, CompiledInstanceTypes>();
  readonly #vectors = new Map<ExistingNode['labels'], RequirementVector>();

  constructor(input: SchedulerInput, registered: ReadonlySet<object>, pending: readonly Pod[]) {
    this.#registered = registered;
    registerLabels(this.table, input, pending);
    registerResources(this.resources, input, pending);
    this.table.seal();
  }

  /** Whether all names in these objects have an integer. */
  cover(objects: ReadonlySet<object>): boolean {
    for (const object of objects) if (!this.#registered.has(object)) return false;
    return true;
  }

  instanceTypes(types: InstanceTypes): CompiledInstanceTypes {
    const known = this.#instanceTypes.get(types) ?? new CompiledInstanceTypes(types, this);
    this.#instanceTypes.set(types, known);
    return known;
  }

  /** The labels of a node as a vector. Copy it before you change it. */
  vector({ labels }: ExistingNode): RequirementVector {
    const known = this.#vectors.get(labels) ?? this.table.vector(labelRequirements(labels));
    this.#vectors.set(labels, known);
    return known;
  }
}

const byLabels = new WeakMap<object, readonly Requirement[]>();

/** The labels of a node as requirements. They stay the same in all passes. */
function labelRequirements(labels: ExistingNode['labels']): readonly Requirement[] {
  const known = byLabels.get(labels) ?? Requirements.fromLabels(labels).values();
  byLabels.set(labels, known);
  return known;
}

/** The names of the last pass with the same NodePools. */
const latest = new WeakMap<SchedulerInput['nodePools'], PassNames>();

/** The names for a pass: those of the last one with the same NodePools if they suffice. */
export function passNames(input: SchedulerInput, pending: readonly Pod[]): PassNames {
  const objects = namedIn(input, pending);
  const last = latest.get(input.nodePools);
  if (last?.cover(objects)) return last;
  const names = new PassNames(input, objects, pending);
  latest.set(input.nodePools, names);
  return names;
}
