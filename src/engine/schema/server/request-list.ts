import type { ServedDefinition } from './served-definition.ts';
import type { ServerRequest } from './server-request.ts';

/** What the API server's code is asked, each thing once: a request goes by its place in the list, and so does its answer. */
export class RequestList {
  readonly requests: ServerRequest[] = [];
  readonly #places = new Map<string, number>();
  readonly #definitions = new Map<ServedDefinition, number>();
  #budgets = 0;

  /** The place of a request, or of one before that asks the same. */
  ask(request: ServerRequest): number {
    const key = this.#keyOf(request);
    const place = this.#places.get(key) ?? this.#add(request);
    this.#places.set(key, place);
    return place;
  }

  /** The place of a request that uses up a budget, even where another one asks the same. */
  askWithin(budget: number, request: ServerRequest): number {
    return this.#add({ ...request, budget });
  }

  newBudget(): number {
    return this.#budgets++;
  }

  #add(request: ServerRequest): number {
    return this.requests.push(request) - 1;
  }

  #keyOf({ kind, text, oldText = '' }: ServerRequest): string {
    const name = 'crd' in kind ? `${this.#numberOf(kind.crd)} ${kind.version}` : `${kind.apiVersion} ${kind.kind}`;
    return `${name}\n${text.length}\n${text}${oldText}`;
  }

  /** A definition has no name of its own that could be trusted. */
  #numberOf(definition: ServedDefinition): number {
    const number = this.#definitions.get(definition) ?? this.#definitions.size;
    this.#definitions.set(definition, number);
    return number;
  }
}
