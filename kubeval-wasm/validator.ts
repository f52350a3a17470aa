import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { brotliDecompress } from 'node:zlib';
import type { Program } from './instance.ts';
import { type Compiled, Validator } from './validation.ts';
import { compileModule } from './web-assembly.ts';

export * from './validation.ts';

/** Options for loading the program. */
export interface LoadOptions {
  /** Another program than the one next to this module. */
  readonly program?: Program;
  /** Called before the program is compiled. Returns whether there will be thousands of verdicts, so that optimizing the program pays off. */
  readonly isForMany?: () => boolean;
}

let compiled: Promise<Compiled> | undefined;

/** Compiles the program, once per process unless another program is given, and starts it. */
export async function load({ program, isForMany = () => false }: LoadOptions = {}): Promise<Validator> {
  if (program !== undefined) return new Validator(await compile(program, isForMany));
  compiled ??= compile(shipped(), isForMany);
  return new Validator(await compiled);
}

/** The program next to this module. Its two parts are unpacked at the same time. */
export const shipped = (): { [part in keyof Program]: Promise<Uint8Array> } => ({
  code: unpacked('./kubeval.wasm.br'),
  memory: unpacked('./kubeval.memory.br'),
});

const unpacked = async (file: string): Promise<Uint8Array> =>
  promisify(brotliDecompress)(await readFile(new URL(file, import.meta.url)), { chunkSize: unpackedAtOnce });

/** Slightly more bytes than either part has. A single chunk needs no concatenation, and a buffer that is too large makes V8 collect garbage. */
const unpackedAtOnce = 18 << 20;

/**
 * How much work V8 lets a function do before it optimizes it. V8's own smaller budget would use the processor while the program
 * starts, but makes each verdict a third faster after the first five hundred. With the larger budget, the first
 * seventy verdicts run without optimization. With a seventh of it, they take twice as long.
 */
const budget = { few: 2_000_000_000, many: 1_800_000 };

async function compile(
  { code, memory }: { readonly [part in keyof Program]: Uint8Array | Promise<Uint8Array> },
  isForMany: () => boolean,
): Promise<Compiled> {
  const bytes = await code;
  setFlagsFromString(`--wasm-tiering-budget=${budget[isForMany() ? 'many' : 'few']}`);
  // V8 would validate every function in advance, although most are never called.
  setFlagsFromString('--wasm-lazy-validation');
  const module = await compileModule(bytes);
  return { module, memory: await memory };
}
