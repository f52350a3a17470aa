import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { RecordedCase } from '../../../kubeval-wasm/recorded-case.ts';
import type { CustomResourceDefinition } from '../../../kubeval-wasm/validator.ts';
import { type CrdPack, type CrdVersion, decodeCrdPack } from '../../../src/engine/schema/definitions/crd-pack.ts';
import { definitionOf } from '../../../src/engine/schema/server/served-definition.ts';

/** Minors with verdicts that test/oracle/verdicts recorded from a real API server: each generation of rules between the older recordings. */
export const recordedMinors = ['0.36', '1.2', '1.5', '1.8', '1.15'];

const packs = new Map<string, CrdPack>();

/** The pack of a minor. */
export function packOf(minor: string): CrdPack {
  const known = packs.get(minor);
  if (known !== undefined) return known;
  const pack = decodeCrdPack(JSON.parse(readFileSync(`data/crds/${minor}.json`, 'utf8')));
  packs.set(minor, pack);
  return pack;
}

/** The set of a recorded case: a minor and an API version of it. */
export const setOf = (minor: string, { apiVersion }: Pick<CrdVersion, 'apiVersion'>): string =>
  `${minor} ${apiVersion}`;

/** Definitions by set, as the engine passes them to the API server's code. */
export function packDefinitions(minors: readonly string[]): Record<string, CustomResourceDefinition[]> {
  const definitions: Record<string, CustomResourceDefinition[]> = {};
  for (const minor of minors) {
    for (const crd of packOf(minor).versions) {
      definitions[setOf(minor, crd)] ??= [];
      definitions[setOf(minor, crd)]!.push(definitionOf(crd) as CustomResourceDefinition);
    }
  }
  return definitions;
}

/** The cases of `mutations.jsonl.br`, in the order of their recording. */
export const readPackCases = (): RecordedCase[] => unpacked('mutations.jsonl.br');

/** The cases of `builtins.jsonl.br`: built-in kinds, creations and updates. */
export const readBuiltinCases = (): RecordedCase[] => unpacked('builtins.jsonl.br');

function unpacked(name: string): RecordedCase[] {
  const packed = readFileSync(new URL(name, import.meta.url));
  return brotliDecompressSync(packed)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
