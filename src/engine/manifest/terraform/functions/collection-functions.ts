import { compareNames } from '../../../text/name-order.ts';
import type { Span } from '../../../text/source.ts';
import {
  equal,
  excess,
  interpolatedText,
  isNull,
  knownText,
  madeText,
  objectOf,
  plainOf,
  scalar,
  sorted,
  type TfEntry,
  type TfList,
  type TfObject,
  type TfValue,
  textOf,
  unknown,
} from '../values/tf-value.ts';
import type { TfFunction } from './tf-function.ts';

/** Longer lists are not created. */
const maxItems = 20_000;
/** Each row of a product copies its items. */
const maxCopies = 100_000;

const list = (items: readonly TfValue[], at: Span): TfValue => {
  if (items.length > maxItems) return excess(at);
  return { kind: 'list', items, at };
};

const isList = (value: TfValue | undefined): value is TfList => value?.kind === 'list';
const isObject = (value: TfValue | undefined): value is TfObject => value?.kind === 'object';

/** A function of lists that are completely known. */
const ofLists =
  (compute: (lists: readonly (readonly TfValue[])[], at: Span) => readonly TfValue[]): TfFunction =>
  (args, at) => {
    if (args.every(isList))
      return list(
        compute(
          args.map(({ items }) => items),
          at,
        ),
        at,
      );

    return unknown(at);
  };

/** If an argument is unknown, the result contains the entries of the other arguments, and possibly more. */
const merge: TfFunction = (args, at) => {
  const objects = args.filter(isObject);
  const isPartial = args.some((arg) => arg.kind === 'unknown') || objects.some((object) => object.isPartial);
  if (objects.length === 0 && isPartial) return unknown(at);

  const last = args.findLastIndex((arg) => arg.kind === 'unknown' || (arg.kind === 'object' && arg.isPartial));
  const entries = new Map<string, TfEntry>();
  args.forEach((arg, i) => {
    if (!isObject(arg)) return;
    // An unknown argument may replace the entries before it.
    for (const [key, entry] of arg.entries)
      entries.set(key, i < last ? { ...entry, value: unknown(entry.value.at) } : entry);
  });

  return objectOf(entries, objects.at(-1)?.at ?? at, isPartial);
};

const concat: TfFunction = (args, at) =>
  list(
    args.flatMap((arg) => (isList(arg) ? arg.items : [arg])),
    args.find(isList)?.at ?? at,
  );

const lookup: TfFunction = ([object, key, fallback], at) => {
  const name = key && interpolatedText(key);
  if (!isObject(object) || name === undefined) return unknown(at);
  const value = object.entries.get(name)?.value;
  return value ?? (object.isPartial ? unknown(at) : (fallback ?? unknown(at)));
};

const keys: TfFunction = ([object], at) => {
  if (isObject(object) && !object.isPartial)
    return list(
      [...object.entries].sort(byKey).map(([key, { value, key: place }]) => madeText(key, place?.at ?? value.at)),
      at,
    );

  return unknown(at);
};

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => compareNames(a, b);

const values: TfFunction = ([object], at) => {
  if (isObject(object) && !object.isPartial)
    return list(
      [...object.entries].sort(byKey).map(([, { value }]) => value),
      at,
    );

  return unknown(at);
};

const length: TfFunction = ([value], at) => {
  if (isList(value)) {
    if (value.items.every(({ kind }) => kind !== 'unknown')) return scalar(value.items.length, at);
    return unknown(at);
  }
  if (isObject(value)) {
    if (value.isPartial) return unknown(at);
    return scalar(value.entries.size, at);
  }
  const text = value && knownText(value);
  if (text === undefined) return unknown(at);
  return scalar(text.length, at);
};

const contains: TfFunction = ([items, wanted], at) => {
  if (!isList(items) || !wanted) return unknown(at);
  const answers = items.items.map((item) => equal(item, wanted));
  if (answers.includes(true)) return scalar(true, at);
  if (answers.includes(undefined)) return unknown(at);
  return scalar(false, at);
};

const element: TfFunction = ([items, index], at) => {
  const place = index && Number(interpolatedText(index));
  if (!isList(items) || place === undefined || Number.isNaN(place) || items.items.length === 0) return unknown(at);
  return items.items.at(place % items.items.length) ?? unknown(at);
};

function flat(items: readonly TfValue[], depth = 0): readonly TfValue[] {
  return items.flatMap((item) => {
    if (isList(item) && depth < 20) return flat(item.items, depth + 1);
    return [item];
  });
}

function distinctItems(items: readonly TfValue[]): TfValue[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (key !== undefined && seen.has(key)) return false;
    if (key !== undefined) seen.add(key);
    return true;
  });
}

/** A set is a sorted list without duplicates. */
const toset: TfFunction = ([value], at) => {
  if (isList(value)) return list(ordered(distinctItems(value.items)), value.at);
  return unknown(at);
};

