import type { Diagnostic } from '../../diagnostic.ts';
import { isObject, type Manifest, type Value } from '../../manifest/manifest.ts';
import { builtinHelp } from '../advice/builtin-advice.ts';
import type { Fault } from '../fault.ts';
import { listed } from '../structural/structural-validator.ts';
import { added, type Complaint, complaints, plainFault } from './server-faults.ts';
import { serverPath } from './server-path.ts';
import type { Judge, ServerQuestion } from './server-questions.ts';
import type { ServerAnswer, ServerRefusal } from './server-request.ts';
import { warningFindings } from './server-warnings.ts';
import { unjudged } from './unjudged.ts';

/** What the API server refuses of an object of a built-in kind, as a new one and as an update, and what it warns of. */
export function builtinFindings(
  manifest: Manifest,
  judge: Judge,
  answers: readonly ServerAnswer[],
): readonly Diagnostic[] {
  if (judge === 'ours') return [];
  if ('unfit' in judge) return judge.unfit;
  const verdict = answers[judge.creation]!;
  if ('failure' in verdict) return [unjudged(manifest, verdict.failure)];
  const object = manifest.object as Value;
  const refused = known(complaints(verdict.lenient, object));
  const found = [...strictComplaints(verdict.strict, object), ...(isPatch(refused, manifest) ? [] : refused)];
  if (found.length === refused.length) found.push(...added(onUpdate(object, judge, answers), refused));
  const findings = listed(
    found.map((complaint) => inWords(complaint, manifest)),
    manifest,
  );
  return [...findings, ...warningFindings(verdict.warnings, manifest)];
}

/** What the server says of an update where it accepts the old object and the new one each by itself. */
function onUpdate(
  object: Value,
  { oldCreation, update }: ServerQuestion,
  answers: readonly ServerAnswer[],
): Complaint[] {
  if (oldCreation === undefined || update === undefined) return [];
  const before = answers[oldCreation]!;
  if ('failure' in before || before.lenient !== null) return [];
  const verdict = answers[update]!;
  if ('failure' in verdict || verdict.operation === 'create') return [];
  return known(complaints(verdict.lenient, object));
}

/** Without what is said of values that `envsubst` fills in: built-in kinds are full of them, and no valid name holds a dollar. */
const known = (found: readonly Complaint[]): Complaint[] =>
  found.filter(({ cause }) => !/: "[^"]*\$(?:[A-Z_]|\{)/.test(cause.message));

/** Whether an object may be a part, for what is missing in it stands elsewhere: a patch of Kustomize's. */
function isPatch(refused: readonly Complaint[], manifest: Manifest): boolean {
  const isIncomplete = refused.some(
    ({ cause, path }) => cause.reason === 'FieldValueRequired' && !isGiven(manifest, cause.field, path),
  );
  return isIncomplete && !isWholeWorkload(manifest);
}

/** A field that is written and empty has not been left to others. */
const isGiven = (manifest: Manifest, field: string, path: Complaint['path']): boolean =>
  field.endsWith(String(path.at(-1))) && manifest.get(path) !== undefined;

/** A workload with labels and images has all that a patch leaves out. */
function isWholeWorkload(manifest: Manifest): boolean {
  const containers = manifest.get(['spec', 'template', 'spec', 'containers']);
  return (
    manifest.get(['spec', 'template', 'metadata', 'labels']) !== undefined &&
    Array.isArray(containers) &&
    containers.every((container) => isObject(container) && typeof container.image === 'string')
  );
}

/** Strict decoding names all its fields in one sentence. */
function strictComplaints(strict: ServerRefusal | null, object: Value): Complaint[] {
  const said = strict?.message.split(': strict decoding error: ')[1] ?? '';
  return [...said.matchAll(/(unknown|duplicate) field "([^"]*)"/g)].map(([message, what, field]) => ({
    code: what === 'unknown' ? 'schema/unknown-field' : 'schema/duplicate',
    path: serverPath(field!, object),
    cause: { field: field!, reason: 'BadRequest', message },
  }));
}

function inWords(complaint: Complaint, { kind, apiVersion }: Manifest): Fault {
  const fault = plainFault(complaint);
  if (complaint.code !== 'schema/unknown-field') {
    const help = builtinHelp(complaint.cause);
    // There are no CEL rules here: what has no code of its own is refused by code that somebody wrote.
    const code = fault.code === 'schema/cel' ? 'schema/refused' : fault.code;
    return { ...fault, code, ...(help !== undefined && { help }) };
  }
  const { field } = complaint.cause;
  const message = `\`${field.slice(0, 200)}\` is no field of ${kind} in ${apiVersion}: the API server drops it`;
  return { ...fault, message, isKey: true, help: 'Correct its name or its place, or remove it.' };
}
