import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Cause, CustomResourceDefinition, Refusal, Validator, Verdict } from './validator.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A text, or a summary of one that is too long to store. */
type Text = string | { $long: { chars: number; head: string; tail: string; sha256: string } };

/** One step from the object as sent to the object as returned. */
interface PatchOperation {
  op: 'add' | 'remove' | 'replace';
  path: string;
  value?: Json;
}

interface Answer {
  status: number;
  reason?: string;
  message?: Text;
  causes?: { field: string; reason: string; message: Text }[];
  warnings?: Text[] | '=lenient';
}

/** The answer of a real API server about one object: test/conformance/kubeval/README.md. */
export interface RecordedCase {
  id: string;
  /** The set of definitions, such as `v1.14.1`, or `builtin`. */
  set: string;
  apiVersion: string;
  kind: string;
  text: string;
  format?: 'yaml';
  oldText?: string;
  /** The requested version was the storage version, regardless of the definition. */
  storage?: 'flipped';
  orderVaries?: true;
  strict: Answer;
  lenient: Answer & { sameAsStrict?: true; objectPatch?: PatchOperation[]; object?: Json };
}

const folder = new URL('../test/conformance/kubeval/', import.meta.url);
const unpacked = (file: string): string => brotliDecompressSync(readFileSync(new URL(file, folder))).toString('utf8');

