import type { CustomResourceDefinition, Validator } from '../../../kubeval-wasm/validator.ts';
import type { ServerRequest, ServerVerdict } from '../../engine/schema/server/server-request.ts';

/** What a server says, or why it can say nothing. */
export type Answer = ServerVerdict | { readonly failure: string };

/** Asks the program. Throws only for what is a bug. */
export function answerOf(validator: Validator, { kind, text, oldText, costBudget }: ServerRequest): Answer {
  const body = { text, oldText, answer: false, ...(costBudget !== undefined && { costBudget }) };
  try {
    return 'crd' in kind
      ? validator.validate({ ...body, crd: kind.crd as CustomResourceDefinition, version: kind.version })
      : validator.validate({ ...body, builtin: kind });
  } catch (error) {
    if (error instanceof Error && error.name === 'KubevalError') return { failure: error.message };
    throw error;
  }
}

/** Names requests, so that what means the same is asked once. */
export class VerdictKeys {
  readonly #numbers = new WeakMap<object, number>();
  #count = 0;

  /** The same for requests that mean the same. */
  keyOf({ kind, text, oldText, costBudget }: ServerRequest): string {
    const name = 'crd' in kind ? `${this.numberOf(kind.crd)} ${kind.version}` : `${kind.apiVersion} ${kind.kind}`;
    return JSON.stringify([name, costBudget, text, oldText]);
  }

  /** The same definition under the same number, for it has no name of its own that could be trusted. */
  numberOf(definition: object): number {
    const number = this.#numbers.get(definition) ?? ++this.#count;
    this.#numbers.set(definition, number);
    return number;
  }
}
