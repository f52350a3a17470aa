import { label as nodeLabel, schedulingLabels } from '../../karpenter/api/labels.ts';
import { Requirement, type RequirementSource } from '../../karpenter/scheduling/requirement.ts';
import { canonical } from '../../manifest/canonical.ts';
import type { Effect, FieldChange } from '../../manifest/change.ts';
import { asList, isObject, mappingOrEmpty, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder, holdsPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { compareNames } from '../../text/name-order.ts';
import { type Launchable, satisfiedBy } from './launchable-labels.ts';

interface Side {
  readonly requirement: Requirement;
  readonly minValues: number | undefined;
  /** The entries for this label, and the index of the first one. */
  readonly written: readonly Value[];
  readonly index: number;
}

/** The requirements of both sides, and their path. */
interface RequirementLists {
  readonly before: Value | undefined;
  readonly after: Value | undefined;
  readonly path: Path;
  /** The labels that the template of base gives to its nodes. */
  readonly labels: Value | undefined;
}

/**
 * Changes of a NodePool's requirements, one label at a time, compared by what they allow. A wider requirement drifts no nodes.
 * A narrower one drifts the nodes that base could launch and that no longer match. The labels of the template are labels of every
 * NodeClaim. Source: core pkg/controllers/nodeclaim/disruption/drift.go areRequirementsDrifted,
 * pkg/controllers/provisioning/scheduling/nodeclaimtemplate.go.
 */
export function requirementChanges(
  { before, after, path, labels: written }: RequirementLists,
  launchable: Launchable | undefined,
): FieldChange[] {
  const [requirementsBefore, requirementsAfter] = [byLabel(before), byLabel(after)];
  const fixed = labelsOf(written);

  // A placeholder could be any value. Leaving its requirement out keeps more instance types, never fewer.
  const earlier = new Map([
    ...[...requirementsBefore].flatMap(([label, side]) => {
      if (isKnown(side)) return [[label, side.requirement] as const];
      return [];
    }),
    ...[...fixed].flatMap(([label, value]) => {
      if (hasPlaceholder(value)) return [];
      return [[label, only(label, value)] as const];
    }),
  ]);

  const satisfying = (wanted: Requirement) => launchable && satisfiedBy(earlier, wanted, launchable);
  const labels = [...new Set([...requirementsBefore.keys(), ...requirementsAfter.keys()])].sort();
  const hasOpenLabel = labels.some(
    (label) => hasPlaceholder(label) && requirementsBefore.has(label) !== requirementsAfter.has(label),
  );

  return labels.flatMap((label) => {
    const [base, head] = [requirementsBefore.get(label), requirementsAfter.get(label)];
    if (canonical(sorted(base)) === canonical(sorted(head))) return [];

    const isRenamed = hasOpenLabel && (base === undefined || head === undefined);
    const { effect, reason } = isRenamed
      ? openJudgement
      : judge({ label, base, head, value: fixed.get(label) }, satisfying);
    const at = [...path, (head ?? base)!.index];

    return [{ path: at, ...shown('before', base), ...shown('after', head), effect, cause: 'requirements', reason }];
  });
}

const labelsOf = (written: Value | undefined): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(mappingOrEmpty(written)).flatMap(([label, value]) => {
      if (typeof value === 'string') return [[label, value]];
      return [];
    }),
  );

const only = (key: string, value: string): Requirement => Requirement.from({ key, operator: 'In', values: [value] });

const shown = (side: 'before' | 'after', value: Side | undefined): { before?: Value; after?: Value } => {
  if (value) return { [side]: value.written.length === 1 ? value.written[0]! : value.written };
  return {};
};

/** The entries with their values sorted, because their order has no meaning. */
const sorted = (side: Side | undefined): Value | undefined =>
  side?.written
    .map((entry) => {
      const fields = entry as Readonly<Record<string, Value>>;
      if (Array.isArray(fields.values)) return { ...fields, values: [...fields.values].map(String).sort() };
      return fields;
    })
    .sort((a, b) => compareNames(canonical(a), canonical(b)));

