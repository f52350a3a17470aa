import { beforeAll, expect, test } from 'vitest';
import { packOf, validatedBy } from '../../../src/engine/files/schema/server/server-validation.test-support.ts';
import { parseManifests } from '../../../src/engine/manifest/parse.ts';
import type { JudgeRequest } from '../../../src/io/api-server/answer-requests.ts';
import { loadApiServer } from '../../../src/io/api-server/api-server.ts';
import { readBuiltinCases } from './pack-cases.ts';

const pack = packOf('1.14');
let judge: JudgeRequest;
beforeAll(async () => {
  ({ judge } = await loadApiServer());
});

const created = readBuiltinCases().filter(({ oldText }) => oldText === undefined);

/** Unknown and duplicate fields have errors of their own. */
const isOwn = (text: string): boolean => !/^(?:unknown|duplicate) field /.test(text);

test('the findings contain every warning that the API server gave on a creation, in its words, and no others', () => {
  const warned = created.map(({ id, text, lenient }) => {
    const { manifests } = parseManifests({ file: 'a.json', text }, { set: {} });
    const found = validatedBy(judge, { manifests, pack }).filter(({ code }) => code === 'schema/warning');
    const given = Array.isArray(lenient.warnings) ? lenient.warnings.map(String).filter(isOwn) : [];
    return { id, given, found: found.map((each) => each.server?.[0]?.message) };
  });
  expect(warned.filter(({ given }) => given.length > 0).length).toBeGreaterThan(9);
  expect(warned.filter(({ given, found }) => JSON.stringify(given) !== JSON.stringify(found))).toEqual([]);
});
