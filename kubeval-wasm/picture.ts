import { referencesOf } from './host-values.ts';
import { type Exports, newHost, type Program, pictureSection } from './instance.ts';
import { imageOf } from './memory-image.ts';
import { withGlobalsExported, withState } from './snapshot.ts';
import { dropTracebackTables } from './traceback-tables.ts';
import { compileModule, instantiate, type ProgramInstance } from './web-assembly.ts';

/** A definition in the snapshot, with a valid object. The rules that apply to the object are compiled. */
export interface WarmUp {
  readonly definition: object;
  readonly version: string;
  readonly object: object;
}

/**
 * The program as it waits for its first real call. Starting it takes no longer than copying its memory. The same program gives
 * the same bytes, because clocks and random numbers are constant meanwhile.
 */
export async function pictureOf(wasm: Uint8Array, warmUps: readonly WarmUp[]): Promise<Program> {
  const module = await compileModule(withGlobalsExported(wasm));
  return withoutChance(() => {
    const { go, globals } = newHost();
    let exports: Exports | undefined;
    globals.kubevalReady = (ready: Exports) => {
      exports = ready;
    };
    // Frequent garbage collection keeps used memory close together.
    go.env = { GOGC: '5' };
    const instance = instantiate(module, go.importObject);
    go.run(instance).catch(() => {});
    if (exports === undefined) throw new Error('the program did not start');
    for (const each of warmUps) warmUp(exports, each);
    // Garbage of the start is removed.
    exports.settle();
    const references = referencesOf(go, globals, exports);
    const memory = new Uint8Array(go.mem.buffer);
    dropTracebackTables(memory);
    const state = { memoryBytes: memory.length, globals: globalsOf(instance) };
    const note = { name: pictureSection, text: JSON.stringify(references) };
    return { code: withState(wasm, state, note), memory: imageOf(memory) };
  });
}

/** Creates the object, and updates it to itself, so that rules about updates are also compiled. */
function warmUp(exports: Exports, { definition, version, object }: WarmUp): void {
  const { value } = JSON.parse(exports.define(JSON.stringify(definition))) as { value: number };
  const text = JSON.stringify(object);
  for (const oldText of [undefined, text]) {
    const answer = exports.validateCustom(value, version, text, 'json', oldText, 'json', false, undefined);
    if (JSON.parse(answer).value?.strict !== null) throw new Error(`an object for the picture is refused: ${answer}`);
  }
}

function globalsOf({ exports }: ProgramInstance): (number | bigint)[] {
  const globals: (number | bigint)[] = [];
  for (let i = 0; exports[`global${i}`] !== undefined; i++) {
    globals.push((exports[`global${i}`] as { value: number | bigint }).value);
  }
  return globals;
}

/** A time in ms since 1970. Go interprets 0 as a broken clock. */
const standstill = 1;

/** Go's bridge gets time and random bytes from the process. Both are constant while `work` runs. */
function withoutChance<T>(work: () => T): T {
  const { getRandomValues } = globalThis.crypto;
  const { now } = globalThis.performance;
  const RealDate = globalThis.Date;
  class StoppedDate extends RealDate {
    constructor() {
      super(standstill);
    }
    static override now(): number {
      return standstill;
    }
  }
  globalThis.Date = StoppedDate as DateConstructor;
  globalThis.performance.now = () => 0;
  globalThis.crypto.getRandomValues = (array) => {
    if (array) new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(7);
    return array;
  };
  try {
    return work();
  } finally {
    globalThis.Date = RealDate;
    globalThis.performance.now = now;
    globalThis.crypto.getRandomValues = getRandomValues;
  }
}
