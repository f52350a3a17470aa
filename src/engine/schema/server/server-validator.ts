import type { Diagnostic, ServerCause } from '../../diagnostic.ts';
import { addToGroup } from '../../group-by.ts';
import { isObject, type Manifest, type Path, type Value } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';
import { withRuleAdvice } from '../advice/rule-advice.ts';
import type { CrdPack, CrdVersion } from '../definitions/crd-pack.ts';
import type { SchemaSubject, SchemaValidator } from '../definitions/schema-validator.ts';
import type { Fault } from '../fault.ts';
import { objectText } from '../structural/object-text.ts';
import {
  diagnostic,
  faults,
  follows,
  listed,
  mostFaults,
  rootSchema,
  structuralValidator,
} from '../structural/structural-validator.ts';
import { unknownFieldFaults } from '../structural/unknown-field.ts';
import { withAdvice } from '../structural/value-advice.ts';
import { added, type Complaint, complaints, plainFault, unknownFields } from './server-faults.ts';
import { type ApiServer, definitionOf, type ServerRequest, type ServerVerdict } from './server-request.ts';
import { warningFindings } from './server-warnings.ts';
import { unsendable } from './unsendable.ts';

/**
 * Judges by the API server's own code: what it refuses is a finding, and nothing else is. The plain words, the exact place
 * and the fix come from our own validator where that finds the same. An object that holds placeholders is our own validator's
 * alone, for the server knows no unknown values.
 */
export function serverValidator(server: Pick<ApiServer, 'judge'>): SchemaValidator {
  return {
    validate(subject) {
      const { manifest } = subject;
      if (!isServers(subject)) return structuralValidator.validate(subject);
      const unfit = unsendable(manifest);
      if (unfit !== undefined) return unfit;
      const judged = judge(subject, server);
      if ('failure' in judged) return [unjudged(manifest, judged.failure)];
      const [first, rest] = [judged.complaints.slice(0, mostFaults), judged.complaints.slice(mostFaults)];
      const refused = listed([...explained(first, subject), ...rest.map(plainFault)], manifest);
      return [...refused, ...warningFindings(judged.warnings, manifest)];
    },
  };
}

/** Whether all of an object is known: no placeholder stands in it, and no template adds to it. */
export const isCertain = ({ isPartial, object }: Manifest): boolean => !isPartial && isPlain(object as Value);

const isPlain = (value: Value): boolean =>
  Array.isArray(value)
    ? value.every(isPlain)
    : isObject(value)
      ? Object.entries(value).every(([key, child]) => !hasPlaceholder(key) && isPlain(child))
      : !hasPlaceholder(value);

/** The object for which the server's code itself gives up: what it would say is unknown. */
export function unjudged(manifest: Manifest, failure: string): Diagnostic {
  const message = `The API server's own code cannot judge this ${manifest.kind}: ${failure.slice(0, 300)}`;
  return diagnostic({ code: 'schema/unjudged', path: [], message }, manifest);
}

type Judged =
  | { readonly complaints: readonly Complaint[]; readonly warnings: readonly string[] }
  | { readonly failure: string };

/** What the server is asked about an object: its creation, and where it was another before, the update to it. */
export function requestsFor({ manifest, crd, old }: SchemaSubject): [ServerRequest, ...ServerRequest[]] {
  const request: ServerRequest = {
    kind: { crd: definitionOf(crd), version: crd.version },
    text: objectText(manifest),
  };
  const oldText = old && unsendable(old) === undefined ? objectText(old) : undefined;
  return oldText === undefined || oldText === request.text ? [request] : [request, { ...request, oldText }];
}

/** Whether the server has a say: an object with placeholders is no object yet. */
export const isServers = ({ manifest, crd, pack, old }: SchemaSubject): boolean =>
  [manifest, ...(old ? [old] : [])].every((one) => isCertain(one) && !isMostlyUnknown(one, crd, pack));

/** The time that the server's code takes for fields it does not know grows with the square of their number. */
const mostUnknownFields = 1000;

