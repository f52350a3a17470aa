import type { Path, Value } from '../../../manifest/model/manifest.ts';
import type { Code, ServerCause } from '../../../text/diagnostic.ts';
import { type Fault, serverPathText } from '../definitions/fault.ts';
import { serverPath } from './server-path.ts';
import type { ServerRefusal, ServerVerdict } from './server-request.ts';

/** One complaint of a verdict, with its place in the object. */
export interface Complaint {
  readonly code: Code;
  readonly path: Path;
  readonly cause: ServerCause;
}

/** Causes that only say that more may be wrong. They do not help where there is another cause. */
const notice = /some validation rules were not checked|must validate (?:at least|only) one schema/;

/** All complaints in a refusal of the API server: its causes, or its message if it has none. */
export function complaints(refusal: ServerRefusal | null, object: Value): Complaint[] {
  if (refusal === null) return [];
  const telling = refusal.causes.filter(({ message }) => !notice.test(message));
  const causes = telling.length > 0 ? telling : refusal.causes;
  if (causes.length > 0) return causes.map((cause) => complaint(cause, object));
  return [decodingComplaint(refusal, object)];
}

function complaint(cause: ServerCause, object: Value): Complaint {
  const hidden = cause.field === '<nil>' ? / in ([\w.[\]/-]+)$/.exec(cause.message)?.[1] : undefined;
  return { code: codeOf(cause), path: serverPath(hidden ?? cause.field, object), cause };
}

const reasons: Readonly<Record<string, Code>> = {
  FieldValueRequired: 'schema/required',
  FieldValueTypeInvalid: 'schema/type',
  FieldValueNotSupported: 'schema/enum',
  FieldValueDuplicate: 'schema/duplicate',
  FieldValueTooLong: 'schema/length',
  FieldValueTooMany: 'schema/length',
};

/** The code of the check that refuses a value, found by the server's message. */
const checks: readonly (readonly [message: RegExp, code: Code])[] = [
  [/ in body should match /, 'schema/pattern'],
  [
    / in body should be (?:less|greater) than |Checked value must be of type |^Invalid value: -?\d+: should be /,
    'schema/range',
  ],
  [/ in body should (?:be|have) at (?:least|most) /, 'schema/length'],
  [/ in body must be of type /, 'schema/format'],
];

function codeOf({ field, reason, message }: ServerCause): Code {
  if (/^metadata\b/.test(field)) return 'schema/metadata';
  return reasons[reason] ?? checks.find(([words]) => words.test(message))?.[1] ?? 'schema/cel';
}

/** The complaint about a body that cannot be decoded. Go's message names the field that has the wrong type. */
function decodingComplaint({ reason, message }: ServerRefusal, object: Value): Complaint {
  const goMessage = message.replace(/^.* cannot be handled as a [\w.]+: /s, '');
  const metadata = goMessage.endsWith(' into Go value of type v1.ObjectMeta') ? 'metadata' : '<nil>';
  const field = / into Go struct field \w+\.(\S+) of type /.exec(goMessage)?.[1] ?? metadata;
  // Go's path starts at the struct, and ObjectMeta is under `metadata`.
  const full = / field ObjectMeta\./.test(goMessage) && !field.startsWith('metadata') ? `metadata.${field}` : field;
  const path = serverPath(full, object);

  return {
    code: path.length > 0 ? 'schema/type' : 'schema/refused',
    path,
    cause: { field: full, reason, message: goMessage },
  };
}

/** What the server refuses only on an update: violated transition rules and changed immutable fields. */
export function added(update: readonly Complaint[], create: readonly Complaint[]): Complaint[] {
  const causes = new Set(create.map(({ cause }) => JSON.stringify([cause.field, cause.message])));
  return update.filter(({ cause }) => !causes.has(JSON.stringify([cause.field, cause.message])));
}

/** The complaint as a fault, in the server's own words. */
export function plainFault({ code, path, cause }: Complaint): Fault {
  const written = decodingFault(cause) ?? withoutPath(cause).replace(/\.$/, '');
  const message = code === 'schema/cel' ? written.replace(noValue, '') : written;

  return {
    code,
    path,
    message: path.length === 0 ? message : `\`${serverPathText(path)}\`: ${message}`,
    server: [cause],
  };
}

/** How the server begins a message about a mapping or a list, which it does not print, or prints as a whole. */
const noValue = /^Invalid value: (?:"object": |[{[].*[}\]]: |(?!"|-?\d|(?:true|false|null): ))/s;

const jsonTypes: Readonly<Record<string, string>> = {
  array: 'a list',
  bool: '`true` or `false`',
  number: 'a number',
  object: 'a mapping',
  string: 'a string',
};

/** Go's types, as far as Kubernetes objects use them. */
const goTypes: readonly (readonly [type: RegExp, word: string])[] = [
  [/^\[\]/, 'a list'],
  [/^map\[|\./, 'a mapping'],
  [/^string$/, 'a string'],
  [/^bool$/, '`true` or `false`'],
  [/^u?int\d*$|^float\d+$/, 'a number'],
];

/** Go's message about a value of the wrong type, at the field or inside of it, in plain words. Undefined for any other message. */
function decodingFault({ message }: ServerCause): string | undefined {
  const [, goType = '', wanted = ''] = /^json: cannot unmarshal (\w+)(?: .*)? of type \*?(\S+)$/.exec(message) ?? [];
  const must = goTypes.find(([type]) => type.test(wanted))?.[1];
  const [, number] = /^json: cannot unmarshal number (\S+) into/.exec(message) ?? [];
  const [, unsigned = '', bits = '64'] = /^(u?)int(\d*)$/.exec(wanted) ?? [];

  if (number !== undefined && /^u?int/.test(wanted)) {
    if (/^-?\d+$/.test(number)) {
      const article = unsigned === '' ? 'a' : 'an unsigned';
      return `${number} does not fit into ${article} ${bits || '64'}-bit integer`;
    }

    return `${number} is not a whole number`;
  }

  if (Object.hasOwn(jsonTypes, goType) && must) return `expected ${must}, found ${jsonTypes[goType]}`;
  return undefined;
}

/** The message without the path that the server repeats in the middle of its sentence. */
const withoutPath = ({ field, message }: ServerCause): string => message.replace(`: ${field} in body `, ': ');

/** Complaints about the fields that strict decoding does not know. */
export const unknownFields = ({ pruned }: ServerVerdict, object: Value): Complaint[] =>
  pruned.map((field) => ({
    code: 'schema/unknown-field',
    path: serverPath(field, object),
    cause: { field, reason: 'BadRequest', message: `unknown field "${field}"` },
  }));
