import type { CustomRule } from '../../karpenter/api/custom-rule.ts';
import type { Path, Value } from '../../manifest/model/manifest.ts';
import { programOf, type RuleProgram, type RuleRequest } from '../../rules/custom-rules/rule-request.ts';
import { nullPaths } from '../../rules/custom-rules/unknown-values.ts';

/** The values of the variables, as JSON values, and the paths of unknown ones. */
export interface Values {
  readonly object: string;
  readonly oldObject: string;
  readonly review: Value;
  readonly unknown: readonly Path[];
}

/** The requests so far. Equal ones are asked once. */
export class RuleRequests {
  readonly requests: RuleRequest[] = [];
  readonly #places = new Map<string, number>();
  readonly #programs = new Map<CustomRule, RuleProgram>();
  /** The number of each program, which is short, unlike its text. */
  readonly #numbers = new Map<RuleProgram, number>();

  add(rule: CustomRule, values: Values & { readonly environment: Value }): number {
    const program = this.#programs.get(rule) ?? programOf(rule);
    this.#programs.set(rule, program);
    return this.addProgram(program, values);
  }

  addProgram(
    program: RuleProgram,
    { environment, review, unknown, ...objects }: Values & { readonly environment: Value },
  ): number {
    const paths = [...unknown, ...nullPaths(environment, ['environment'])];
    const request = {
      program,
      ...objects,
      environment: JSON.stringify(environment),
      review: JSON.stringify(review),
      unknown: JSON.stringify(paths),
    };

    const number = this.#numbers.get(program) ?? this.#numbers.size;

    this.#numbers.set(program, number);
    const key = JSON.stringify([number, { ...request, program: null }]);
    const place = this.#places.get(key) ?? this.requests.push(request) - 1;
    this.#places.set(key, place);

    return place;
  }
}
