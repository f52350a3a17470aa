import { wellKnownLabels } from '../api/labels.ts';
import type { Path, Value } from '../manifest/manifest.ts';
import { holdsPlaceholder } from '../manifest/placeholder.ts';
import { Requirement, type RequirementSource } from '../scheduling/requirement.ts';
import type { Effect, FieldChange } from './change.ts';
import { canonical } from './typed-equality.ts';

interface Side {
  readonly requirement: Requirement;
  readonly minValues: number | undefined;
  /** The entries that speak of this label, and the place of the first one. */
  readonly written: readonly Value[];
  readonly index: number;
}

/**
 * Changes of a NodePool's requirements, a label at a time, judged by what they allow: a wider requirement drifts no node,
 * a narrower one those outside it. Source: core pkg/controllers/nodeclaim/disruption/drift.go areRequirementsDrifted.
 */
export function requirementChanges(before: Value | undefined, after: Value | undefined, path: Path): FieldChange[] {
  const [left, right] = [byLabel(before), byLabel(after)];
  const labels = [...new Set([...left.keys(), ...right.keys()])].sort();
  return labels.flatMap((label) => {
    const [base, head] = [left.get(label), right.get(label)];
    if (canonical(sorted(base)) === canonical(sorted(head))) return [];
    const { effect, reason } = judge(label, base, head);
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
    .sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));

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

function judge(label: string, base: Side | undefined, head: Side | undefined): Judgement {
  if ([base, head].some((side) => side && holdsPlaceholder(side.written)))
    return { effect: 'unknown', reason: 'holds a placeholder, so what it allows is unknown' };
  if (!head) return { effect: 'new-nodes', reason: 'is demanded no longer: new nodes may differ, running ones stay' };
  if (!base) return judgeAdded(label, head.requirement);
  if (isSubset(base.requirement, head.requirement) && isSubset(head.requirement, base.requirement))
    return base.minValues === head.minValues
      ? { effect: 'none', reason: 'is written differently and means the same' }
      : { effect: 'new-nodes', reason: 'asks for another variety of instance types; running nodes stay' };
  if (isSubset(base.requirement, head.requirement))
    return { effect: 'new-nodes', reason: 'allows more than before: new nodes may differ, running ones stay' };
  return { effect: 'some-nodes', reason: 'allows less than before: nodes outside it drift and are replaced' };
}

function judgeAdded(label: string, requirement: Requirement): Judgement {
  if (wellKnownLabels.has(label))
    return { effect: 'some-nodes', reason: 'is demanded anew: nodes that do not satisfy it drift and are replaced' };
  if (requirement.acceptsAbsence)
    return { effect: 'new-nodes', reason: 'is demanded anew, and nodes without the label satisfy it' };
  return {
    effect: 'all-nodes',
    reason: 'demands a label that running nodes do not carry: all of them drift and are replaced',
  };
}

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
