/** Go's own bridge between a WebAssembly program and JavaScript. */
export interface Go {
  readonly importObject: object;
  /** True once the program has ended, for good. */
  exited: boolean;
  exit: (code: number) => void;
  /** Environment variables of the program. */
  env: Record<string, string>;
  /** Starts the program; what it does before it first waits happens before the promise is returned. */
  run(instance: object): Promise<void>;
  /** The rest is the bridge's own state, which a program that is carried on elsewhere needs again. */
  _inst: object;
  mem: DataView;
  /** JavaScript's values that the program refers to, by number. */
  _values: unknown[];
  _goRefCounts: number[];
  _ids: Map<unknown, number>;
  _idPool: number[];
  _makeFuncWrapper(id: number): (...args: unknown[]) => string;
}

/** Makes the bridge; the program's only global object is the one given. */
export function createGo(globals: object): new () => Go;
