import { isObject, type Manifest, type Value } from '../../../manifest/model/manifest.ts';
import { unknownFieldFate } from '../../../manifest/server-side-apply.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { builtinHelp, builtinMessage, isOfUpdate } from '../advice/builtin-advice.ts';
import { mayBeDeleted } from '../advice/ending-pods.ts';
import type { Fault } from '../definitions/fault.ts';
import { wrongQuantities } from '../structural/placeholder-faults.ts';
import { listed } from '../structural/structural-validator.ts';
import { added, type Complaint, complaints, plainFault } from './server-faults.ts';
import { serverPath } from './server-path.ts';
import type { Judge, ServerQuestion } from './server-questions.ts';
import type { ServerAnswer, ServerRefusal } from './server-request.ts';
import { warningFindings } from './server-warnings.ts';
import { unjudgedFinding } from './unjudged-finding.ts';

/** What the API server refuses in an object of a built-in kind, on creation and on update, and what it warns about. */
export function builtinFindings(
  manifest: Manifest,
  judge: Judge,
  { answers, old }: { readonly answers: readonly ServerAnswer[]; readonly old: Manifest | undefined },
): readonly Diagnostic[] {
  if (judge === 'ours') return [];
  if ('unfit' in judge) return judge.unfit;

  const verdict = answers[judge.creation]!;
  if ('failure' in verdict) return [unjudgedFinding(manifest, verdict.failure)];

  const object = manifest.object as Value;
  const refused = withoutEchoes(withoutScripted(complaints(verdict.lenient, object)));
  const allComplaints = [...strictComplaints(verdict.strict, object), ...(isPatch(refused, manifest) ? [] : refused)];
  if (allComplaints.length === refused.length) allComplaints.push(...added(onUpdate(object, judge, answers), refused));

  const findings = listed(
    allComplaints.map((complaint) => inWords(complaint, manifest, old)),
    manifest,
  );

  return [...findings, ...warningFindings(verdict.warnings, manifest)];
}

/** What the server says about an update, if it accepts both the old and the new object on their own. */
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

  return withoutEchoes(withoutScripted(complaints(verdict.lenient, object)));
}

/** Leaves out complaints about values that a script fills in. Built-in kinds often have them, and no valid name contains such a sign. */
const withoutScripted = (complaints: readonly Complaint[]): Complaint[] =>
  complaints.filter(({ cause }) => !/: "[^"]*(?:\$(?:[A-Za-z_]|\{)|%[A-Za-z_]\w*%|@[A-Za-z_]\w*@)/.test(cause.message));

/** Leaves out what the server says about the default of a required field, such as that it is too small. */
function withoutEchoes(complaints: readonly Complaint[]): Complaint[] {
  const required = new Set(
    complaints.flatMap(({ cause }) => {
      if (isRequired(cause)) return [cause.field];
      return [];
    }),
  );
  return complaints.filter(({ cause }) => isRequired(cause) || !required.has(cause.field));
}

const isRequired = ({ reason }: Complaint['cause']): boolean => reason === 'FieldValueRequired';

/** Whether an object may be a Kustomize patch, because required fields are missing that the patched object has. */
function isPatch(refused: readonly Complaint[], manifest: Manifest): boolean {
  const isIncomplete = refused.some(({ cause, path }) => isRequired(cause) && !isGiven(manifest, cause.field, path));
  return isIncomplete && !isWholeWorkload(manifest) && !isWholeAutoscaler(manifest);
}

/** A field that is written but empty is not left to the patched object. */
const isGiven = (manifest: Manifest, field: string, path: Complaint['path']): boolean =>
  field.endsWith(String(path.at(-1))) && manifest.get(path) !== undefined;

/** A workload with labels and images has everything that a patch leaves out. */
function isWholeWorkload(manifest: Manifest): boolean {
  const containers = manifest.get(['spec', 'template', 'spec', 'containers']);
  return (
    manifest.get(['spec', 'template', 'metadata', 'labels']) !== undefined &&
    Array.isArray(containers) &&
    containers.every((container) => isObject(container) && typeof container.image === 'string')
  );
}

/** A patch leaves out what an autoscaler scales, or by what. */
const isWholeAutoscaler = (manifest: Manifest): boolean =>
  manifest.get(['spec', 'scaleTargetRef', 'name']) !== undefined &&
  [manifest.get(['spec', 'metrics']), manifest.get(['spec', 'targetCPUUtilizationPercentage'])].some(
    (metric) => metric !== undefined,
  );

/** Strict decoding lists all fields in one message. */
function strictComplaints(strict: ServerRefusal | null, object: Value): Complaint[] {
  const list = strict?.message.split(': strict decoding error: ')[1] ?? '';
  return [...list.matchAll(/(unknown|duplicate) field "([^"]*)"/g)].map(([message, what, field]) => ({
    code: what === 'unknown' ? 'schema/unknown-field' : 'schema/duplicate',
    path: serverPath(field!, object),
    cause: { field: field!, reason: 'BadRequest', message },
  }));
}

/** The server names no field if it cannot read an amount. */
function located(complaint: Complaint, { object }: Manifest): Complaint {
  const isAmount = complaint.path.length === 0 && complaint.cause.message.startsWith('quantities must match');
  const [path] = isAmount ? wrongQuantities(object as Value) : [];
  if (path === undefined) return complaint;
  return { ...complaint, path };
}

function inWords(complaint: Complaint, manifest: Manifest, old: Manifest | undefined): Fault {
  const { kind, apiVersion } = manifest;
  const fault = plainFault(located(complaint, manifest));

  if (complaint.code !== 'schema/unknown-field') {
    const help = builtinHelp(complaint.cause, manifest);
    const message = builtinMessage(complaint.cause, manifest, old);
    // Built-in kinds have no CEL rules. Anything without a more specific code was refused by the API server's Go code.
    const code = fault.code === 'schema/cel' ? 'schema/refused' : fault.code;
    return {
      ...fault,
      code,
      ...(message !== undefined && { message }),
      ...(help !== undefined && { help }),
      ...(isOfUpdate(complaint.cause) && mayBeDeleted(manifest) && { severity: 'note' as const }),
    };
  }

  const { field } = complaint.cause;
  const message = `\`${field.slice(0, 200)}\` is not a field of ${kind} in ${apiVersion}. ${unknownFieldFate(manifest)}`;

  return { ...fault, message, isKey: true, help: 'Correct its name, move it to the right place, or remove it.' };
}
