import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import type { ParseHcl } from '../../engine/manifest/terraform/syntax/syntax-node.ts';
import { hclParserOf } from './hcl-syntax.ts';

/** WebAssembly modules by file name, and the packages that they come from. */
export const hclModules = {
  'web-tree-sitter.wasm': 'web-tree-sitter/web-tree-sitter.wasm',
  'tree-sitter-terraform.wasm': '@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-terraform.wasm',
};

/** A module: compressed next to the bundles in dist/, or from its package when run from source. */
const moduleOf = async (name: keyof typeof hclModules): Promise<Buffer> => {
  if (import.meta.url.endsWith('.ts')) return readFile(createRequire(import.meta.url).resolve(hclModules[name]));

  return brotliDecompressSync(await readFile(new URL(`./wasm/${name}.br`, import.meta.url)));
};

let loading: Promise<ParseHcl> | undefined;

/** The HCL parser, loaded once and only when it is needed, because loading takes about 0.2 s. */
export function hclParser(): Promise<ParseHcl> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ParseHcl> {
  const [runtime, grammar] = await Promise.all([
    moduleOf('web-tree-sitter.wasm'),
    moduleOf('tree-sitter-terraform.wasm'),
  ]);

  return hclParserOf({ runtime, grammar });
}