/** Whether an object is full of fields that its kind does not have. Our own validator, which lists a hundred of them, is enough for it. */
function isMostlyUnknown(manifest: Manifest, crd: CrdVersion, pack: CrdPack): boolean {
  if (entriesIn(manifest.object as Value) <= mostUnknownFields) return false;
  return unknownFieldFaults(manifest, crd, { root: rootSchema(crd), pack }).length > mostUnknownFields;
}

const entriesIn = (value: Value): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, child) => sum + 1 + entriesIn(child), 0)
    : 0;

/** Creates the object, so that its mistakes are named whether they are old or new, and updates the old one to it. */
function judge(subject: SchemaSubject, server: Pick<ApiServer, 'judge'>): Judged {
  const object = subject.manifest.object as Value;
  const [creation, update] = requestsFor(subject);
  const created = server.judge(creation);
  if ('failure' in created) return created;
  const found = [...unknownFields(created, object), ...refusals(created, object)];
  // An update warns of what else a creation refuses, and of nothing more.
  const { warnings } = created;
  if (update === undefined) return { complaints: found, warnings };
  const updated = server.judge(update);
  if ('failure' in updated || updated.operation === 'create') return { complaints: found, warnings };
  return { complaints: [...found, ...added(complaints(updated.lenient, object), found)], warnings };
}

/** What remains when unknown fields are dropped; strict decoding alone can still refuse what they do not explain. */
function refusals({ strict, lenient, pruned }: ServerVerdict, object: Value): Complaint[] {
  const isStrictOnly = lenient === null && pruned.length === 0;
  return complaints(isStrictOnly ? strict : lenient, object);
}

/** The server's complaints in plain words, each with all that our own validator knows of it. */
function explained(found: readonly Complaint[], subject: SchemaSubject): Fault[] {
  if (found.length === 0) return [];
  const left = new Set(found);
  const own = faults(subject).flatMap((fault): Fault[] => {
    const same = found.filter((complaint) => isSame(fault, complaint));
    for (const complaint of same) left.delete(complaint);
    return same.length === 0 ? [] : [{ ...fault, server: same.map(({ cause }) => cause) }];
  });
  return withRest(own, [...left], subject);
}

/** Adds what only the server finds; an echo of a misplaced field goes to the finding about that field. */
function withRest(own: readonly Fault[], rest: readonly Complaint[], { manifest, crd }: SchemaSubject): Fault[] {
  const echoes = new Map<Fault, ServerCause[]>();
  const root = rootSchema(crd);
  const plain = rest.flatMap((complaint): Fault[] => {
    const source = own.find((fault) => follows(complaint, fault));
    if (source === undefined) return [withRuleAdvice(withAdvice(plainFault(complaint), manifest, root), manifest)];
    addToGroup(echoes, source, complaint.cause);
    return [];
  });
  const joined = own.map((fault) => {
    const more = echoes.get(fault);
    return more === undefined ? fault : { ...fault, server: [...(fault.server ?? []), ...more] };
  });
  return [...joined, ...plain];
}

/** Whether our fault and the server's complaint are about the same mistake. */
function isSame(fault: Fault, { code, path, cause }: Complaint): boolean {
  if (fault.code === 'schema/missing-spec') return cause.field === 'spec' && cause.reason === 'FieldValueRequired';
  if (path[0] === 'metadata' && fault.path[0] === 'metadata')
    return isWithin(names(fault.path), names(path)) || isWithin(names(path), names(fault.path));
  if (fault.code !== code) return false;
  if (code === 'schema/unknown-field') return isSameField(fault, path);
  if (!isWithin(fault.path, path)) return false;
  return code !== 'schema/cel' || cause.message.includes(fault.message.replace(/^`.*?`: /s, ''));
}

/** Several keys that stand beside the mapping they belong into are one finding of ours, which names them all. */
function isSameField({ path, message }: Fault, other: Path): boolean {
  if (path.length !== other.length || !isWithin(path, other.slice(0, -1))) return false;
  return path.at(-1) === other.at(-1) || message.includes(`\`${other.at(-1)}\``);
}

const isWithin = (inner: Path, outer: Path): boolean => outer.every((step, i) => inner[i] === step);

/** The server leaves out which owner it speaks of. */
const names = (path: Path): Path => path.filter((step) => typeof step === 'string');
