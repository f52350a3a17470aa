/** Go's own bridge between a WebAssembly program and JavaScript. */
export interface Go {
  readonly importObject: object;
  /** True once the program has ended for good. */
  exited: boolean;
  exit: (code: number) => void;
  /** Environment variables of the program. */
  env: Record<string, string>;
  /** Starts the program. The promise is returned when the program first waits. */
  run(instance: object): Promise<void>;
  /** The rest is the bridge's own state. A program that continues from a snapshot needs it. */
  _inst: object;
  mem: DataView;
  /** JavaScript values to which the program refers, by number. */
  _values: unknown[];
  _goRefCounts: number[];
  _ids: Map<unknown, number>;
  _idPool: number[];
  _makeFuncWrapper(id: number): (...args: unknown[]) => string;
}

/** Creates the bridge. The given object is the program's only global object. */
export function createGo(globals: object): new () => Go;
