import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { brotliDecompress } from 'node:zlib';
import { type Instance, type Program, type RequestArguments, startInstance } from './instance.ts';
import { compileModule, type WasmModule } from './web-assembly.ts';

/** The Kubernetes release whose code is inside; messages and rules are those of that release. */
export const kubernetesVersion = '1.36.3';

/** A CustomResourceDefinition of apiextensions.k8s.io/v1, as an object of JSON. */
export interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly scope: string;
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly storage: boolean;
      /** `schema`, `subresources`, `deprecated` and the like. */
      readonly [field: string]: unknown;
    }[];
  };
}

/** The text of an object. JSON keeps what `JSON.parse` loses and the server judges: duplicate keys, big integers. */
interface Body {
  readonly text: string;
  /** `json` by default. `yaml` is read by the API server's own reader of YAML, one document. */
  readonly format?: 'json' | 'yaml';
  /** The object before, as it was last applied: makes the request an update, with transition rules and ratcheting. */
  readonly oldText?: string | undefined;
  readonly oldFormat?: 'json' | 'yaml';
  /** False: nobody looks at `defaulted`, which is null then; that saves time. */
  readonly answer?: boolean;
  /** What CEL rules may cost, in the server's units, below the server's own limit of ten million: for definitions that nobody trusts. */
  readonly costBudget?: number;
}

/** An object of a custom kind, sent to the endpoint of one version. */
export interface CustomRequest extends Body {
  /** Compiled once for each object identity: hand in the same object again. */
  readonly crd: CustomResourceDefinition;
  /** By default the version that `text` names, where the definition has it, else the storage version. */
  readonly version?: string;
}

/** An object of a built-in kind, sent to its endpoint. */
export interface BuiltinRequest extends Body {
  readonly builtin: { readonly apiVersion: string; readonly kind: string };
}

/** One entry of a failure's `status.details.causes`. */
export interface Cause {
  readonly field: string;
  readonly reason: string;
  readonly message: string;
}

/** A failure status. */
export interface Refusal {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly Cause[];
}

/** What the API server would say. */
export interface Verdict {
  /** `create` also where `oldText` is nothing that a server could have stored. */
  readonly operation: 'create' | 'update';
  /** How far the checks go: a built-in kind is decoded, and what the server checks after that is not in here. */
  readonly checked: 'everything' | 'decoding';
  /** With `fieldValidation=Strict`: null where the object is accepted. */
  readonly strict: Refusal | null;
  /** With `fieldValidation=Warn`, the server's default. */
  readonly lenient: Refusal | null;
  /** Those of the lenient request, each once. */
  readonly warnings: readonly string[];
  /** Paths of the fields that the schema does not know and the server drops; custom kinds only. */
  readonly pruned: readonly string[];
  /** The object as the server would answer it, pruned and with defaults; null where it could not be decoded. */
  readonly defaulted: object | null;
  /** What the CEL rules cost, in the server's units. */
  readonly cost: number;
}

/** Anything but a verdict: a definition that is not valid, an unknown kind, or a bug in the program. */
export class KubevalError extends Error {
  override readonly name = 'KubevalError';
}

/** How the program is loaded. */
export interface LoadOptions {
  /** Another program than the one beside this module. */
  readonly program?: Program;
  /** Asked right before the program is compiled: whether there will be verdicts by the thousand, so that optimising it pays. */
  readonly isForMany?: () => boolean;
}

interface Answer<T> {
  readonly value?: T;
  readonly error?: string;
  readonly panic?: boolean;
}

/** A compiled program, and the memory that each instance begins with. */
interface Compiled {
  readonly module: WasmModule;
  readonly memory: Uint8Array;
}

let compiled: Promise<Compiled> | undefined;

/** Compiles the program, once in a process unless another one is given, and starts it. */
export async function load({ program, isForMany = () => false }: LoadOptions = {}): Promise<Validator> {
  if (program !== undefined) return new Validator(await compile(program, isForMany));
  compiled ??= compile(shipped(), isForMany);
  return new Validator(await compiled);
}

/** The program that is shipped beside this module; its two parts are unpacked at the same time. */
export const shipped = (): { [part in keyof Program]: Promise<Uint8Array> } => ({
  code: unpacked('./kubeval.wasm.br'),
  memory: unpacked('./kubeval.memory.br'),
});

