/** Go's own bridge between a WebAssembly program and JavaScript. */
export interface Go {
  readonly importObject: object;
  /** True once the program has ended, for good. */
  readonly exited: boolean;
  exit: (code: number) => void;
  /** Starts the program; what it does before it first waits happens before the promise is returned. */
  run(instance: object): Promise<void>;
}

/** Makes the bridge; the program's only global object is the one given. */
export function createGo(globals: object): new () => Go;
