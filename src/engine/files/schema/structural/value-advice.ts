import { asText, isObject, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { didYouMean, nearest } from '../../../text/nearest.ts';
import { ownValue } from '../../../text/own-value.ts';
import { quotedNames } from '../../../text/words/quoted-names.ts';
import { listing, quoting, replacing, replacingAll, unquoting } from '../advice/fixes.ts';
import type { Schema } from '../definitions/crd-pack.ts';
import type { Fault } from '../definitions/fault.ts';
import { hasType, structuralFaults } from './structure.ts';

type Advice = Pick<Fault, 'help' | 'fix'>;

/** Adds help to a structural fault, and a fix if only one value can be meant. */
export function withAdvice(fault: Fault, manifest: Manifest, root: Schema): Fault {
  const value = manifest.get(fault.path);
  const schema = schemaAt(root, fault.path);
  if (value === undefined || schema === undefined) return fault;

  const place = { manifest, path: fault.path, value, schema };
  if (fault.code === 'schema/type') return { ...fault, ...typeAdvice(place) };
  if (fault.code === 'schema/enum') return { ...fault, ...(boundAdvice(place) ?? enumAdvice(place)) };
  if (fault.code === 'schema/pattern') return { ...fault, ...patternAdvice(place) };

  return fault;
}

interface Place {
  readonly manifest: Manifest;
  readonly path: Path;
  readonly value: Value;
  readonly schema: Schema;
}

function schemaAt(root: Schema, path: Path): Schema | undefined {
  let at: Schema | undefined = root;
  for (const step of path) {
    if (at === undefined) return undefined;
    if (typeof step === 'number') at = at.items;
    else if (at.properties !== undefined && Object.hasOwn(at.properties, step)) at = at.properties[step];
    else at = typeof at.additionalProperties === 'object' ? at.additionalProperties : undefined;
  }

  return at;
}

const fixed = (help: string, fix: Fault['fix']): Advice => {
  if (fix === undefined) return { help };
  return { help, fix };
};

function typeAdvice({ manifest, path, value, schema }: Place): Advice {
  const isScalar = typeof value === 'number' || typeof value === 'boolean';
  if (schema.type === 'string' && isScalar) return quotedAdvice({ manifest, path, value, schema });

  if ((schema.type === 'integer' || schema.type === 'boolean') && typeof value === 'string') {
    const fix = unquoting(manifest, path);
    if (fix === undefined) return {};
    return fixed('Remove the quotes.', fix);
  }

  if (schema.type === 'array' && schema.items !== undefined && hasType(value, schema.items) && !isObject(value)) {
    return fixed('Write a list with this item.', listing(manifest, path));
  }
  if (schema.type === 'array' && schema.items?.type === 'object' && isObject(value)) {
    return { help: 'Write a list: put a dash before the first key.' };
  }
  if (path.join('.') === 'spec.limits.resources' && isObject(value)) {
    return { help: 'Move the resources up into `spec.limits`. v1beta1 removed the level `resources`.' };
  }

  return {};
}

/** Advice to add quotes, but only if the text itself is valid. */
function quotedAdvice({ manifest, path, value, schema }: Place): Advice {
  if (structuralFaults(String(value), schema, path).length === 0) {
    if (isOfVariable(manifest, path)) return { help: quotesForFlux };
    return fixed('Put the value in quotes.', quoting(manifest, path));
  }
  if (isDurationField(path)) return { help: `Add a unit, such as \`${value}s\`.` };
  return {};
}

/** Source: https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-substitution-of-numbers-and-booleans */
const quotesForFlux =
  'Kustomize removes the quotes around a variable before Flux fills it in. Set a variable `quote` to `"` in `postBuild.substitute`, and write `${quote}` before and after the variable.';

/** Whether Flux fills in a value of the repository that contains a variable. */
function isOfVariable(manifest: Manifest, path: Path): boolean {
  const { origin } = manifest.source;
  if (origin?.tool !== 'flux') return false;

  const { start, end } = manifest.span(path);
  const place = origin.trace(start, end).span;
  const text = origin.textOf?.(place.file) ?? '';
  const lineStart = text.lastIndexOf('\n', place.start - 1) + 1;
  const [line = ''] = text.slice(lineStart, lineStart + maxLine).split('\n', 1);
  return /\$\{\w/.test(line);
}

/** A longer line is not looked at. */
const maxLine = 2000;

const isDurationField = (path: Path): boolean => /(After|Period|duration)$/.test(String(path.at(-1)));

/** Values of older versions, and their current names. */
const renamedValues: Record<string, string> = {
  WhenUnderutilized: 'WhenEmptyOrUnderutilized',
  WhenEmptyOrUnderutilized: 'WhenUnderutilized',
};

function enumAdvice({ manifest, path, value, schema }: Place): Advice {
  const allowed = (schema.enum ?? []).filter((item): item is string => typeof item === 'string');
  if (typeof value !== 'string' || value.length > 64) return {};
  const renamed = ownValue(renamedValues, value);
  const meant = renamed !== undefined && allowed.includes(renamed) ? renamed : nearest(value, allowed);
  if (meant === undefined) return {};
  return fixed(didYouMean(meant), replacing(manifest, path, meant));
}

/**
 * Advice about an operator that includes its bound. CRDs before Karpenter 1.9 have only `Gt` and `Lt`, which exclude it, so the value has to
 * change with the operator. Undefined for any other value. Source: data/crds, core pkg/apis/v1 nodeclaim.go at v1.9.
 */
function boundAdvice({ manifest, path, value, schema }: Place): Advice | undefined {
  const isOperator = path.at(-1) === 'operator' && manifest.apiVersion.startsWith('karpenter.sh/');
  if (!isOperator || typeof value !== 'string') return undefined;

  const bound = boundNamed(value);
  if (bound === undefined) return undefined;

  const allowed: readonly Value[] = schema.enum ?? [];
  if (allowed.includes(bound.operator))
    return fixed(didYouMean(bound.operator), replacing(manifest, path, bound.operator));
  if (!allowed.includes(bound.strict)) return undefined;

  const valuePath = [...path.slice(0, -1), 'values', 0];
  const text = asText(manifest.get(valuePath)) ?? '';
  const next = Number(text) + bound.step;
  const upgrade = 'or upgrade Karpenter and its CRDs first.';

  // The API server requires an integer that is not negative.
  if (!/^\d{1,9}$/.test(text) || next < 0) {
    const neighbor = bound.step < 0 ? 'lower' : 'higher';
    return {
      help: `\`${bound.operator}\` exists from Karpenter 1.9. Write \`${bound.strict}\` with the next ${neighbor} number, ${upgrade}`,
    };
  }

  const values = [[path, bound.strict] as const, [valuePath, `${next}`] as const];
  return fixed(
    `\`${bound.operator}\` exists from Karpenter 1.9. Write \`${bound.strict}\` with the value \`"${next}"\`, which means the same, ${upgrade}`,
    replacingAll(manifest, values, `Write \`${bound.strict}\` with the value \`${next}\``),
  );
}

const boundNamed = (operator: string) => {
  if (/^(?:gte|ge|>=)$/i.test(operator)) return atLeast;
  if (/^(?:lte|le|<=)$/i.test(operator)) return atMost;
  return undefined;
};

const atLeast = { operator: 'Gte', strict: 'Gt', step: -1 } as const;
const atMost = { operator: 'Lte', strict: 'Lt', step: 1 } as const;

/** Durations in days or weeks, which Go does not support. */
const longDuration = /^(\d{1,4})\s*(d|days?|w|weeks?)$/i;
const decimalSize = /^(\d+)\s*(gb|gib|tb|tib|g|t|gi|ti)?$/i;

function patternAdvice(place: Place): Advice {
  const { manifest, path, value } = place;
  if (typeof value !== 'string') return {};

  const field = path[path.length - 1];
  const [, amount, unit] = longDuration.exec(value) ?? [];

  if (amount !== undefined && isDurationField(path)) {
    const hours = Number(amount) * (unit!.toLowerCase().startsWith('w') ? 168 : 24);
    return fixed('Write the duration in hours, minutes or seconds.', replacing(manifest, path, `${hours}h`));
  }

  const [, size, suffix = ''] = decimalSize.exec(value) ?? [];

  if (size !== undefined && (field === 'volumeSize' || path.at(-2) === 'ephemeralStorage')) {
    const binaryUnit = /^t/i.test(suffix) ? 'Ti' : 'Gi';
    const text = `${size}${binaryUnit}`;
    return fixed('Write the size with the unit `Gi` or `Ti`.', replacing(manifest, path, text));
  }

  return exampleAdvice(place);
}

/** Values of fields whose patterns are hard to read. */
const examples: Readonly<Record<string, readonly string[]>> = {
  nodes: ['1', '10%'],
  schedule: ['0 9 * * 1-5', '@daily'],
};

/** Advice with examples that the pattern allows. */
function exampleAdvice({ path, schema }: Place): Advice {
  const candidates = isDurationField(path) ? ['30s', '5m', '1h', 'Never'] : ownValue(examples, String(path.at(-1)));
  const valid = (candidates ?? []).filter((text) => structuralFaults(text, schema, path).length === 0);
  if (valid.length === 0) return {};
  return { help: `Write a value such as ${quotedNames(valid, ' or ')}.` };
}