const unpacked = async (file: string): Promise<Uint8Array> =>
  promisify(brotliDecompress)(await readFile(new URL(file, import.meta.url)), { chunkSize: unpackedAtOnce });

/** Bytes, a little more than either part has: what comes in one piece need not be put together, and room that is not used makes V8 collect garbage. */
const unpackedAtOnce = 18 << 20;

/**
 * What a function may do before V8 optimises it. V8's own measure, the smaller one, would have it compete with the program for the
 * processor while that starts, but takes a third off each verdict after the first five hundred. With the larger one the first
 * seventy verdicts pass without; with a seventh of it they cost twice as much.
 */
const budget = { few: 2_000_000_000, many: 1_800_000 };

async function compile(
  { code, memory }: { readonly [part in keyof Program]: Uint8Array | Promise<Uint8Array> },
  isForMany: () => boolean,
): Promise<Compiled> {
  const bytes = await code;
  setFlagsFromString(`--wasm-tiering-budget=${budget[isForMany() ? 'many' : 'few']}`);
  // V8 would read every function beforehand, of which most are never called.
  setFlagsFromString('--wasm-lazy-validation');
  const module = await compileModule(bytes);
  return { module, memory: await memory };
}

/** Judges objects one after the other; holds the definitions that it has seen. */
export class Validator {
  readonly #compiled: Compiled;
  #instance: Instance;
  #definitions = new WeakMap<CustomResourceDefinition, number>();

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#instance = startInstance(compiled.module, compiled.memory);
  }

  /** Says what the API server would say; throws KubevalError where it could say nothing. */
  validate(request: CustomRequest | BuiltinRequest): Verdict {
    const body: RequestArguments = [
      request.text,
      request.format ?? 'json',
      request.oldText,
      request.oldText === undefined ? undefined : (request.oldFormat ?? 'json'),
      request.answer ?? true,
      request.costBudget,
    ];
    if ('builtin' in request) {
      const { apiVersion, kind } = request.builtin;
      return this.#call((instance) => instance.exports.validateBuiltin(apiVersion, kind, ...body));
    }
    const definition = this.#define(request.crd);
    const version = request.version ?? versionOf(request);
    return this.#call((instance) => instance.exports.validateCustom(definition, version, ...body));
  }

  /** The built-in kinds, as `apps/v1 Deployment`, sorted. */
  builtinKinds(): readonly string[] {
    return this.#call((instance) => instance.exports.builtinKinds());
  }

  /** Starts the program anew and forgets everything; needed by nobody, for it happens by itself where it must. */
  restart(): void {
    this.#instance = startInstance(this.#compiled.module, this.#compiled.memory);
    this.#definitions = new WeakMap();
  }

  #define(crd: CustomResourceDefinition): number {
    const known = this.#definitions.get(crd);
    if (known !== undefined) return known;
    const text = JSON.stringify(crd);
    const number = this.#call<number>((instance) => instance.exports.define(text));
    this.#definitions.set(crd, number);
    return number;
  }

  #call<T>(invoke: (instance: Instance) => string): T {
    let answer: Answer<T>;
    try {
      answer = JSON.parse(invoke(this.#instance));
    } catch (error) {
      // The stack overflowed, memory ran out, or Go gave up: what the program holds can no longer be trusted.
      this.restart();
      throw new KubevalError(`the program failed: ${String(error)}`, { cause: error });
    }
    if (this.#instance.hasExited() || answer.panic) this.restart();
    if (answer.error !== undefined) throw new KubevalError(answer.error);
    return answer.value as T;
  }
}

/** The version that the text names, as far as a glance can tell; the server's endpoint is the caller's to choose. */
function versionOf({ crd, text }: CustomRequest): string {
  const { group, versions } = crd.spec;
  for (const [, quoted] of text.matchAll(/\bapiVersion"?\s*:\s*["']?([^"'\s,}]+)/g)) {
    const named = versions.find((version) => quoted === `${group}/${version.name}`);
    if (named) return named.name;
  }
  return (versions.find((version) => version.storage) ?? versions[0])?.name ?? '';
}
