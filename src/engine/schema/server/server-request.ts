import type { ServerCause } from '../../diagnostic.ts';
import type { ServedDefinition } from './served-definition.ts';

/** A failure status of the API server. */
export interface ServerRefusal {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly ServerCause[];
}

/** What the API server says of one object. */
export interface ServerVerdict {
  /** `create` also where the old text is nothing that a server could have stored. */
  readonly operation: 'create' | 'update';
  /** How far the checks go: of a kind that is only decoded, what the server checks afterwards is unknown. */
  readonly checked: 'everything' | 'decoding';
  /** With `fieldValidation=Strict`, as kubectl asks: null where the object is accepted. */
  readonly strict: ServerRefusal | null;
  /** With `fieldValidation=Warn`. */
  readonly lenient: ServerRefusal | null;
  readonly warnings: readonly string[];
  /** Fields that the server drops, as it writes their paths. */
  readonly pruned: readonly string[];
  /** What the CEL rules cost, in the server's units. */
  readonly cost: number;
}

/** One object, in JSON that keeps what the server judges: integers beyond 2^53. */
export interface ServerRequest {
  /** A custom kind's definition and the version that is asked, or else a built-in kind. */
  readonly kind:
    | { readonly crd: ServedDefinition; readonly version: string }
    | { readonly apiVersion: string; readonly kind: string };
  readonly text: string;
  /** The object before, which makes it an update. */
  readonly oldText?: string;
  /** Requests of one budget share what their rules may cost, in their order: definitions that a pull request brings are trusted by nobody. */
  readonly budget?: number;
}

/** What all rules of one budget may cost together: a twentieth of what a server allows for one object takes a second. */
export const costOfBudget = 500_000;

/** What the API server's own code answers; where it can give no verdict it says why. */
export type ServerAnswer = ServerVerdict | { readonly failure: string };