const ordered = (items: readonly TfValue[]): TfValue[] => {
  const texts = new Map(items.map((item) => [item, interpolatedText(item)]));
  if ([...texts.values()].some((text) => text === undefined)) return [...items];
  return [...items].sort((a, b) => compareNames(texts.get(a)!, texts.get(b)!));
};

const tolist: TfFunction = ([value], at) => {
  if (isList(value)) return value;
  return unknown(at);
};
const tomap: TfFunction = ([value], at) => {
  if (isObject(value)) return value;
  return unknown(at);
};

const zipmap: TfFunction = ([names, items], at) => {
  if (!isList(names) || !isList(items)) return unknown(at);
  const texts = names.items.map(interpolatedText);
  if (texts.some((text) => text === undefined) || texts.length !== items.items.length) return unknown(at);
  return objectOf(
    texts.map((text, i) => [text!, { value: items.items[i]! }] as const),
    at,
  );
};

const compact: TfFunction = ([items], at) => {
  if (isList(items))
    return list(
      items.items.filter((item) => !isNull(item) && !(item.kind === 'string' && textOf(item) === '')),
      items.at,
    );

  return unknown(at);
};

const slice: TfFunction = ([items, from, to], at) => {
  const [start, end] = [Number(from && interpolatedText(from)), Number(to && interpolatedText(to))];
  if (isList(items) && !Number.isNaN(start + end)) return list(items.items.slice(start, end), items.at);
  return unknown(at);
};

const range: TfFunction = (args, at) => {
  const numbers = args.map((arg) => Number(interpolatedText(arg)));
  const [from, to, step] = numbers.length === 1 ? [0, numbers[0]!, 1] : [numbers[0]!, numbers[1]!, numbers[2] ?? 1];
  const count = Math.ceil((to - from) / step);
  if (!Number.isFinite(count) || count > 1_000) return unknown(at);

  return list(
    Array.from({ length: Math.max(0, count) }, (_, i) => scalar(from + i * step, at)),
    at,
  );
};

const one: TfFunction = ([items], at) => {
  if (!isList(items) || items.items.length > 1) return unknown(at);
  return items.items[0] ?? scalar(null, at);
};

/** A key that is equal for equal values. Unknown values have no key. */
const keyOf = (value: TfValue): string | undefined => {
  const plain = plainOf(value);
  if (plain === undefined) return undefined;
  return sorted(plain);
};

/** Whether a value is certainly among some items. */
function isCertainlyIn(items: readonly TfValue[]): (value: TfValue) => boolean {
  const keys = new Set(items.map(keyOf));
  return (value) => {
    const key = keyOf(value);
    return key !== undefined && keys.has(key);
  };
}

const setproduct: TfFunction = (args, at) => {
  const lists = args.filter(isList).map(({ items }) => items);
  const rows = lists.reduce((product, items) => product * items.length, 1);
  if (lists.length < args.length) return unknown(at);
  if (rows * lists.length > maxCopies) return excess(at);

  const combinations = lists.reduce<readonly (readonly TfValue[])[]>(
    (before, items) => before.flatMap((row) => items.map((item) => [...row, item])),
    [[]],
  );

  return list(
    combinations.map((items) => ({ kind: 'list', items, at })),
    at,
  );
};

const coalescelist: TfFunction = (args, at) => {
  for (const arg of args) {
    if (!isList(arg)) return unknown(at);
    if (arg.items.length > 0) return arg;
  }
  return unknown(at);
};

const and = (items: readonly TfValue[], decisive: boolean, at: Span): TfValue => {
  const answers = items.map(interpolatedText);
  if (answers.includes(String(decisive))) return scalar(decisive, at);
  if (answers.includes(undefined)) return unknown(at);
  return scalar(!decisive, at);
};

/** Functions for lists, maps and objects. */
export const collectionFunctions: Readonly<Record<string, TfFunction>> = {
  merge,
  concat,
  lookup,
  keys,
  values,
  length,
  contains,
  element,
  toset,
  tolist,
  tomap,
  zipmap,
  compact,
  slice,
  range,
  one,
  setproduct,
  coalescelist,
  alltrue: ([items], at) => {
    if (isList(items)) return and(items.items, false, at);
    return unknown(at);
  },
  anytrue: ([items], at) => {
    if (isList(items)) return and(items.items, true, at);
    return unknown(at);
  },
  flatten: ([items], at) => {
    if (isList(items)) return list(flat(items.items), items.at);
    return unknown(at);
  },
  distinct: ([items], at) => {
    if (isList(items)) return list(distinctItems(items.items), items.at);
    return unknown(at);
  },
  reverse: ofLists(([items]) => [...(items ?? [])].reverse()),
  sort: ofLists(([items]) => ordered(items ?? [])),
  setunion: ofLists((lists) => ordered(distinctItems(lists.flat()))),
  setsubtract: ofLists(([from, what]) => {
    const isTaken = isCertainlyIn(what ?? []);
    return (from ?? []).filter((item) => !isTaken(item));
  }),
  setintersection: ofLists(([first, ...rest]) => {
    const others = rest.map(isCertainlyIn);
    return (first ?? []).filter((item) => others.every((isThere) => isThere(item)));
  }),
};
