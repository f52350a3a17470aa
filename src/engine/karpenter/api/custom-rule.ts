import type { Value } from '../../manifest/model/manifest.ts';
import type { Severity } from '../../text/diagnostic.ts';

/** A named CEL expression, as in a ValidatingAdmissionPolicy. */
export interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

/** One operation of a JSON Patch (RFC 6902) that corrects an object. The value is given, or a CEL expression computes it. */
export interface FixOperation {
  readonly op: 'add' | 'replace' | 'remove';
  /** A JSON Pointer, such as `/spec/limits/cpu`. */
  readonly path: string;
  readonly value?: Value;
  readonly valueExpression?: string;
}

/** An example that a rule is tested with. `environment` and `review` replace single values of the defaults. */
export interface CustomRuleExample {
  readonly object: Value;
  readonly oldObject?: Value;
  readonly environment?: Value;
  readonly review?: Value;
}

/** A rule of the configuration, written in CEL like a ValidatingAdmissionPolicy. Its code is `custom/<id>`. */
export interface CustomRule {
  readonly id: string;
  readonly severity: Severity;
  /** The kinds of the objects that it judges. */
  readonly on: readonly string[];
  /** The rule applies to objects for which all of these are true. */
  readonly matchConditions: readonly NamedExpression[];
  /** Values with a name, which other expressions read as `variables.name`. */
  readonly variables: readonly NamedExpression[];
  /** True if the object is as it should be. */
  readonly expression: string;
  readonly message: string;
  readonly messageExpression?: string;
  /** Where the finding points, such as `.spec.limits`. By default, at the object. */
  readonly fieldPath?: string;
  readonly help?: string;
  readonly fix: readonly FixOperation[];
  /** Why the rule exists, for `plumbline explain`. */
  readonly description?: string;
  /** Documentation of the rule. */
  readonly url?: string;
  readonly tests: { readonly good: readonly CustomRuleExample[]; readonly bad: readonly CustomRuleExample[] };
  /** The file, preset or repository that declares it. */
  readonly origin: string;
}

/** The code of a rule's findings. */
export const customCode = ({ id }: Pick<CustomRule, 'id'>): `custom/${string}` => `custom/${id}`;
