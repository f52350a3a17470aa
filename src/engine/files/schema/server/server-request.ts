import type { ServerCause } from '../../../text/diagnostic.ts';
import type { ServedDefinition } from './served-definition.ts';

/** The status with which the API server refuses a request. */
export interface ServerRefusal {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly ServerCause[];
}

/** The API server's verdict about one object. */
export interface ServerVerdict {
  /** Also `create` if a server could not have stored the old text. */
  readonly operation: 'create' | 'update';
  /** How far the checks go. Some kinds are only decoded, and what the server checks after that is unknown. */
  readonly checked: 'everything' | 'decoding';
  /** The result with `fieldValidation=Strict`, which kubectl uses; null if the object is accepted. */
  readonly strict: ServerRefusal | null;
  /** The result with `fieldValidation=Warn`. */
  readonly lenient: ServerRefusal | null;
  readonly warnings: readonly string[];
  /** The paths of the fields that the server drops, in its own format. */
  readonly pruned: readonly string[];
  /** The cost of the CEL rules, in the server's units. */
  readonly cost: number;
}

/** One object, as JSON text that keeps integers beyond 2^53. */
export interface ServerRequest {
  /** The definition of a custom kind and the version to validate against, or a built-in kind. */
  readonly kind:
    | { readonly crd: ServedDefinition; readonly version: string }
    | { readonly apiVersion: string; readonly kind: string };
  readonly text: string;
  /** The old object. If it is set, the request is an update. */
  readonly oldText?: string;
  /** Requests of one budget share a limit on the cost of their rules, in their order. Definitions from a pull request are not trusted. */
  readonly budget?: number;
}

/** The limit on the cost of all rules of one budget. A twentieth of what a server allows for one object takes a second. */
export const costOfBudget = 500_000;

/** The answer of the API server's own code: a verdict, or why it has none. */
export type ServerAnswer = ServerVerdict | { readonly failure: string };
