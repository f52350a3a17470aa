import type { Diagnostic } from '../diagnostic.ts';
import type { Manifest, Value } from '../manifest/manifest.ts';
import type { ApiServer, ServerRefusal } from './api-server.ts';
import { objectText } from './object-text.ts';
import { type Complaint, complaints, plainFault } from './server-faults.ts';
import { serverPath } from './server-path.ts';
import { isCertain, unjudged, unwritableFindings } from './server-validator.ts';
import { diagnostic } from './structural-validator.ts';

/** What the API server refuses of an object of a built-in kind; empty for other kinds, and where placeholders stand. */
export function builtinFindings(manifest: Manifest, server: ApiServer): Diagnostic[] {
  const { apiVersion, kind } = manifest;
  if (!server.knows(apiVersion, kind) || !isCertain(manifest)) return [];
  const unwritable = unwritableFindings(manifest);
  if (unwritable.length > 0) return unwritable;
  const verdict = server.judge({ kind: { apiVersion, kind }, text: objectText(manifest) });
  if ('failure' in verdict) return [unjudged(manifest, verdict.failure)];
  const object = manifest.object as Value;
  const found = [...strictComplaints(verdict.strict, object), ...complaints(verdict.lenient, object)];
  return found.map((complaint) => diagnostic(inWords(complaint, manifest), manifest));
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

function inWords(complaint: Complaint, { kind, apiVersion }: Manifest) {
  const fault = plainFault(complaint);
  if (complaint.code !== 'schema/unknown-field') return fault;
  const { field } = complaint.cause;
  const message = `\`${field.slice(0, 200)}\` is no field of ${kind} in ${apiVersion}: the API server drops it`;
  return { ...fault, message, isKey: true, help: 'Correct its name or its place, or remove it.' };
}
