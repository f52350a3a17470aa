import { createGo } from './go-runtime.js';
import { instantiate } from './web-assembly.ts';

/** What the Go program exports: each function answers with JSON `{value}` or `{error, panic?}`. */
export interface Exports {
  define(definition: string): string;
  validateCustom(definition: number, version: string, ...request: RequestArguments): string;
  validateBuiltin(apiVersion: string, kind: string, ...request: RequestArguments): string;
  builtinKinds(): string;
}

/** text, its format, the old text and its format. */
export type RequestArguments = [
  text: string,
  format: string,
  oldText: string | undefined,
  oldFormat: string | undefined,
];

/** A running Go program. */
export interface Instance {
  readonly exports: Exports;
  /** Whether the program has ended, which nothing short of a bug makes it do. */
  hasExited(): boolean;
}

/** Starts a program of the module, synchronously; throws if it does not get as far as its exports. */
export function startInstance(module: WebAssembly.Module): Instance {
  let exports: Exports | undefined;
  let output = '';
  const decoder = new TextDecoder();
  const globals = {
    ...hostGlobals(),
    // All that the program can do to the outside is write, which is kept for the message when it dies.
    fs: fileSystem((bytes) => {
      output = (output + decoder.decode(bytes)).slice(-10_000);
    }),
    kubevalReady(ready: Exports) {
      exports = ready;
    },
  };
  const GoProgram = createGo(globals);
  const go = new GoProgram();
  go.exit = () => {};
  // The promise is settled only when the program ends; a rejection is seen by whoever calls an export.
  go.run(instantiate(module, go.importObject)).catch(() => {});
  if (exports === undefined) throw new Error(`the WebAssembly program did not start: ${output}`);
  return { exports, hasExited: () => go.exited };
}

/** What Go's runtime and its standard library look up. */
function hostGlobals(): object {
  const { crypto, performance } = globalThis;
  return { Object, Array, Uint8Array, Error, Date, crypto, performance, TextEncoder, TextDecoder };
}

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
