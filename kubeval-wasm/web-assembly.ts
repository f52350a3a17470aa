/** What is used of WebAssembly: the types of Node know its names, but not its functions. */
interface Host {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
  readonly Module: abstract new (...args: never) => WebAssembly.Module;
  readonly Instance: new (module: WebAssembly.Module, imports: object) => object;
}

const host = (globalThis as unknown as { readonly WebAssembly: Host }).WebAssembly;

/** Compiles a program. */
export const compileModule = (bytes: Uint8Array): Promise<WebAssembly.Module> => host.compile(bytes);

/** Whether a value is a compiled program. */
export const isModule = (value: unknown): value is WebAssembly.Module => value instanceof host.Module;

/** Makes an instance, synchronously. */
export const instantiate = (module: WebAssembly.Module, imports: object): object => new host.Instance(module, imports);
