import { compareNames } from '../../name-order.ts';
import type { Span } from '../../source.ts';
import type { TfFunction } from '../functions/tf-function.ts';
import { isExcess, scalar, type TfEntry, type TfString, type TfValue, unknown } from '../values/tf-value.ts';

/** What names stand for where an expression is evaluated. */
export interface TfScope {
  /** Names of `for` expressions and templates, `each` and `count`. */
  readonly names: ReadonlyMap<string, TfValue>;
  /** `var.x`, `local.x`, `module.x`, `path.x`, `aws_iam_role.x`: a reference as far as it is known, and how many steps it took. */
  resolve(path: readonly string[], at: Span): { readonly value: TfValue; readonly steps: number };
  /** Functions that need more than their arguments: files, such as `templatefile`, or patterns. */
  hostFunction(name: string): TfFunction | undefined;
  /** Units of work, one by default; false when all that a review allows is spent. */
  spend(amount?: number): boolean;
}

/** A value that is too much is unknown, and takes all that is left to spend: that ends in a finding. */
export function bounded(value: TfValue, scope: TfScope): TfValue {
  if (!isExcess(value)) return value;
  scope.spend(Number.POSITIVE_INFINITY);
  return unknown(value.at);
}

/** A `for` makes no more than this. */
const maxItems = 10_000;

/** An entry that a `for` goes over. */
interface Item {
  readonly key: TfValue;
  readonly value: TfValue;
}

/** What a `for` or `for_each` goes over; undefined where that is not known. */
export function itemsOf(value: TfValue): readonly Item[] | undefined {
  if (value.kind === 'list')
    return value.items.slice(0, maxItems).map((item, i) => ({ key: scalar(i, item.at), value: item }));
  if (value.kind !== 'object') return undefined;
  return [...value.entries]
    .sort(([a], [b]) => compareNames(a, b))
    .slice(0, maxItems)
    .map(([key, entry]) => ({ key: keyText(key, entry), value: entry.value }));
}

const keyText = (text: string, { key, value }: TfEntry): TfString => ({
  kind: 'string',
  pieces: text === '' ? [] : [{ text, at: key?.at ?? value.at, form: 'made' }],
  at: key?.at ?? value.at,
});

/** The scope with the names of a `for`. */
export function withNames(scope: TfScope, names: readonly string[], { key, value }: Item): TfScope {
  const [first, second] = names;
  const added: [string, TfValue][] =
    second === undefined
      ? [[first!, value]]
      : [
          [first!, key],
          [second, value],
        ];
  return { ...scope, names: new Map([...scope.names, ...added]) };
}
