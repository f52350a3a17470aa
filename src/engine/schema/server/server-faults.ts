import type { Code, ServerCause } from '../../diagnostic.ts';
import type { Path, Value } from '../../manifest/manifest.ts';
import { type Fault, serverPathText } from '../fault.ts';
import { serverPath } from './server-path.ts';
import type { ServerRefusal, ServerVerdict } from './server-request.ts';

/** What a verdict complains of, each with its place in the object. */
export interface Complaint {
  readonly code: Code;
  readonly path: Path;
  readonly cause: ServerCause;
}

/** Sentences that only say that more may be wrong; beside a cause they tell nobody what to do. */
const notice = /some validation rules were not checked|must validate (?:at least|only) one schema/;

/** All that the API server complains of in a refusal: its causes, or its message where it names none. */
export function complaints(refusal: ServerRefusal | null, object: Value): Complaint[] {
  if (refusal === null) return [];
  const telling = refusal.causes.filter(({ message }) => !notice.test(message));
  const causes = telling.length > 0 ? telling : refusal.causes;
  return causes.length > 0 ? causes.map((cause) => complaint(cause, object)) : [decodingComplaint(refusal, object)];
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

/** Which check refuses a value, by the server's own words. */
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

/** A body that cannot be decoded: the message names the field that has another type, in Go's words. */
function decodingComplaint({ reason, message }: ServerRefusal, object: Value): Complaint {
  const said = message.replace(/^.* cannot be handled as a [\w.]+: /s, '');
  const field = / into Go struct field \w+\.(\S+) of type /.exec(said)?.[1] ?? '<nil>';
  // Go counts from the struct: what belongs to ObjectMeta stands under `metadata`.
  const full = / field ObjectMeta\./.test(said) && !field.startsWith('metadata') ? `metadata.${field}` : field;
  const path = serverPath(full, object);
  return {
    code: path.length > 0 ? 'schema/type' : 'schema/refused',
    path,
    cause: { field: full, reason, message: said },
  };
}

/** What the server says on an update and not on a creation: transition rules and immutable fields. */
export function added(update: readonly Complaint[], create: readonly Complaint[]): Complaint[] {
  const known = new Set(create.map(({ cause }) => JSON.stringify([cause.field, cause.message])));
  return update.filter(({ cause }) => !known.has(JSON.stringify([cause.field, cause.message])));
}

/** The complaint in the server's own words. */
export function plainFault({ code, path, cause }: Complaint): Fault {
  const message = decodedWords(cause) ?? withoutPlace(cause).replace(/\.$/, '');
  return {
    code,
    path,
    message: path.length === 0 ? message : `\`${serverPathText(path)}\`: ${message}`,
    server: [cause],
  };
}

const jsonTypes: Readonly<Record<string, string>> = {
  array: 'a list',
  bool: '`true` or `false`',
  number: 'a number',
  object: 'a mapping',
  string: 'a text',
};

/** Go's types, as far as objects of Kubernetes hold them. */
const goTypes: readonly (readonly [type: RegExp, word: string])[] = [
  [/^\[\]/, 'a list'],
  [/^map\[|\./, 'a mapping'],
  [/^string$/, 'a text'],
  [/^bool$/, '`true` or `false`'],
  [/^u?int\d*$|^float\d+$/, 'a number'],
];

/** What Go says of a value of another type, at a field or within it, in plain words; undefined where it says something else. */
function decodedWords({ message }: ServerCause): string | undefined {
  const [, given = '', wanted = ''] = /^json: cannot unmarshal (\w+)(?: .*)? of type \*?(\S+)$/.exec(message) ?? [];
  const must = goTypes.find(([type]) => type.test(wanted))?.[1];
  const [, number] = /^json: cannot unmarshal number (\S+) into/.exec(message) ?? [];
  const [, unsigned = '', bits = '64'] = /^(u?)int(\d*)$/.exec(wanted) ?? [];
  if (number !== undefined && /^u?int/.test(wanted))
    return /^-?\d+$/.test(number)
      ? `${number} does not fit into ${unsigned === '' ? 'a' : 'an unsigned'} ${bits || '64'}-bit integer`
      : `${number} is not a whole number`;
  return Object.hasOwn(jsonTypes, given) && must ? `${jsonTypes[given]} stands where ${must} belongs` : undefined;
}

/** The server names the place once more in the middle of its sentence. */
const withoutPlace = ({ field, message }: ServerCause): string => message.replace(`: ${field} in body `, ': ');

/** Fields that strict decoding does not know, as complaints. */
export const unknownFields = ({ pruned }: ServerVerdict, object: Value): Complaint[] =>
  pruned.map((field) => ({
    code: 'schema/unknown-field',
    path: serverPath(field, object),
    cause: { field, reason: 'BadRequest', message: `unknown field "${field}"` },
  }));
