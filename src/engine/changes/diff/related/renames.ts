import { nodeClassRefOf } from '../../../karpenter/api/pool-fields.ts';
import { canonical } from '../../../manifest/canonical.ts';
import type { Change, FieldChange } from '../../../manifest/change.ts';
import { asMapping, type Manifest, type Mapping } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import type { Source } from '../../../text/source.ts';
import { quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';
import type { ChangedObject } from './class-effects.ts';

/** What shows that an object of head is one of base under another name. */
interface RenameEvidence {
  readonly clusterOf: (source: Source) => string;
  readonly isNodeClass: (manifest: Manifest) => boolean;
  /** The NodePools in an object's cluster on one side. */
  readonly poolsOf: (manifest: Manifest, side: 'base' | 'head') => readonly Manifest[];
  /** How two objects differ apart from their names. */
  readonly fieldsOf: (old: Manifest, now: Manifest) => readonly FieldChange[];
}

type Rename = readonly [old: ChangedObject, heir: ChangedObject];

/**
 * Changes with objects that get another name. A NodePool is renamed if the same `spec`, or at least the same
 * `spec.template`, is removed and added in one cluster, once each, or if another cluster shows with these two names
 * that it is. Karpenter deletes the nodes of the old name like those of any removed NodePool, and the new name launches
 * others. A node class is renamed if a NodePool referred to the old name and refers to the new one.
 */
export function withRenames(changed: readonly ChangedObject[], evidence: RenameEvidence): ChangedObject[] {
  const equal = renamesOf(changed, isPool, hasSameSpec, evidence);
  const unequal = without(changed, equal);
  // The same nodes under other rules of disruption or with other limits.
  const alike = renamesOf(unequal, isPool, hasSameTemplate, evidence);
  const pools = [...equal, ...alike];
  const names = new Set(pools.map(namesOfRename));
  const others = without(unequal, alike);

  const likeElsewhere = renamesOf(others, isPool, (old, heir) => names.has(namesOfRename([old, heir])), evidence);
  const isClass = ({ manifest }: ChangedObject): boolean => evidence.isNodeClass(manifest);
  const classes = renamesOf(others, isClass, (old, heir) => isReferenceMoved(old, heir, evidence), evidence);

  const renamed = new Map<ChangedObject, Change>();
  for (const [old, heir] of [...pools, ...likeElsewhere, ...classes]) {
    renamed.set(old, oldChange(old, heir));
    renamed.set(heir, newChange(old, heir, evidence));
  }

  return changed.map((object) => ({ ...object, change: renamed.get(object) ?? object.change }));
}

/** The objects of a kind that are removed and added in one cluster, if exactly one of each corresponds to the other. */
function renamesOf(
  changed: readonly ChangedObject[],
  isOfKind: (object: ChangedObject) => boolean,
  isHeir: (old: ChangedObject, heir: ChangedObject) => boolean,
  { clusterOf }: RenameEvidence,
): Rename[] {
  const removed = changed.filter((object) => isOfKind(object) && isOpen(object, 'removed'));
  const added = changed.filter((object) => isOfKind(object) && isOpen(object, 'added'));
  const areOne = (old: ChangedObject, heir: ChangedObject): boolean =>
    old.manifest.kind === heir.manifest.kind &&
    clusterOf(old.manifest.source) === clusterOf(heir.manifest.source) &&
    isHeir(old, heir);

  return removed.flatMap((old): Rename[] => {
    const [heir, ...others] = added.filter((object) => areOne(old, object));
    if (heir === undefined || others.length > 0) return [];
    if (removed.some((object) => object !== old && areOne(object, heir))) return [];
    return [[old, heir]];
  });
}

const isPool = ({ change }: ChangedObject): boolean =>
  change.resource.kind === 'NodePool' && (change.type !== 'removed' || change.effect === 'delete');

const isOpen = ({ change: { type, stays, condition } }: ChangedObject, wanted: Change['type']): boolean =>
  type === wanted && stays === undefined && condition === undefined;

/** The objects that are in no rename. */
function without(changed: readonly ChangedObject[], renames: readonly Rename[]): readonly ChangedObject[] {
  const taken = new Set(renames.flat());
  return changed.filter((object) => !taken.has(object));
}

function hasSameTemplate(old: ChangedObject, heir: ChangedObject): boolean {
  // A name from a hash or a random word is another one with each change.
  if (hasPlaceholder(heir.manifest.name)) return false;

  const template = templateOf(old.manifest);
  return template !== undefined && canonical(template) === canonical(templateOf(heir.manifest) ?? null);
}

const templateOf = (manifest: Manifest): Mapping | undefined => asMapping(asMapping(manifest.object.spec)?.template);

const hasSameSpec = (old: ChangedObject, heir: ChangedObject): boolean => specOf(old) === specOf(heir);

const specOf = ({ manifest }: ChangedObject): string => JSON.stringify(manifest.object.spec ?? null);

const namesOfRename = ([old, heir]: Rename): string => JSON.stringify([old, heir].map(({ manifest }) => manifest.name));

/** Whether a NodePool refers to the new class now, and referred to the old one before. */
function isReferenceMoved(old: ChangedObject, heir: ChangedObject, { poolsOf }: RenameEvidence): boolean {
  const refers = (pool: Manifest, { manifest }: ChangedObject): boolean => nodeClassRefOf(pool)?.name === manifest.name;
  const before = poolsOf(old.manifest, 'base').filter((pool) => refers(pool, old));
  return poolsOf(heir.manifest, 'head').some(
    (pool) => refers(pool, heir) && before.some(({ name }) => name === pool.name),
  );
}

function oldChange({ change }: ChangedObject, heir: ChangedObject): Change {
  const to = heir.change.resource.name;
  const effect = textIf(
    change.effect === 'delete',
    `: Karpenter deletes its nodes, and ${quoted(to)} launches new ones`,
  );
  return { ...change, renamedTo: to, summary: `renamed to ${quoted(to)}${effect}` };
}

function newChange(old: ChangedObject, { change, manifest }: ChangedObject, { fieldsOf }: RenameEvidence): Change {
  const from = old.change.resource.name;
  const reason = `differs from ${quoted(from)}, which it replaces`;
  const fields = fieldsOf(old.manifest, manifest).map((field) => ({ ...field, effect: 'none' as const, reason }));
  const summary = `the new name of ${quoted(from)}${textIf(fields.length > 0, ', with other fields')}`;
  return { ...change, renamedFrom: from, fields, summary };
}
