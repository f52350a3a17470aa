import { asList, asMapping, asText, type Manifest, type Path, type Value } from '../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { label, normalizeLabel } from './labels.ts';

/** A requirement of a NodePool as written in the manifest, not validated. */
export interface RequirementField {
  readonly path: Path;
  readonly key: string;
  readonly operator: string;
  readonly values: readonly { readonly path: Path; readonly text: string; readonly isKnown: boolean }[];
  /** Whether no part of it is a placeholder, missing or of another type. */
  readonly isKnown: boolean;
}

/** A field that may be absent, be a placeholder, or be anything. */
interface ReadField {
  readonly path: Path;
  readonly value: Value | undefined;
  /** Whether neither the field nor one of its parents is a placeholder. If true, an absent field is really absent. */
  readonly isKnown: boolean;
}

/** A NodePool's reference to its node class, of any API version. */
export interface NodeClassRef {
  readonly path: Path;
  /** Undefined if it is not written. */
  readonly group: string | undefined;
  readonly kind: string | undefined;
  readonly name: string;
}

const isKnownText = (value: Value | undefined): boolean => {
  const text = asText(value);
  return text !== undefined && !hasPlaceholder(text);
};

/** Reads a field. It is unknown if it or one of its parents is a placeholder. */
export function fieldOf(manifest: Manifest, path: Path): ReadField {
  const isKnown = path.every((_, depth) => {
    const value = manifest.get(path.slice(0, depth + 1));
    return typeof value !== 'string' || !hasPlaceholder(value);
  });
  const value = manifest.get(path);
  return { path, value, isKnown: isKnown && !(value === undefined && manifest.isPartial) };
}

/** The path of a kind's node template. */
const templateSpecPath = (pool: Manifest): Path => {
  if (pool.kind === 'NodePool') return ['spec', 'template', 'spec'];
  return ['spec'];
};

/** The requirements of a NodePool, Provisioner or NodeOverlay, in their order. */
export function requirementsOf(pool: Manifest): readonly RequirementField[] {
  const ofPool = requirements.get(pool);
  if (ofPool) return ofPool;
  const path = [...templateSpecPath(pool), 'requirements'];
  const read = asList(pool.get(path)).map((_, index) => requirementAt(pool, [...path, index]));
  requirements.set(pool, read);
  return read;
}

/** Many rules ask for the same requirements, and an editor asks again at each keystroke. */
const requirements = new WeakMap<Manifest, readonly RequirementField[]>();

function requirementAt(pool: Manifest, path: Path): RequirementField {
  const [key, operator, values] = ['key', 'operator', 'values'].map((name) => pool.get([...path, name]));
  const listed = asList(values).map((value, index) => ({
    path: [...path, 'values', index],
    text: asText(value) ?? '',
    isKnown: isKnownText(value),
  }));

  const isKnown =
    isKnownText(key) &&
    isKnownText(operator) &&
    listed.every((value) => value.isKnown) &&
    (values === undefined || values === null || Array.isArray(values));

  return { path, key: asText(key) ?? '', operator: asText(operator) ?? '', values: listed, isKnown };
}

/** Where a pool has the labels of its nodes. */
const templateLabelsPath = (pool: Manifest): Path => {
  if (pool.kind === 'NodePool') return ['spec', 'template', 'metadata', 'labels'];
  return ['spec', 'labels'];
};

/** Whether a pool may have other requirements or labels of nodes than those that are shown. */
export const mayRequireMore = (pool: Manifest): boolean =>
  pool.isPartial ||
  [templateLabelsPath(pool), [...templateSpecPath(pool), 'requirements']].some((path) =>
    hasPlaceholder(pool.get(path)),
  );

/** The labels that a pool's nodes get: `template.metadata.labels`, or a Provisioner's `labels`. */
export function templateLabelsOf(pool: Manifest): RequirementField[] {
  const path = templateLabelsPath(pool);
  return Object.entries(asMapping(pool.get(path)) ?? {}).map(([key, value]) => {
    const at = [...path, key];
    const isKnown = isKnownText(value) && !hasPlaceholder(key);
    return { path: at, key, operator: 'In', values: [{ path: at, text: asText(value) ?? '', isKnown }], isKnown };
  });
}