function byLabel(list: Value | undefined): Map<string, Side> {
  const sides = new Map<string, Side>();

  for (const [index, entry] of asList(list).entries()) {
    const source = readable(entry);
    if (!source) continue;

    const requirement = Requirement.from(source);
    const side = sides.get(requirement.key);

    sides.set(requirement.key, {
      requirement: side ? side.requirement.intersection(requirement) : requirement,
      minValues: source.minValues ?? side?.minValues,
      written: [...(side?.written ?? []), entry],
      index: side?.index ?? index,
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

const openJudgement: Judgement = {
  effect: 'unknown',
  reason: 'contains a placeholder, so what it allows is unknown',
};

const lackingJudgement: Judgement = { effect: 'unknown', reason: 'has no values here, so what it allows is unknown' };

/** A template may insert the values, or the API server refuses the requirement. */
const lacksValues = ({ written }: Side): boolean =>
  written.some(
    (entry) => isObject(entry) && /^(?:In|NotIn)$/.test(String(entry.operator)) && !Array.isArray(entry.values),
  );

const isKnown = (side: Side): boolean => !holdsPlaceholder(side.written) && !lacksValues(side);

/**
 * Whether the values of placeholders decide what changes. They do not if one side has all placeholders of the other one and all of its
 * literal values, because the same placeholder has the same value on both sides: `[a, ${X}]` and `[a, b, ${X}]`.
 */
function isOpen(label: string, base: Side | undefined, head: Side | undefined): boolean {
  const sides = [base, head].filter((side) => side !== undefined);
  if (sides.every(isKnown)) return false;
  if (hasPlaceholder(label) || !sides.every(isReadable)) return true;
  if (base === undefined) return schedulingLabels.has(label) && !head!.requirement.acceptsAbsence;
  if (head === undefined) return false;

  const [removed, added] = [without(base, head), without(head, base)];
  return removed.length > 0 && added.length > 0 && [...removed, ...added].some(hasPlaceholder);
}

const isReadable = ({ written }: Side): boolean =>
  written.length === 1 &&
  written.every(
    (entry) =>
      isObject(entry) && (entry.operator === 'In' || entry.operator === 'NotIn') && Array.isArray(entry.values),
  );

/** The values of a requirement that another one does not have. */
const without = ({ requirement }: Side, other: Side): string[] =>
  [...requirement.values].filter((value) => !other.requirement.values.has(value));

/** How many of the instance types that base could launch satisfy a requirement. */
type Satisfying = (wanted: Requirement) => ReturnType<typeof satisfiedBy>;

interface OfLabel {
  readonly label: string;
  readonly base: Side | undefined;
  readonly head: Side | undefined;
  /** The value that the template of base sets, which may contain a placeholder; undefined if it does not set the label. */
  readonly value: string | undefined;
}

function judge({ label, base, head, value }: OfLabel, satisfying: Satisfying): Judgement {
  if (head !== undefined && lacksValues(head)) return lackingJudgement;
  if (isOpen(label, base, head)) return openJudgement;
  if (value !== undefined && base?.minValues === head?.minValues) return judgeLabeled(value, head);
  if (!head)
    return { effect: 'new-nodes', reason: 'is no longer required: new nodes may differ, and no running node drifts' };
  if (!base) return judgeAdded(label, head.requirement, satisfying);

  if (isSubset(base.requirement, head.requirement) && isSubset(head.requirement, base.requirement)) {
    if (base.minValues === head.minValues)
      return { effect: 'none', reason: 'is written differently but means the same' };

    return moreToChooseFrom;
  }

  if (isSubset(base.requirement, head.requirement))
    return { effect: 'new-nodes', reason: 'allows more than before: new nodes may differ, and no running node drifts' };
  if (isDisjoint(base.requirement, head.requirement))
    return { effect: 'all-nodes', reason: `allows nothing that it allowed before: ${allDrift}` };

  return narrowed(
    'allows less than before: nodes that no longer match drift and must be replaced',
    isKnown(head) || satisfying(head.requirement) !== 'none' ? satisfying(head.requirement) : undefined,
  );
}

/** Drift does not compare `minValues` (core pkg/scheduling/requirements.go Compatible). */
const moreToChooseFrom: Judgement = {
  effect: 'new-nodes',
  reason:
    'changes how many different values Karpenter must be able to choose from (`minValues`); no running node drifts',
};

/** Every running node has the label of the template with this value, whatever base requires. */
function judgeLabeled(value: string, head: Side | undefined): Judgement {
  const wanted = head?.requirement;
  if (head !== undefined && !isKnown(head) && !head.requirement.values.has(value)) return openJudgement;
  if (wanted === undefined || wanted.has(value))
    return { effect: 'none', reason: 'is satisfied by the label of the template: running nodes stay' };
  if (hasPlaceholder(value))
    return { effect: 'unknown', reason: 'depends on a placeholder in the label of the template' };

  return { effect: 'all-nodes', reason: `does not allow the label of the template: ${allDrift}` };
}

function judgeAdded(label: string, requirement: Requirement, satisfying: Satisfying): Judgement {
  if (schedulingLabels.has(label)) {
    const satisfied = () => {
      if (isOnEveryNode.has(label) && isAnyValue(requirement)) return 'all';
      return satisfying(requirement);
    };

    const judgement = narrowed(
      'is a new requirement: nodes that do not satisfy it drift and must be replaced',
      satisfied(),
    );
    if (judgement.effect === 'none' && requirement.minValues !== undefined) return moreToChooseFrom;
    return judgement;
  }

  if (requirement.acceptsAbsence)
    return {
      effect: 'new-nodes',
      reason: 'is a new requirement, which nodes without the label satisfy',
    };

  return { effect: 'all-nodes', reason: `requires a label that running nodes do not have: ${allDrift}` };
}

/** Labels that every NodeClaim has once its instance runs (provider-aws pkg/cloudprovider/cloudprovider.go instanceToNodeClaim). */
const isOnEveryNode: ReadonlySet<string> = new Set([
  ...[nodeLabel.arch, nodeLabel.os, nodeLabel.instanceType, nodeLabel.zone, nodeLabel.region],
  ...[nodeLabel.capacityType, nodeLabel.nodePool],
]);

/** Whether a requirement only asks that the label exists. */
const isAnyValue = ({ isComplement, values, gte, lte }: Requirement): boolean =>
  isComplement && values.size === 0 && gte === undefined && lte === undefined;

const allDrift = 'all nodes drift and must be replaced';

/** A requirement that allows less only affects nodes that base could launch. */
function narrowed(reason: string, satisfied: ReturnType<Satisfying>): Judgement {
  if (satisfied === 'all')
    return {
      effect: 'none',
      reason: 'is satisfied by everything that the NodePool could launch before: running nodes stay',
    };

  if (satisfied === 'none')
    return {
      effect: 'all-nodes',
      reason: `is satisfied by nothing that the NodePool could launch before: ${allDrift}`,
    };

  return { effect: 'some-nodes', reason };
}

/** Whether neither a value nor a missing label satisfies both. */
const isDisjoint = (requirement: Requirement, other: Requirement): boolean =>
  requirement.intersection(other).operator === 'DoesNotExist' && !(requirement.acceptsAbsence && other.acceptsAbsence);

/** Whether the other requirement allows everything that this one allows. */
function isSubset(requirement: Requirement, other: Requirement): boolean {
  if (!requirement.isComplement)
    return (
      [...requirement.values].every((value) => other.has(value)) &&
      (requirement.values.size > 0 || other.acceptsAbsence)
    );
  if (!other.isComplement) return false;
  const isBoundWider =
    (other.gte === undefined || (requirement.gte !== undefined && requirement.gte >= other.gte)) &&
    (other.lte === undefined || (requirement.lte !== undefined && requirement.lte <= other.lte));
  return isBoundWider && [...other.values].every((value) => !requirement.has(value));
}
