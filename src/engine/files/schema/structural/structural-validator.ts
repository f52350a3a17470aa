import { changingFix } from '../../../manifest/edit.ts';
import { isObject, type Manifest, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { plural } from '../../../text/words/plural.ts';
import { withRuleAdvice } from '../advice/rule-advice.ts';
import { ruleFaults } from '../cel/validation-rules.ts';
import type { CrdVersion, Schema } from '../definitions/crd-pack.ts';
import { prune, withDefaults } from '../definitions/defaults.ts';
import { type Fault, serverPathText } from '../definitions/fault.ts';
import type { SchemaSubject } from '../definitions/schema-subject.ts';
import { withoutPrograms } from './foreign-schema.ts';
import { isLeftEmpty } from './left-empty.ts';
import { objectMetaFaults, objectMetaSchema } from './object-meta.ts';
import { writtenInteger } from './object-text.ts';
import { isAboutPlaceholder } from './placeholder-faults.ts';
import { structuralFaults } from './structure.ts';
import { unknownFieldFaults } from './unknown-field.ts';
import { withAdvice } from './value-advice.ts';

/** Validates by the structural schema and its CEL rules, only with our own code. */
export const structuralFindings = (subject: SchemaSubject): readonly Diagnostic[] =>
  listed(faults(subject), subject.manifest);

/** Each fault takes time to explain and to locate, and nobody reads a hundred of them about one object. */
export const mostFaults = 100;

/** Faults as findings. One finding gives the number of all after the first hundred. */
export function listed(faults: readonly Fault[], manifest: Manifest): Diagnostic[] {
  const all = faults.filter((fault) => !isAboutPlaceholder(fault, manifest));
  const findings = all.slice(0, mostFaults).map((fault) => diagnostic(fault, manifest));
  const next = all[mostFaults];
  if (next === undefined) return findings;

  const { help: _, fix: _fix, ...first } = diagnostic(next, manifest);
  const surplus = all.length - mostFaults;
  const message = `This ${manifest.kind} has ${plural(surplus, 'more mistake')}. Only the first ${mostFaults} are listed`;

  return [...findings, { ...first, message, help: 'Fix the listed mistakes first, then run plumbline again.' }];
}

/** A fault as a finding with its place in the file. */
export function diagnostic(fault: Fault, manifest: Manifest): Diagnostic {
  if (isLeftEmpty(fault, manifest)) return { ...found(fault, manifest), severity: 'note', help: leftEmptyHelp };
  return found(fault, manifest);
}

const leftEmptyHelp =
  'Set the values files of this chart in `sources` of plumbline.yaml. The default values of the chart leave this field empty.';

function found(fault: Fault, manifest: Manifest): Diagnostic {
  const fix = fault.fix && changingFix(fault.fix, manifest.source);

  return {
    code: fault.code,
    severity: fault.severity ?? 'error',
    message: fault.message,
    span: fault.isKey ? manifest.keySpan(fault.path) : manifest.span(fault.path),
    labels: (fault.also ?? []).map(({ path, message }) => ({ span: manifest.span(path), message })),
    resource: manifest.ref,
    ...(fault.help !== undefined && { help: fault.help }),
    ...(fix !== undefined && { fix }),
    ...(fault.server !== undefined && { server: fault.server }),
  };
}

/** After these faults, the API server does not evaluate the rules, because their messages would only repeat the fault. */
const blocking = new Set(['schema/type', 'schema/required', 'schema/enum', 'schema/missing-spec']);

/**
 * Faults by the schema and its rules, without those that only follow from a misplaced field. Transition rules compare with the old object
 * only if the API server would have stored it as it is here. It would not if a chart leaves a value to its users that rules require.
 */
export function faults(subject: SchemaSubject): readonly Fault[] {
  const { manifest, crd, pack, old } = subject;
  const validations = validated.get(manifest) ?? [];
  const same = validations.find((other) => other.crd === crd && other.pack === pack && other.old === old);
  if (same !== undefined) return same.faults;

  const all = computedFaults(subject);
  validated.set(manifest, [...validations.slice(-3), { crd, pack, old, faults: all }]);

  return all;
}

/** What validated a manifest, and its faults. Findings, changes and figures all ask for them, with at most a few definitions. */
type Validated = Omit<SchemaSubject, 'manifest'> & { readonly faults: readonly Fault[] };

const validated = new WeakMap<Manifest, readonly Validated[]>();

function computedFaults({ manifest, crd, pack, old: oldManifest }: SchemaSubject): readonly Fault[] {
  const old =
    oldManifest && faults({ manifest: oldManifest, crd, pack, old: undefined }).some(isRefusal)
      ? undefined
      : oldManifest;
  const root = rootSchema(crd.isForeign ? { ...crd, schema: withoutPrograms(crd.schema) } : crd);
  const object = admitted(manifest.object, crd);
  const unknown = unknownFieldFaults(manifest, crd, { root, pack });

  const structural = structuralFaults(object, root, [])
    .filter((fault) => !(manifest.isPartial && isAbsence(fault)))
    .flatMap((fault) => (fault.isUndecided ? decided(fault, manifest) : [fault]))
    .map((fault) => {
      if (isMissingSpec(fault)) return missingSpec(manifest);
      return withAdvice(fault, manifest, root);
    });

  const meta = objectMetaFaults(manifest.object.metadata);
  const isBlocked = structural.some((fault) => blocking.has(fault.code) || fault.bound === 'maximum');
  // The fields that template lines add are unknown, so rules cannot be evaluated.
  const rules = () => {
    if (isBlocked || manifest.isPartial) return [];
    return ruleFaults(object, root, old && admitted(old.object, crd));
  };

  // Advice is limited in number, so only a few faults have `meant`.
  const misplaced = unknown.filter(({ meant }) => meant !== undefined);
  const consequent = [...structural, ...rules().map((fault) => withRuleAdvice(fault, manifest))].filter(
    (fault) => !misplaced.some((cause) => follows(fault, cause)),
  );

  return [...unknown, ...meta, ...scaleFaults(object, crd), ...consequent];
}

/**
 * Whether the API server refuses the creation or the update of an object. It drops unknown fields, and what a chart
 * leaves to its users is unknown.
 */
export const isRefused = (subject: SchemaSubject): boolean => refusingFaults(subject).length > 0;

/** Why the API server refuses the creation or the update of an object; empty if it accepts it. */
export const refusingFaults = (subject: SchemaSubject): readonly Fault[] =>
  faults(subject).filter((fault) => isRefusal(fault) && !isLeftEmpty(fault, subject.manifest));

/** Whether an object has fields that its kind does not have. */
export const hasUnknownFields = (subject: SchemaSubject): boolean =>
  faults({ ...subject, old: undefined }).some((fault) => !isRefusal(fault) && !isLeftEmpty(fault, subject.manifest));

const isRefusal = ({ code }: Fault): boolean => code !== 'schema/unknown-field';

/** Decides by the digits in the file whether an integer at the 64-bit bounds exceeds them. Without such digits it is accepted. */
function decided(fault: Fault, manifest: Manifest): Fault[] {
  const integer = writtenInteger(manifest, fault.path);
  if (integer === undefined || BigInt.asIntN(64, integer) === integer) return [];
  return [{ ...fault, message: fault.message.replace(/ is -?\d+,/, ` is ${integer},`) }];
}

/** Whether a fault only follows from a field that has the wrong name or is in the wrong place. */
export function follows(fault: Pick<Fault, 'code' | 'path'>, cause: Fault): boolean {
  if (cause.meant === undefined) return false;
  if (fault.code === 'schema/required') return serverPathText(fault.path) === serverPathText(cause.meant);
  return (
    fault.code === 'schema/cel' && fault.path.length > 0 && fault.path.every((step, i) => cause.meant![i] === step)
  );
}

/** The scale subresource uses 32-bit integers, whatever the schema of the field says. */
function scaleFaults(object: Value, crd: CrdVersion): Fault[] {
  const spec = isObject(object) ? object.spec : undefined;
  const replicas = isObject(spec) ? spec.replicas : undefined;
  if (!crd.subresources.includes('scale') || typeof replicas !== 'number' || replicas < 2 ** 31) return [];
  const message = `\`spec.replicas\` is ${replicas}, but must be at most ${2 ** 31 - 1}`;
  return [{ code: 'schema/range', path: ['spec', 'replicas'], message }];
}

/** The schema of a whole object, with the metadata that every kind has. */
export function rootSchema({ schema }: CrdVersion): Schema {
  const text: Schema = { type: 'string' };
  return { ...schema, properties: { ...schema.properties, apiVersion: text, kind: text, metadata: objectMetaSchema } };
}

/** The object as the API server would store it on creation: pruned, with defaults, and without a status that users cannot set. */
export function admitted(object: { readonly [key: string]: Value }, crd: CrdVersion): Value {
  const root = rootSchema(crd);
  const { status, ...rest } = object;
  const taken = status === undefined || crd.subresources.includes('status') ? rest : object;
  return withDefaults(prune(taken, root), root);
}

const isAbsence = (fault: Fault): boolean => fault.code === 'schema/required' || fault.bound === 'minimum';

const isMissingSpec = (fault: Fault): boolean =>
  fault.code === 'schema/required' && fault.path.length === 1 && fault.path[0] === 'spec';

function missingSpec(manifest: Manifest): Fault {
  const help = () => {
    if (isObject(manifest.object) && Object.keys(manifest.object).some(hasPlaceholder))
      return 'Render the template, and give plumbline the result.';
    return `Add a \`spec\` to this ${manifest.kind}.`;
  };

  return {
    code: 'schema/missing-spec',
    path: [],
    message: `${manifest.kind} \`${manifest.name}\` has no \`spec\`. The API server refuses it`,
    help: help(),
  };
}
