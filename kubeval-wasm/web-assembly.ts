/** What is used of WebAssembly: the types of Node know its names, but not its functions. */
interface Host {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
  readonly Module: (abstract new (
    ...args: never
  ) => WebAssembly.Module) & {
    customSections(module: WebAssembly.Module, name: string): ArrayBuffer[];
  };
  readonly Instance: new (module: WebAssembly.Module, imports: object) => ProgramInstance;
}

/** An instance of a Go program: its memory, and whatever else it exports. */
export interface ProgramInstance {
  readonly exports: { readonly mem: { readonly buffer: ArrayBuffer }; readonly [name: string]: unknown };
}

const host = (globalThis as unknown as { readonly WebAssembly: Host }).WebAssembly;

/** Compiles a program. */
export const compileModule = (bytes: Uint8Array): Promise<WebAssembly.Module> => host.compile(bytes);

/** Makes an instance, synchronously. */
export const instantiate = (module: WebAssembly.Module, imports: object): ProgramInstance =>
  new host.Instance(module, imports);

/** The text of a custom section, or undefined. */
export function customSection(module: WebAssembly.Module, name: string): string | undefined {
  const [content] = host.Module.customSections(module, name);
  return content && new TextDecoder().decode(content);
}