/** All recorded cases, in recording order. */
export function readCases(): RecordedCase[] {
  return unpacked('cases.jsonl.br')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The definitions of each set. */
export function readDefinitions(): Record<string, CustomResourceDefinition[]> {
  return JSON.parse(unpacked('definitions.json.br'));
}

/** Gives the validator the same request as the server. */
export function judge(
  validator: Validator,
  recorded: RecordedCase,
  definitions: Record<string, CustomResourceDefinition[]>,
): Verdict {
  const { apiVersion, kind, text, format, oldText } = recorded;
  const body = { text, ...(format && { format }), ...(oldText !== undefined && { oldText }) };
  const [group, version] = apiVersion.split('/') as [string, string];
  const crd = definitions[recorded.set]?.find(({ spec }) => spec.names.kind === kind && spec.group === group);
  return crd
    ? validator.validate({ ...body, crd: recorded.storage === 'flipped' ? storedAs(crd, version) : crd, version })
    : validator.validate({ ...body, builtin: { apiVersion, kind } });
}

const flipped = new Map<string, CustomResourceDefinition>();

/** The definition with another storage version. Returns the same object each time. */
function storedAs(crd: CustomResourceDefinition, version: string): CustomResourceDefinition {
  const key = `${JSON.stringify(crd).length} ${crd.spec.names.kind} ${version}`;
  const versions = crd.spec.versions.map((each) => ({ ...each, storage: each.name === version }));
  const made = flipped.get(key) ?? { ...crd, spec: { ...crd.spec, versions } };
  flipped.set(key, made);
  return made;
}

/** The aspects in which a verdict differs from the recorded one, each with the expected and the actual value. */
export function differences(recorded: RecordedCase, verdict: Verdict): string[] {
  return verdict.checked === 'decoding' ? decodingDifferences(recorded, verdict) : allDifferences(recorded, verdict);
}

/** A verdict that is only about decoding must reject exactly what the server rejects while decoding, with the same words. */
function decodingDifferences(recorded: RecordedCase, verdict: Verdict): string[] {
  const decodes = (answer: Answer): Answer => (answer.status === 400 ? answer : { status: 201 });
  const lenient = recorded.lenient.sameAsStrict ? recorded.strict : recorded.lenient;
  return [
    ...refusalDifferences('strict', recorded, decodes(recorded.strict), verdict.strict, 'create'),
    ...refusalDifferences('lenient', recorded, decodes(lenient), verdict.lenient, 'create'),
  ];
}

function allDifferences(recorded: RecordedCase, verdict: Verdict): string[] {
  const lenient = recorded.lenient.sameAsStrict ? { ...recorded.strict, ...recorded.lenient } : recorded.lenient;
  const warnings = recorded.strict.warnings === '=lenient' ? lenient.warnings : recorded.strict.warnings;
  const found = [
    ...refusalDifferences('strict', recorded, recorded.strict, verdict.strict, verdict.operation),
    ...refusalDifferences('lenient', recorded, lenient, verdict.lenient, verdict.operation),
    ...difference('lenient warnings', texts(lenient.warnings), verdict.warnings.map(asRecorded).sort()),
  ];
  // A strict request that fails while decoding stops there, so it has no warnings.
  if (verdict.strict?.code !== 400)
    found.push(...difference('strict warnings', texts(warnings), verdict.warnings.map(asRecorded).sort()));
  // The server fills in generated addresses and ports of built-in objects, and admission fills in more.
  if (lenient.status < 300 && recorded.set !== 'builtin')
    found.push(...difference('object', expectedObject(recorded), canonical(verdict.defaulted as Json)));
  return found;
}

function refusalDifferences(
  mode: string,
  recorded: RecordedCase,
  expected: Answer,
  refusal: Refusal | null,
  operation: 'create' | 'update',
): string[] {
  const status = refusal?.code ?? (operation === 'create' ? 201 : 200);
  // The server iterates over Go's maps in random order. If there are several causes, only the content of the message is certain.
  const manyCauses = recorded.orderVaries || (expected.causes?.length ?? 0) > 1;
  const order = (text: Text) => (manyCauses && typeof text === 'string' ? [...text].sort().join('') : text);
  return [
    ...difference(`${mode} status`, expected.status, status),
    ...difference(`${mode} reason`, expected.reason, refusal?.reason),
    ...difference(
      `${mode} message`,
      order(shortened(known(expected.message ?? ''))),
      order(asLong(invented(refusal?.message ?? ''))),
    ),
    ...difference(`${mode} causes`, causes(expected.causes ?? []), causes(refusal?.causes ?? [])),
  ];
}

function difference(aspect: string, expected: unknown, actual: unknown): string[] {
  const [left, right] = [JSON.stringify(expected), JSON.stringify(actual)];
  return left === right ? [] : [`${aspect}: expected ${left}, got ${right}`];
}

function causes(list: readonly (Cause | { field: string; reason: string; message: Text })[]): string[] {
  return list
    .map(({ field, reason, message }) =>
      JSON.stringify([
        field,
        reason,
        typeof message === 'string' ? asLong(invented(known(message) as string)) : message,
      ]),
    )
    .sort();
}

/** The recorder stored long texts as their length, ends and digest. */
function asLong(text: string): Text {
  const { length } = [...text];
  if (length <= 3000) return text;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { $long: { chars: length, head: text.slice(0, 300), tail: text.slice(-200), sha256 } };
}

/** The same for a text that the recorder stored unchanged. */
const shortened = (text: Text): Text => (typeof text === 'string' ? asLong(text) : text);

/** Replaces the recorder's placeholder with the server's generated value. */
function known(text: Text): Text {
  return typeof text === 'string' ? text.replaceAll('$uid', '00000000-0000-0000-0000-000000000000') : text;
}

/** Replaces the end of a generated name with the recorder's placeholder. */
function invented(text: string): string {
  return text.replaceAll(/(?<=_b)xxxxx(?=")/g, '*****');
}

function texts(warnings: Text[] | '=lenient' | undefined): Text[] {
  return Array.isArray(warnings) ? [...warnings].sort() : [];
}

/** The recorder read the bytes of warning headers as Latin-1. */
function asRecorded(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function expectedObject(recorded: RecordedCase): string {
  const { object, objectPatch } = recorded.lenient;
  const expected = object ?? patched(JSON.parse(recorded.text), objectPatch ?? []);
  return canonical(JSON.parse(JSON.stringify(expected).replace('"$generated"', '"foo-xxxxx"')));
}

function patched(object: Json, operations: readonly PatchOperation[]): Json {
  const root: { [key: string]: Json } = { object };
  for (const { op, path, value } of operations) {
    let at: Json = root;
    let last = 'object';
    for (const step of path.split('/').slice(1)) {
      at = (at as { [key: string]: Json })[last]!;
      last = step.replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(at) && last === '-') last = String(at.length);
    }
    if (Array.isArray(at) && op !== 'replace')
      at.splice(Number(last), op === 'remove' ? 1 : 0, ...(op === 'add' ? [value!] : []));
    else if (op === 'remove') delete (at as { [key: string]: Json })[last];
    else (at as { [key: string]: Json })[last] = value!;
  }
  return root.object!;
}

/** JSON with sorted keys. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_, child) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}
