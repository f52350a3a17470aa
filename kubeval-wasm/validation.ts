import { type Instance, type RequestArguments, startInstance } from './instance.ts';
import type { WasmModule } from './web-assembly.ts';

/** The Kubernetes release of the included code. Messages and rules are those of that release. */
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
      /** `schema`, `subresources`, `deprecated` and others. */
      readonly [field: string]: unknown;
    }[];
  };
}

/** The text of an object. JSON text preserves what `JSON.parse` loses and the server checks: duplicate keys, large integers. */
interface Body {
  readonly text: string;
  /** `json` by default. `yaml` is parsed by the API server's own YAML parser, one document. */
  readonly format?: 'json' | 'yaml';
  /** The previous object, as it was last applied. It makes the request an update, with transition rules and ratcheting. */
  readonly oldText?: string | undefined;
  readonly oldFormat?: 'json' | 'yaml';
  /** If false, `defaulted` is null, which saves time. */
  readonly answer?: boolean;
  /** Cost limit of CEL rules in the server's units, below the server's own limit of ten million. For untrusted definitions. */
  readonly costBudget?: number;
}

/** An object of a custom kind, sent to the endpoint of one version. */
export interface CustomRequest extends Body {
  /** Compiled once for each object identity, so pass the same object again. */
  readonly crd: CustomResourceDefinition;
  /** By default the version that `text` names if the definition has it, otherwise the storage version. */
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

/** The API server's answer. */
export interface Verdict {
  /** Also `create` if no server could have stored `oldText`. */
  readonly operation: 'create' | 'update';
  /** The extent of the checks. Some built-in kinds are only decoded, and what the server checks after that is not included. */
  readonly checked: 'everything' | 'decoding';
  /** With `fieldValidation=Strict`. Null if the object is accepted. */
  readonly strict: Refusal | null;
  /** With `fieldValidation=Warn`, the server's default. */
  readonly lenient: Refusal | null;
  /** Warnings of the lenient request, without duplicates. */
  readonly warnings: readonly string[];
  /** Paths of fields that the schema does not have and the server drops. Only for custom kinds. */
  readonly pruned: readonly string[];
  /** The object in the server's response, pruned and with defaults. Null if it could not be decoded. */
  readonly defaulted: object | null;
  /** The cost of the CEL rules in the server's units. */
  readonly cost: number;
}

/** A rule in CEL, with the parts of a ValidatingAdmissionPolicy. */
export interface CelRule {
  readonly variables: readonly { readonly name: string; readonly expression: string }[];
  readonly matchConditions: readonly { readonly name: string; readonly expression: string }[];
  readonly expression: string;
  readonly messageExpression: string;
  /** Further expressions, evaluated if the rule is broken. */
  readonly values: readonly string[];
}

/** The values of a rule's variables as JSON texts. `unknown` is a list of paths, each beginning with a variable. */
export interface CelValues {
  readonly object: string;
  readonly oldObject: string;
  readonly environment: string;
  readonly review: string;
  readonly unknown: string;
}

/** What a rule says about an object. */
export interface CelResult {
  readonly outcome: 'holds' | 'broken' | 'skipped' | 'unknown' | 'failed';
  /** The result of `messageExpression`, or the error. */
  readonly message: string;
  /** Null if one of the further expressions has no result. */
  readonly values: readonly unknown[] | null;
  /** The unknown values that the rule needs. */
  readonly unknown: readonly string[];
  readonly cost: number;
}

/** What kubectl reads from the text of a file. It applies the objects even if there is an error. */
export interface KubectlReading {
  readonly objects: readonly object[];
  /** Its first error. */
  readonly error?: string;
}

/** There is no verdict: the definition is invalid, the kind is unknown, or the program has a bug. */
export class KubevalError extends Error {
  override readonly name = 'KubevalError';
}

interface Answer<T> {
  readonly value?: T;
  readonly error?: string;
  readonly panic?: boolean;
}

/** A compiled program, and the initial memory of each instance. */
export interface Compiled {
  readonly module: WasmModule;
  readonly memory: Uint8Array;
}

/** Validates objects one after the other, and remembers the definitions. */
export class Validator {
  readonly #compiled: Compiled;
  #instance: Instance;
  #definitions = new WeakMap<CustomResourceDefinition, number>();
  #rules = new WeakMap<CelRule, number>();

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#instance = startInstance(compiled.module, compiled.memory);
  }

  /** Returns the API server's verdict. Throws KubevalError if there is none. */
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

  /** Compiles a rule, once for each object identity. Throws KubevalError if an expression does not compile. */
  declare(rule: CelRule): number {
    const known = this.#rules.get(rule);
    if (known !== undefined) return known;
    const text = JSON.stringify(rule);
    const number = this.#call<number>((instance) => instance.exports.declareRule(text));
    this.#rules.set(rule, number);
    return number;
  }

  /** Evaluates a rule for one object. `costBudget` limits the cost of its expressions. Throws KubevalError if there is no result. */
  evaluate(rule: CelRule, values: CelValues, costBudget: number): CelResult {
    const number = this.declare(rule);
    const { object, oldObject, environment, review, unknown } = values;
    return this.#call((instance) =>
      instance.exports.evaluateRule(number, object, oldObject, environment, review, unknown, costBudget),
    );
  }

  /** The objects that `kubectl apply -f` reads from the text of a file, in their order. Lists are replaced by their items. */
  read(text: string): KubectlReading {
    // kubectl removes the byte order mark of a file before it decodes the text.
    const withoutMark = text.startsWith('\uFEFF') ? text.slice(1) : text;
    return this.#call((instance) => instance.exports.readManifests(withoutMark));
  }

  /** The built-in kinds, as `apps/v1 Deployment`, sorted. */
  builtinKinds(): readonly string[] {
    return this.#call((instance) => instance.exports.builtinKinds());
  }

  /** Restarts the program and forgets everything. Usually not needed, because it happens automatically after a failure. */
  restart(): void {
    this.#instance = startInstance(this.#compiled.module, this.#compiled.memory);
    this.#definitions = new WeakMap();
    this.#rules = new WeakMap();
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
      // A stack overflow, a lack of memory or a fatal error in Go: the program's state can no longer be trusted.
      this.restart();
      throw new KubevalError(`the program failed: ${String(error)}`, { cause: error });
    }
    if (this.#instance.hasExited() || answer.panic) this.restart();
    if (answer.error !== undefined) throw new KubevalError(answer.error);
    return answer.value as T;
  }
}

/** The version that the text seems to name. The caller chooses the server's endpoint. */
function versionOf({ crd, text }: CustomRequest): string {
  const { group, versions } = crd.spec;
  for (const [, quoted] of text.matchAll(/\bapiVersion"?\s*:\s*["']?([^"'\s,}]+)/g)) {
    const named = versions.find((version) => quoted === `${group}/${version.name}`);
    if (named) return named.name;
  }
  return (versions.find((version) => version.storage) ?? versions[0])?.name ?? '';
}
