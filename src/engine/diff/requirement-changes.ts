import { autoModeLabel, wellKnownLabels } from '../api/labels.ts';
import type { Effect, FieldChange } from '../change.ts';
import type { Path, Value } from '../manifest/manifest.ts';
import { holdsPlaceholder } from '../manifest/yaml/placeholder.ts';
import { compareNames } from '../name-order.ts';
import { Requirement, type RequirementSource } from '../scheduling/requirement.ts';
import { type Launchable, satisfiedBy } from './launchable-labels.ts';
import { canonical } from './typed-equality.ts';

interface Side {
  readonly requirement: Requirement;
  readonly minValues: number | undefined;
  /** The entries that speak of this label, and the place of the first one. */
  readonly written: readonly Value[];
  readonly index: number;
}

/** The requirements of both sides, and where they stand. */
export interface RequirementLists {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly path: Path;
}

/**
 * Changes of a NodePool's requirements, a label at a time, judged by what they allow: a wider requirement drifts no node,
 * a narrower one those outside it, of those that base could launch. Source: core
 * pkg/controllers/nodeclaim/disruption/drift.go areRequirementsDrifted.
 */
export function requirementChanges(
  { before, after, path }: RequirementLists,
  launchable: Launchable | undefined,
): FieldChange[] {
  const [left, right] = [byLabel(before), byLabel(after)];
  // What a placeholder holds may be anything: without it more types are left, never fewer.
  const known = new Map([...left].flatMap(([label, side]) => (isKnown(side) ? [[label, side.requirement]] : [])));
  const satisfying = (wanted: Requirement) => launchable && satisfiedBy(known, wanted, launchable);
  const labels = [...new Set([...left.keys(), ...right.keys()])].sort();
  return labels.flatMap((label) => {
    const [base, head] = [left.get(label), right.get(label)];
    if (canonical(sorted(base)) === canonical(sorted(head))) return [];
    const { effect, reason } = judge({ label, base, head }, satisfying);
    const at = [...path, (head ?? base)!.index];
    return [{ path: at, ...shown('before', base), ...shown('after', head), effect, cause: 'requirements', reason }];
  });
}

const shown = (side: 'before' | 'after', given: Side | undefined): { before?: Value; after?: Value } =>
  given ? { [side]: given.written.length === 1 ? given.written[0]! : given.written } : {};

/** The entries with their values in one order, because the order means nothing. */
const sorted = (side: Side | undefined): Value | undefined =>
  side?.written
    .map((entry) => {
      const fields = entry as Readonly<Record<string, Value>>;
      return Array.isArray(fields.values) ? { ...fields, values: [...fields.values].map(String).sort() } : fields;
    })
    .sort((a, b) => compareNames(canonical(a), canonical(b)));

function byLabel(list: Value | undefined): Map<string, Side> {
  const sides = new Map<string, Side>();
  for (const [index, entry] of (Array.isArray(list) ? list : []).entries()) {
    const source = readable(entry);
    if (!source) continue;
    const requirement = Requirement.from(source);
    const known = sides.get(requirement.key);
    sides.set(requirement.key, {
      requirement: known ? known.requirement.intersection(requirement) : requirement,
      minValues: source.minValues ?? known?.minValues,
      written: [...(known?.written ?? []), entry],
      index: known?.index ?? index,
    });
  }
  return sides;
}

function readable(entry: Value): RequirementSource | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
  const { key, operator, values, minValues } = entry as Readonly<Record<string, Value>>;
  if (typeof key !== 'string' || typeof operator !== 'string') return undefined;
  return {
    key,
    operator,
    ...(Array.isArray(values) && { values: values.map(String) }),
    ...(typeof minValues === 'number' && { minValues }),
  };
}

interface Judgement {
  readonly effect: Effect;
  readonly reason: string;
}

const isKnown = (side: Side): boolean => !holdsPlaceholder(side.written);

/** How many of the nodes that base could launch satisfy a requirement. */
type Satisfying = (wanted: Requirement) => ReturnType<typeof satisfiedBy>;

interface OfLabel {
  readonly label: string;
  readonly base: Side | undefined;
  readonly head: Side | undefined;
}

function judge({ label, base, head }: OfLabel, satisfying: Satisfying): Judgement {
  if ([base, head].some((side) => side && !isKnown(side)))
    return { effect: 'unknown', reason: 'holds a placeholder, so what it allows is unknown' };
  if (!head) return { effect: 'new-nodes', reason: 'is demanded no longer: new nodes may differ, running ones stay' };
  if (!base) return judgeAdded(label, head.requirement, satisfying);
  if (isSubset(base.requirement, head.requirement) && isSubset(head.requirement, base.requirement))
    return base.minValues === head.minValues
      ? { effect: 'none', reason: 'is written differently and means the same' }
      : { effect: 'new-nodes', reason: 'asks for another variety of instance types; running nodes stay' };
  if (isSubset(base.requirement, head.requirement))
    return { effect: 'new-nodes', reason: 'allows more than before: new nodes may differ, running ones stay' };
  if (isDisjoint(base.requirement, head.requirement))
    return { effect: 'all-nodes', reason: `allows nothing of what it allowed before: ${allDrift}` };
  return narrowed('allows less than before: nodes outside it drift and are replaced', satisfying(head.requirement));
}

function judgeAdded(label: string, requirement: Requirement, satisfying: Satisfying): Judgement {
  if (wellKnownLabels.has(label) || autoModeLabel.test(label))
    return narrowed('is demanded anew: nodes that do not satisfy it drift and are replaced', satisfying(requirement));
  if (requirement.acceptsAbsence)
    return { effect: 'new-nodes', reason: 'is demanded anew, and nodes without the label satisfy it' };
  return { effect: 'all-nodes', reason: `demands a label that running nodes do not carry: ${allDrift}` };
}

const allDrift = 'all of them drift and are replaced';

/** A requirement that allows less matters to the nodes that there can be. */
function narrowed(reason: string, satisfied: ReturnType<Satisfying>): Judgement {
  if (satisfied === 'all')
    return { effect: 'none', reason: 'is satisfied by whatever the NodePool could launch so far: running nodes stay' };
  if (satisfied === 'none')
    return {
      effect: 'all-nodes',
      reason: `is satisfied by nothing that the NodePool could launch so far: ${allDrift}`,
    };
  return { effect: 'some-nodes', reason };
}

/** Whether no label at all, nor a missing one, satisfies both. */
const isDisjoint = (one: Requirement, other: Requirement): boolean =>
  one.intersection(other).operator === 'DoesNotExist' && !(one.acceptsAbsence && other.acceptsAbsence);

/** Whether everything that one requirement allows the other allows too. */
function isSubset(one: Requirement, other: Requirement): boolean {
  if (!one.isComplement)
    return [...one.values].every((value) => other.has(value)) && (one.values.size > 0 || other.acceptsAbsence);
  if (!other.isComplement) return false;
  const isBoundWider =
    (other.gte === undefined || (one.gte !== undefined && one.gte >= other.gte)) &&
    (other.lte === undefined || (one.lte !== undefined && one.lte <= other.lte));
  return isBoundWider && [...other.values].every((value) => !one.has(value));
}
