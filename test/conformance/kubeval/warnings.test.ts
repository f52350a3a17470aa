import { beforeAll, expect, test } from 'vitest';
import { parseManifests } from '../../../src/engine/manifest/parse.ts';
import { builtinFindings } from '../../../src/engine/schema/server/builtin-kinds.ts';
import type { ApiServer } from '../../../src/engine/schema/server/server-request.ts';
import { loadApiServer } from '../../../src/io/api-server/api-server.ts';
import { readBuiltinCases } from './pack-cases.ts';

let server: ApiServer;
beforeAll(async () => {
  server = await loadApiServer();
});

const created = readBuiltinCases().filter(({ oldText }) => oldText === undefined);

/** What is said of unknown and duplicate fields is an error of its own. */
const isOwn = (text: string): boolean => !/^(?:unknown|duplicate) field /.test(text);

test('every warning that the API server gave on a creation is a finding in its words, and no other is', () => {
  const warned = created.map(({ id, text, lenient }) => {
    const [manifest] = parseManifests({ file: 'a.json', text }, { set: {} }).manifests;
    const found = builtinFindings(manifest!, undefined, server).filter(({ code }) => code === 'schema/warning');
    const given = Array.isArray(lenient.warnings) ? lenient.warnings.map(String).filter(isOwn) : [];
    return { id, given, found: found.map((each) => each.server?.[0]?.message) };
  });
  expect(warned.filter(({ given }) => given.length > 0).length).toBeGreaterThan(9);
  expect(warned.filter(({ given, found }) => JSON.stringify(given) !== JSON.stringify(found))).toEqual([]);
});
