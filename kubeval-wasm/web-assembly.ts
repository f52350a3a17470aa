declare const isModule: unique symbol;

/** A compiled program: a WebAssembly.Module. */
export interface WasmModule {
  readonly [isModule]: true;
}

/** The parts of WebAssembly that are used here, because Node's types do not include them. */
interface Host {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  readonly Module: { customSections(module: WasmModule, name: string): ArrayBuffer[] };
  readonly Instance: new (module: WasmModule, imports: object) => ProgramInstance;
}

/** An instance of a Go program: its memory and its other exports. */
export interface ProgramInstance {
  readonly exports: { readonly mem: { readonly buffer: ArrayBuffer }; readonly [name: string]: unknown };
}

const host = (globalThis as unknown as { readonly WebAssembly: Host }).WebAssembly;

/** Compiles a program. */
export const compileModule = (bytes: Uint8Array): Promise<WasmModule> => host.compile(bytes);

/** Creates an instance synchronously. */
export const instantiate = (module: WasmModule, imports: object): ProgramInstance => new host.Instance(module, imports);

/** The text of a custom section, or undefined. */
export function customSection(module: WasmModule, name: string): string | undefined {
  const [content] = host.Module.customSections(module, name);
  return content && new TextDecoder().decode(content);
}
