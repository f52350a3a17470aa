import { createGo, type Go } from './go-runtime.js';
import { restoreReferences } from './host-values.ts';
import { restore } from './memory-image.ts';
import { customSection, instantiate, type WasmModule } from './web-assembly.ts';

/** What the Go program exports: each function answers with JSON `{value}` or `{error, panic?}`. */
export interface Exports {
  define(definition: string): string;
  validateCustom(definition: number, version: string, ...request: RequestArguments): string;
  validateBuiltin(apiVersion: string, kind: string, ...request: RequestArguments): string;
  builtinKinds(): string;
  /** Leaves little in memory but what is in use. */
  settle(): string;
}

/** Text, its format, the old text and its format; whether the object is to be answered, and what its rules may cost. */
export type RequestArguments = [
  text: string,
  format: string,
  oldText: string | undefined,
  oldFormat: string | undefined,
  answer: boolean,
  costBudget: number | undefined,
];

/** A running Go program. */
export interface Instance {
  readonly exports: Exports;
  /** Whether the program has ended, which nothing short of a bug makes it do. */
  hasExited(): boolean;
}

/** What is shipped: the program as a picture was taken of it, and an image of the memory that it had then. */
export interface Program {
  readonly code: Uint8Array;
  readonly memory: Uint8Array;
}

/** Custom section with the program's references to its host. */
export const pictureSection = 'kubeval.picture';

/** Starts a program, synchronously. It goes on where the picture was taken: all that happens before the first call has happened. */
export function startInstance(module: WasmModule, memory: Uint8Array): Instance {
  const references = customSection(module, pictureSection);
  if (references === undefined) throw new Error('this program is no picture');
  const { go, globals } = newHost();
  const instance = instantiate(module, go.importObject);
  restore(new Uint8Array(instance.exports.mem.buffer), memory);
  go._inst = instance;
  go.mem = new DataView(instance.exports.mem.buffer);
  return { exports: restoreReferences(go, globals, JSON.parse(references)), hasExited: () => go.exited };
}

/** A bridge with the only objects that a program can see. */
export function newHost(): { go: Go; globals: Record<string, unknown>; output(): string } {
  let output = '';
  const decoder = new TextDecoder();
  const globals: Record<string, unknown> = {
    ...hostGlobals(),
    // All that the program can do to the outside is write, which is kept for the message when it dies.
    fs: fileSystem((bytes) => {
      output = (output + decoder.decode(bytes)).slice(-10_000);
    }),
    kubevalReady() {},
  };
  const GoProgram = createGo(globals);
  const go = new GoProgram();
  go.exit = () => {};
  return { go, globals, output: () => output };
}

/** Node makes these when they are first looked at, which takes some milliseconds: they are spent while the program is still unpacked. */
const { crypto, performance } = globalThis;

/** What Go's runtime and its standard library look up. */
const hostGlobals = (): object => ({
  Object,
  Array,
  Uint8Array,
  Error,
  Date,
  crypto,
  performance,
  TextEncoder,
  TextDecoder,
});

/** A file system in which only standard output exists. */
function fileSystem(write: (bytes: Uint8Array) => void): object {
  const constants = { O_WRONLY: -1, O_RDWR: -1, O_CREAT: -1, O_TRUNC: -1, O_APPEND: -1, O_EXCL: -1, O_DIRECTORY: -1 };
  return {
    constants,
    writeSync(_file: number, bytes: Uint8Array): number {
      write(bytes);
      return bytes.length;
    },
    write(_file: number, bytes: Uint8Array, ...rest: unknown[]): void {
      write(bytes);
      (rest.at(-1) as (error: null, written: number) => void)(null, bytes.length);
    },
  };
}
