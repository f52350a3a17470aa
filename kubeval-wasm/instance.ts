import { createGo, type Go } from './go-runtime.js';
import { restoreReferences } from './host-values.ts';
import { restore } from './memory-image.ts';
import { customSection, instantiate, type WasmModule } from './web-assembly.ts';

/** The exports of the Go program. Each function returns the JSON `{value}` or `{error, panic?}`. */
export interface Exports {
  define(definition: string): string;
  validateCustom(definition: number, version: string, ...request: RequestArguments): string;
  validateBuiltin(apiVersion: string, kind: string, ...request: RequestArguments): string;
  builtinKinds(): string;
  declareRule(rule: string): string;
  evaluateRule(rule: number, ...values: RuleArguments): string;
  /** The objects that `kubectl apply` reads from the text of a file. */
  readManifests(text: string): string;
  /** Frees memory that is not in use. */
  settle(): string;
}

/** The text and its format, the old text and its format, whether to return the object, and the cost limit of its rules. */
export type RequestArguments = [
  text: string,
  format: string,
  oldText: string | undefined,
  oldFormat: string | undefined,
  answer: boolean,
  costBudget: number | undefined,
];

/** The variables of a rule as JSON, the paths of unknown values as JSON, and what the evaluation may cost. */
export type RuleArguments = [
  object: string,
  oldObject: string,
  environment: string,
  review: string,
  unknown: string,
  costBudget: number,
];

/** A running Go program. */
export interface Instance {
  readonly exports: Exports;
  /** Whether the program has ended. Only a bug ends it. */
  hasExited(): boolean;
}

/** The shipped parts: the snapshot of the program, and an image of its memory. */
export interface Program {
  readonly code: Uint8Array;
  readonly memory: Uint8Array;
}

/** Custom section with the program's references to its host. */
export const pictureSection = 'kubeval.picture';

/** Starts a program synchronously. It continues from the snapshot, so everything before the first call has already happened. */
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

/** A bridge with the only objects that a program can access. */
export function newHost(): { go: Go; globals: Record<string, unknown>; output(): string } {
  let output = '';
  const decoder = new TextDecoder();
  const globals: Record<string, unknown> = {
    ...hostGlobals(),
    // Writing is the program's only effect on the outside. The text is kept for the error message if the program dies.
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

/** Node creates these on first access, which takes milliseconds. They are accessed while the program is still being unpacked. */
const { crypto, performance } = globalThis;

/** The objects that Go's runtime and its standard library look up. */
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

/** A file system that has only standard output. */
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
