import { referencesOf } from './host-values.ts';
import { type Exports, newHost, pictureSection } from './instance.ts';
import { withGlobalsExported, withState } from './snapshot.ts';
import { compileModule, instantiate, type ProgramInstance } from './web-assembly.ts';

/**
 * The program as it waits for its first call: starting it takes no longer than copying its memory. The same program gives the same
 * bytes, so clocks and chance stand still meanwhile.
 */
export async function pictureOf(wasm: Uint8Array): Promise<Uint8Array> {
  const module = await compileModule(withGlobalsExported(wasm));
  return withoutChance(() => {
    const { go, globals } = newHost();
    let exports: Exports | undefined;
    globals.kubevalReady = (ready: Exports) => {
      exports = ready;
    };
    const instance = instantiate(module, go.importObject);
    go.run(instance).catch(() => {});
    if (exports === undefined) throw new Error('the program did not start');
    // What starting left behind is of no use to anybody.
    exports.settle();
    const references = referencesOf(go, globals, exports);
    return withState(wasm, stateOf(instance), { name: pictureSection, text: JSON.stringify(references) });
  });
}

function stateOf({ exports }: ProgramInstance): { memory: Uint8Array; globals: (number | bigint)[] } {
  const globals: (number | bigint)[] = [];
  for (let i = 0; exports[`global${i}`] !== undefined; i++) {
    globals.push((exports[`global${i}`] as { value: number | bigint }).value);
  }
  return { memory: new Uint8Array(exports.mem.buffer), globals };
}

/** A time, in ms since 1970; Go takes 0 for a broken clock. */
const standstill = 1;

/** Go's bridge asks the process for time and random bytes: both stand still for as long as `work` takes. */
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
