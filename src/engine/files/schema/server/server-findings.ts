import type { Path, Value } from '../../../manifest/model/manifest.ts';
import type { Diagnostic, ServerCause } from '../../../text/diagnostic.ts';
import { addToGroup } from '../../../text/group-by.ts';
import { withRuleAdvice } from '../advice/rule-advice.ts';
import type { Fault } from '../definitions/fault.ts';
import type { SchemaSubject } from '../definitions/schema-subject.ts';
import {
  faults,
  follows,
  listed,
  mostFaults,
  rootSchema,
  structuralFindings,
} from '../structural/structural-validator.ts';
import { withAdvice } from '../structural/value-advice.ts';
import { added, type Complaint, complaints, plainFault, unknownFields } from './server-faults.ts';
import type { Judge, ServerQuestion } from './server-questions.ts';
import type { ServerAnswer, ServerVerdict } from './server-request.ts';
import { warningFindings } from './server-warnings.ts';
import { unjudgedFinding } from './unjudged-finding.ts';

/**
 * Findings about an object of a custom kind. Everything that the API server's own code refuses is a finding, and nothing else. If our own
 * validator finds the same, it provides the plain words, the exact place and the fix. Our validator alone checks an object with
 * placeholders, because the server does not know unknown values.
 */
export function serverFindings(
  subject: SchemaSubject,
  judge: Judge,
  answers: readonly ServerAnswer[],
): readonly Diagnostic[] {
  const { manifest } = subject;
  if (judge === 'ours') return structuralFindings(subject);
  if ('unfit' in judge) return judge.unfit;

  const judged = judgedBy(answers, judge, manifest.object as Value);
  if ('failure' in judged) return [unjudgedFinding(manifest, judged.failure)];

  const [first, surplus] = [judged.complaints.slice(0, mostFaults), judged.complaints.slice(mostFaults)];
  const refused = listed([...explained(first, subject), ...surplus.map(plainFault)], manifest);

  return [...refused, ...warningFindings(judged.warnings, manifest)];
}

type Judged =
  | { readonly complaints: readonly Complaint[]; readonly warnings: readonly string[] }
  | { readonly failure: string };

/** What the server says about the creation, and what else it refuses in an update. */
function judgedBy(answers: readonly ServerAnswer[], question: ServerQuestion, object: Value): Judged {
  const { creation, update } = question;
  const created = answers[creation]!;
  if ('failure' in created) return created;

  const onCreation = [...unknownFields(created, object), ...refusals(created, object)];
  // The update's warnings are not used. In addition to these, they only repeat what the creation refuses.
  const { warnings } = created;
  const updated = update === undefined ? undefined : answers[update]!;
  const isOpen = updated === undefined || 'failure' in updated || updated.operation === 'create';
  // A conflict depends on the `uid` and `resourceVersion` of the object in the cluster, which no file shows.
  if (isOpen || updated.lenient?.reason === 'Conflict' || !wasValid(answers, question))
    return { complaints: onCreation, warnings };

  return { complaints: [...onCreation, ...added(complaints(updated.lenient, object), onCreation)], warnings };
}

/** Whether the server accepts the old object. Transition rules then compare with it. */
function wasValid(answers: readonly ServerAnswer[], { oldCreation }: ServerQuestion): boolean {
  const before = oldCreation === undefined ? undefined : answers[oldCreation]!;
  return before === undefined || 'failure' in before || before.lenient === null;
}

/** The complaints that remain after unknown fields are dropped. If there are none, strict decoding may still refuse something else. */
function refusals({ strict, lenient, pruned }: ServerVerdict, object: Value): Complaint[] {
  const isStrictOnly = lenient === null && pruned.length === 0;
  return complaints(isStrictOnly ? strict : lenient, object);
}

/** The server's complaints in plain words, each with everything that our own validator knows about it. */
function explained(complaints: readonly Complaint[], subject: SchemaSubject): Fault[] {
  if (complaints.length === 0) return [];
  const unexplained = new Set(complaints);
  const ownFaults = faults(subject).flatMap((fault): Fault[] => {
    const same = complaints.filter((complaint) => isSame(fault, complaint));
    for (const complaint of same) unexplained.delete(complaint);
    if (same.length === 0) return [];
    return [{ ...fault, server: same.map(({ cause }) => cause) }];
  });

  return withRest(ownFaults, [...unexplained], subject);
}

/** Adds what only the server finds. A complaint that only follows from a misplaced field is added to the finding about that field. */
function withRest(
  ownFaults: readonly Fault[],
  surplus: readonly Complaint[],
  { manifest, crd }: SchemaSubject,
): Fault[] {
  const echoes = new Map<Fault, ServerCause[]>();
  const root = rootSchema(crd);

  const plain = surplus.flatMap((complaint): Fault[] => {
    if (surplus.some((other) => isAbout(complaint, other))) return [];

    const source = ownFaults.find((fault) => follows(complaint, fault));
    if (source === undefined) {
      const server = [complaint, ...surplus.filter((other) => isAbout(other, complaint))].map(({ cause }) => cause);
      return [withRuleAdvice(withAdvice({ ...plainFault(complaint), server }, manifest, root), manifest)];
    }

    addToGroup(echoes, source, complaint.cause);

    return [];
  });

  const joined = ownFaults.map((fault) => {
    const more = echoes.get(fault);
    if (more === undefined) return fault;
    return { ...fault, server: [...(fault.server ?? []), ...more] };
  });

  return [...joined, ...plain];
}

/** Whether a rule only complains because a value below has the wrong form, which is a complaint of its own. */
const isAbout = ({ code, path, cause }: Complaint, { code: other, path: value }: Complaint): boolean =>
  code === 'schema/cel' &&
  /^schema\/(?:pattern|type|format|enum|range|length)$/.test(other) &&
  value.length > path.length &&
  isWithin(value, path) &&
  (cause.message.includes(' evaluating rule: ') || cause.message.includes(String(value.at(-1))));

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

/** Several keys that belong into the mapping next to them make one finding, which names them all. */
function isSameField({ path, message }: Fault, other: Path): boolean {
  if (path.length !== other.length || !isWithin(path, other.slice(0, -1))) return false;
  return path.at(-1) === other.at(-1) || message.includes(`\`${other.at(-1)}\``);
}

const isWithin = (inner: Path, outer: Path): boolean => outer.every((step, i) => inner[i] === step);

/** The path without list indexes, because the server does not say which owner reference it means. */
const names = (path: Path): Path => path.filter((step) => typeof step === 'string');
