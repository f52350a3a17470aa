import { isNodeClassKind } from '../../../manifest/model/karpenter-kinds.ts';
import { asText, isObject, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { isWrittenStrictly, unknownFieldFate } from '../../../manifest/server-side-apply.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { didYouMean, nearest } from '../../../text/nearest.ts';
import { quotedNames } from '../../../text/words/quoted-names.ts';
import { indenting, moving, renaming } from '../advice/fixes.ts';
import type { CrdPack, CrdVersion, Schema } from '../definitions/crd-pack.ts';
import { fieldSchema } from '../definitions/defaults.ts';
import { type Fault, serverPathText } from '../definitions/fault.ts';
import { movedField } from '../definitions/field-moves.ts';
import { hasType } from './structure.ts';

/** The object to search, and the schemas that its fields are looked up in. */
interface Search {
  readonly manifest: Manifest;
  readonly crd: CrdVersion;
  readonly root: Schema;
  readonly pack: CrdPack;
  /** How many more fields get advice. Searching for similar names takes time, and nobody reads a hundred of them. */
  advice: number;
}

const mostAdvice = 100;

/** Faults of the fields that the schema does not know, at any depth, with the field that was probably meant. */
export function unknownFieldFaults(
  manifest: Manifest,
  crd: CrdVersion,
  schemas: { root: Schema; pack: CrdPack },
): Fault[] {
  return walk(manifest.object as Value, schemas.root, {
    path: [],
    search: { manifest, crd, ...schemas, advice: mostAdvice },
  });
}

interface Walk {
  readonly path: Path;
  readonly search: Search;
}

function walk(value: Value, schema: Schema, { path, search }: Walk): Fault[] {
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) return [];

  if (Array.isArray(value)) {
    const items = schema.items;
    if (items === undefined) return [];

    return value.flatMap((item, i) => walk(item, items, { path: [...path, i], search }));
  }

  if (!isObject(value) || schema.additionalProperties === true || isScalar(schema)) return [];

  const fields = Object.entries(value).flatMap(([key, child]) => {
    const childSchema = fieldSchema(schema, key);
    if (childSchema === undefined) return [];
    return walk(child, childSchema, { path: [...path, key], search });
  });

  const unknown = Object.keys(value).filter((key) => fieldSchema(schema, key) === undefined && !hasPlaceholder(key));

  return [...fields, ...unknownFaults(unknown, schema, { path, search })];
}

/** A mapping in place of a scalar or list is one wrong type, not many unknown fields. */
const isScalar = (schema: Schema): boolean =>
  schema['x-kubernetes-int-or-string'] === true || (schema.type !== undefined && schema.type !== 'object');

function unknownFaults(keys: readonly string[], schema: Schema, at: Walk): Fault[] {
  if (keys.length === 0) return [];
  const dedented = dedentedFault(keys, schema, at);
  if (dedented !== undefined) return [dedented];
  return keys.map((key) => unknownFault(key, schema, at));
}

/** The fault of keys that belong under the empty key before them but are not indented, such as the tags after `tags:`. */
function dedentedFault(keys: readonly string[], schema: Schema, { path, search }: Walk): Fault | undefined {
  // This many keys are unlikely to belong to one mapping.
  if (keys.length > mostAdvice) return undefined;

  const object = search.manifest.get(path) as { readonly [key: string]: Value };
  const names = Object.keys(object);
  const empty = names.filter((name) => object[name] === null && isFreeMap(schema.properties?.[name]));
  const [parent] = empty;

  if (empty.length !== 1 || parent === undefined) return undefined;

  const parentSchema = schema.properties![parent]!.additionalProperties as Schema;
  const follows = names.slice(names.indexOf(parent) + 1).filter((name) => keys.includes(name));
  const isFit = keys.every((key) => follows.includes(key) && hasType(object[key]!, parentSchema));
  if (!isFit) return undefined;

  const fix = indenting(
    search.manifest,
    keys.map((key) => [...path, key]),
    parent,
  );

  const named = quotedNames(keys);

  const verb = keys.length > 1 ? 'are' : 'is';

  const pronoun = keys.length > 1 ? 'them' : 'it';

  return {
    code: 'schema/unknown-field',
    path: [...path, keys[0]!],
    isKey: true,
    meant: [...path, parent, keys[0]!],
    message: `${named} ${verb} not indented under \`${parent}\`. ${unknownFieldFate(search.manifest, pronoun)}, and \`${parent}\` is empty`,
    also: [{ path: [...path, parent], message: `\`${parent}\` is empty` }],
    help: `Indent ${pronoun} under \`${parent}\`.`,
    ...(fix !== undefined && { fix }),
  };
}

const isFreeMap = (schema: Schema | undefined): boolean => typeof schema?.additionalProperties === 'object';

function unknownFault(key: string, schema: Schema, at: Walk): Fault {
  const path = [...at.path, key];
  const { kind, apiVersion } = at.search.crd;
  const inside = at.path.length === 0 ? kind : `\`${serverPathText(at.path)}\``;
  const isAdvised = at.search.advice-- > 0;
  const advice = isAdvised ? (renamed(key, schema, at) ?? relocated(key, at) ?? present(key, schema, at)) : undefined;
  const loss = losses[`${kind} ${advice?.meant?.join('.')}`];
  const message = `\`${serverPathText([key])}\` is not a field of ${inside} in ${apiVersion}. ${unknownFieldFate(at.search.manifest)}`;

  const messageText = () => {
    if (loss === undefined || isWrittenStrictly(at.search.manifest)) return message;
    return `${message}, so ${loss}`;
  };

  return {
    code: 'schema/unknown-field',
    path,
    isKey: true,
    // Of what is refused, nothing is lost.
    message: messageText(),
    ...advice,
  };
}

