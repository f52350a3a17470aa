import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { RecordedCase } from '../../../kubeval-wasm/recorded-case.ts';
import type { CustomResourceDefinition } from '../../../kubeval-wasm/validator.ts';
import { type CrdPack, type CrdVersion, decodeCrdPack } from '../../../src/engine/files/schema/definitions/crd-pack.ts';
import { definitionOf } from '../../../src/engine/files/schema/server/served-definition.ts';

/** Minors with verdicts that test/oracle/verdicts recorded from a real API server: each generation of rules between the older recordings. */
export const recordedMinors = ['0.36', '1.2', '1.5', '1.8', '1.15'];

/** Groups of the kinds of other providers. Each has a pack, and all of them have recorded verdicts. */
export const providerGroups: readonly string[] = readdirSync('data/node-classes')
  .map((file) => file.replace(/\.json$/, ''))
  .sort();

const packs = new Map<string, CrdPack>();

/** A pack by its name: a minor of Karpenter, or the group of another provider. */
export function packOf(name: string): CrdPack {
  const known = packs.get(name);
  if (known !== undefined) return known;
  const folder = providerGroups.includes(name) ? 'node-classes' : 'crds';
  const pack = decodeCrdPack(JSON.parse(readFileSync(`data/${folder}/${name}.json`, 'utf8')));
  packs.set(name, pack);
  return pack;
}

/** The set of a recorded case: a pack and an API version of it. */
export const setOf = (pack: string, { apiVersion }: Pick<CrdVersion, 'apiVersion'>): string => `${pack} ${apiVersion}`;

/** Definitions by set, as the engine passes them to the API server's code. */
export function packDefinitions(names: readonly string[]): Record<string, CustomResourceDefinition[]> {
  const definitions: Record<string, CustomResourceDefinition[]> = {};
  for (const name of names) {
    for (const crd of packOf(name).versions) {
      definitions[setOf(name, crd)] ??= [];
      definitions[setOf(name, crd)]!.push(definitionOf(crd) as CustomResourceDefinition);
    }
  }
  return definitions;
}

/** The cases of `mutations.jsonl.br`, in the order of their recording. */
export const readPackCases = (): RecordedCase[] => unpacked('mutations.jsonl.br');

/** The cases of `providers.jsonl.br`: kinds of other providers, with one mistake at a time. */
export const readProviderCases = (): RecordedCase[] => unpacked('providers.jsonl.br');

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