/** The limits of a NodePool, or of a Provisioner, which has them one level deeper. */
export const limitsOf = (pool: Manifest): ReadField =>
  fieldOf(pool, pool.kind === 'Provisioner' ? ['spec', 'limits', 'resources'] : ['spec', 'limits']);

/** The group and kind of the referenced node class, as far as they are written. Undefined if one is a placeholder. */
export function classReferenceOf(pool: Manifest): Pick<NodeClassRef, 'group' | 'kind'> | undefined {
  const { group, kind } = writtenReferenceOf(pool);
  if (hasPlaceholder(group) || hasPlaceholder(kind)) return undefined;
  return { group, kind };
}

/** The group and kind of the referenced node class as they are written, which may be placeholders. */
export function writtenReferenceOf(pool: Manifest): Pick<NodeClassRef, 'group' | 'kind'> {
  const textAt = (field: string): string | undefined => asText(pool.get([...classRefPath(pool), field]));
  return { group: textAt('group') ?? textAt('apiVersion')?.split('/')[0], kind: textAt('kind') };
}

const classRefPath = (pool: Manifest): Path => {
  if (pool.kind === 'Provisioner') return ['spec', 'providerRef'];
  return ['spec', 'template', 'spec', 'nodeClassRef'];
};

/** The reference to the node class; undefined if it is a placeholder or missing. */
export function nodeClassRefOf(pool: Manifest): NodeClassRef | undefined {
  const path = classRefPath(pool);
  const name = pool.get([...path, 'name']);
  const reference = classReferenceOf(pool);
  if (reference && typeof name === 'string' && !hasPlaceholder(name)) return { path, ...reference, name };
  return undefined;
}

/** Everything that restricts the instance types of a NodePool: its requirements, its template labels, and the defaults of v1alpha5. */
export function poolRequirementsOf(pool: Manifest): readonly RequirementField[] {
  const written = [...requirementsOf(pool), ...templateLabelsOf(pool)];
  if (pool.kind !== 'Provisioner') return written;

  const path: Path = ['spec'];
  const defaults = provisionerDefaults(written.map(({ key }) => key)).map(({ key, operator, values }) => ({
    ...{ path, key, operator, isKnown: true },
    values: values.map((text) => ({ path, text, isKnown: true })),
  }));
  return [...written, ...defaults];
}

/** A requirement that Karpenter adds. */
interface DefaultRequirement {
  readonly key: string;
  readonly operator: 'In' | 'Gt';
  readonly values: readonly string[];
}

/**
 * The requirements that v1alpha5 adds to a Provisioner whose requirements and labels have some keys.
 * Source: provider-aws pkg/apis/v1alpha5/provisioner.go SetDefaults, v0.31.
 */
export function provisionerDefaults(written: readonly string[]): readonly DefaultRequirement[] {
  const keys = new Set(written.map(normalizeLabel));
  const choosesTypes = [label.instanceType, label.instanceFamily, label.instanceCategory, label.instanceGeneration];
  const added: DefaultRequirement[] = [];

  if (!keys.has(label.os)) added.push({ key: label.os, operator: 'In', values: ['linux'] });
  if (!keys.has(label.arch)) added.push({ key: label.arch, operator: 'In', values: ['amd64'] });
  if (!keys.has(label.capacityType)) added.push({ key: label.capacityType, operator: 'In', values: ['on-demand'] });

  if (!choosesTypes.some((key) => keys.has(key))) {
    added.push({ key: label.instanceCategory, operator: 'In', values: ['c', 'm', 'r'] });
    added.push({ key: label.instanceGeneration, operator: 'Gt', values: ['2'] });
  }

  return added;
}

const choosing: ReadonlySet<string> = new Set([label.instanceType, label.instanceFamily, label.instanceSize]);

/** The path at which a NodePool selects its instance types by name, family or size, or else its `spec`. */
export const choosingPathOf = (pool: Manifest): Path =>
  poolRequirementsOf(pool).find(({ key }) => choosing.has(normalizeLabel(key)))?.path ?? ['spec'];

/** The weight of a NodePool. The default is 0. */
export const weightOf = (pool: Manifest): number => Number(pool.get(['spec', 'weight']) ?? 0);