/** The effect of losing the field that was meant. */
const losses: Readonly<Record<string, string>> = {
  'NodePool spec.limits': 'the NodePool has no limit',
  'NodePool spec.disruption': 'Karpenter uses the default disruption settings',
  'NodePool spec.template.spec.taints': 'any pod can be scheduled on its nodes',
  'EC2NodeClass spec.kubelet': 'its nodes use the default kubelet settings',
  'EC2NodeClass spec.blockDeviceMappings': 'its nodes get the default volumes',
};

type Advice = Pick<Fault, 'help' | 'fix' | 'meant'>;

/** Longer names are not typing errors, and comparing them takes time. */
const longestName = 64;

/** Advice to rename the field. */
function renamed(key: string, schema: Schema, { path, search }: Walk): Advice | undefined {
  const object = search.manifest.get(path) as { readonly [key: string]: Value };
  const moved = movedField(search.crd, [...path, key]);
  if (moved?.into !== undefined) return movedAdvice(key, moved.into, { path, search });
  if (moved !== undefined) return { help: moved.help, ...(moved.meant !== undefined && { meant: moved.meant }) };

  const free = Object.keys(schema.properties ?? {}).filter((name) => !Object.hasOwn(object, name));
  const meant = synonym(key, free) ?? (key.length > longestName ? undefined : nearest(key, free));
  if (meant === undefined) return undefined;

  // A value of another type needs more than a new name.
  const isFit = hasType(object[key]!, schema.properties![meant]!);
  const help = didYouMean(meant);
  const fix = isFit ? renaming(search.manifest, [...path, key], meant) : undefined;

  if (fix === undefined) return { help };
  return { help, fix, meant: [...path, meant] };
}

/** Advice if the object already has the field that was meant. */
function present(key: string, schema: Schema, { path, search }: Walk): Advice {
  const object = search.manifest.get(path) as { readonly [key: string]: Value };
  const taken = Object.keys(schema.properties ?? {}).filter((name) => Object.hasOwn(object, name));
  const meant = synonym(key, taken);
  if (meant === undefined) return {};
  return { help: `Move its content into \`${meant}\`, which already exists, or remove it.` };
}

const bare = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '');

/** The field that has the same name in the plural, in the singular, or in another letter case. */
function synonym(key: string, names: readonly string[]): string | undefined {
  if (key.length > longestName) return undefined;
  const forms = new Set([bare(key), `${bare(key)}s`, bare(key).replace(/s$/, '')]);
  return names.find((name) => forms.has(bare(name)));
}

function movedAdvice(key: string, into: Path, { path, search }: Walk): Advice {
  const fix = moving(search.manifest, [...path, key], into);
  const meant = [...into, key];
  return { help: `Move it to \`${serverPathText(meant)}\`.`, meant, ...(fix !== undefined && { fix }) };
}

/** Advice to move the field to the place where the schema has a field of that name. */
function relocated(key: string, { path, search }: Walk): Advice | undefined {
  const value = search.manifest.get([...path, key])!;
  const places = placesOf(key, search.root).filter(([, schema]) => hasType(value, schema));
  const near = (place: Path): number => sharedSteps(place, path);
  const ranked = places.map(([place]) => place).sort((a, b) => near(b) - near(a) || a.length - b.length);
  const [best, second] = ranked;

  if (best !== undefined && (second === undefined || near(second) < near(best) || second.length > best.length)) {
    const { help, ...moved } = movedAdvice(key, best.slice(0, -1), { path, search });
    // For a field in a list item, this is only a guess.
    if (path.some((step) => typeof step === 'number')) return { help: didYouMean(serverPathText(best)) };
    return { help: help!, ...moved };
  }

  if (best === undefined) return otherKind(key, search);
  return undefined;
}

/** How many steps two paths have in common, from the root. */
function sharedSteps(a: Path, b: Path): number {
  const apart = a.findIndex((step, i) => step !== b[i]);
  if (apart === -1) return a.length;
  return apart;
}

/** The paths, outside of lists, at which the schema has a field of that name. */
function placesOf(key: string, schema: Schema, path: Path = []): [Path, Schema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, child]): [Path, Schema][] => {
    if (path.length === 0 && name !== 'spec') return [];
    const here: [Path, Schema][] = name === key ? [[[...path, name], child]] : [];
    return [...here, ...placesOf(key, child, [...path, name])];
  });
}

function otherKind(key: string, { manifest, crd, pack }: Search): Advice | undefined {
  const group = asText(manifest.get(['spec', 'template', 'spec', 'nodeClassRef', 'group']));
  const other = pack.versions.find(
    (version) =>
      version.kind !== crd.kind &&
      // The node class of another provider has other fields.
      (version.kind === 'NodePool' || (crd.asOf === undefined && (group ?? version.group) === version.group)) &&
      (version.kind === 'NodePool' || isNodeClassKind(version.kind)) &&
      version.version === crd.version &&
      Object.hasOwn(version.schema.properties?.spec?.properties ?? {}, key),
  );

  if (other === undefined) return undefined;
  return { help: `Move it to the ${other.kind}, where it is \`spec.${key}\`.` };
}
