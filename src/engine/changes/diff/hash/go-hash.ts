/**
 * The hash that Karpenter's controllers put into their annotations: hashstructure v2 (FormatV2, SlicesAsSets,
 * IgnoreZeroValue, ZeroNil) over Go structs, which are described here as shapes over plain JSON.
 * Source: github.com/mitchellh/hashstructure/v2 as core pkg/apis/v1/nodepool.go and aws pkg/apis/v1/ec2nodeclass.go call it.
 */

/** The Go type of a value, as far as its hash depends on it. */
export type Shape =
  | { readonly kind: 'text' | 'bool' | 'int32' | 'int64' | 'duration' | 'time' | 'quantity' }
  | { readonly kind: 'map' | 'slice'; readonly of: Shape }
  | Struct;

/** A Go struct: its type's name and its hashed fields, in Go's order. */
export interface Struct {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  /** Key in JSON; undefined for a value that Go wraps in a struct, such as a duration. */
  readonly json: string | undefined;
  readonly shape: Shape;
  /** A pointer, for which an explicit zero is hashed. Otherwise, zero is the same as absent. */
  readonly isPointer: boolean;
}

const mask = 0xffffffffffffffffn;
const offsetBasis = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;
const encoder = new TextEncoder();

/** FNV-1, 64 bit. */
function fnv(bytes: Iterable<number>): bigint {
  let hash = offsetBasis;
  for (const byte of bytes) hash = ((hash * prime) & mask) ^ BigInt(byte);
  return hash;
}

/** A whole number as little-endian bytes. */
function littleEndian(value: bigint, size: number): number[] {
  const bits = BigInt.asUintN(size * 8, value);
  return Array.from({ length: size }, (_, i) => Number((bits >> BigInt(8 * i)) & 0xffn));
}

const ordered = (a: bigint, b: bigint): bigint => fnv([...littleEndian(a, 8), ...littleEndian(b, 8)]);
const finish = (a: bigint): bigint => fnv(littleEndian(a, 8));

/**
 * time.Time.MarshalBinary of a time that was decoded from JSON, in a container whose zone is UTC: version, seconds since
 * year 1, nanoseconds, offset in minutes, all big-endian.
 */
function goTime(text: string): number[] {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new NotHashable('time');
  const seconds = BigInt(Math.floor(at / 1000)) + 62_135_596_800n;
  const nanos = BigInt(((at % 1000) + 1000) % 1000) * 1_000_000n;
  return [1, ...littleEndian(seconds, 8).reverse(), ...littleEndian(nanos, 4).reverse(), 0, 0];
}

/** Hash of a text as Go hashes a string. */
export const hashText = (text: string): bigint => fnv(encoder.encode(text));

/** Hash of a set's members, regardless of their order. */
export const hashSet = (hashes: readonly bigint[]): bigint => hashes.reduce((a, b) => a ^ b, 0n);

/** Reads values that JSON stores as text; undefined if Go could not decode them. */
export interface Readers {
  durationNanos(text: string): bigint | undefined;
  canonicalQuantity(value: string | number): string | undefined;
}

/** Hash of a JSON value by its shape. Throws NotHashable if Go could not have decoded the value. */
export function hashValue(value: unknown, shape: Shape, readers: Readers): bigint {
  switch (shape.kind) {
    case 'text':
      return hashText(asText(value));
    case 'bool':
      return fnv(littleEndian(value ? 1n : 0n, 1));
    case 'int32':
      return fnv(littleEndian(asInteger(value), 4));
    case 'int64':
      return fnv(littleEndian(asInteger(value), 8));
    case 'duration':
      return fnv(littleEndian(decoded(readers.durationNanos(asText(value))), 8));
    case 'time':
      return fnv(goTime(asText(value)));
    case 'quantity':
      return hashText(decoded(readers.canonicalQuantity(value as string | number)));
    case 'slice':
      return hashSet(asList(value).map((item) => hashValue(item, shape.of, readers)));
    case 'map':
      return finish(
        hashSet(
          Object.entries(asRecord(value)).map(([key, item]) =>
            ordered(hashText(key), hashValue(item, shape.of, readers)),
          ),
        ),
      );
    case 'struct':
      return hashStruct(value, shape, readers);
  }
}

function hashStruct(value: unknown, struct: Struct, readers: Readers): bigint {
  let hash = hashText(struct.name);

  for (const { name, json, shape, isPointer } of struct.fields) {
    const inner = json === undefined ? value : asRecord(value)[json];
    if (inner === undefined || inner === null || (!isPointer && isZero(inner, shape, readers))) continue;
    // hashstructure mixes the hash after every field, so the order of fields matters.
    hash = finish(hash ^ ordered(hashText(name), hashValue(inner, shape, readers)));
  }

  return hash;
}

/** Go's reflect.Value.IsZero; an empty list or map is not nil, hence not zero. */
function isZero(value: unknown, shape: Shape, readers: Readers): boolean {
  if (shape.kind === 'struct')
    return shape.fields.every(({ json, shape: inner, isPointer }) => {
      const field = json === undefined ? value : asRecord(value)[json];
      return field === undefined || field === null || (!isPointer && isZero(field, inner, readers));
    });

  if (shape.kind === 'duration') return readers.durationNanos(asText(value)) === 0n;
  return value === '' || value === 0 || value === false;
}

/** A value that Karpenter's controllers could not decode, so its hash is unknown. */
export class NotHashable extends Error {}

function decoded<T>(value: T | undefined): T {
  if (value === undefined) throw new NotHashable('not decodable');
  return value;
}

const asText = (value: unknown): string => decoded(typeof value === 'string' ? value : undefined);
const asInteger = (value: unknown): bigint =>
  BigInt(decoded(Number.isSafeInteger(value) ? (value as number) : undefined));
const asList = (value: unknown): readonly unknown[] => decoded(Array.isArray(value) ? value : undefined);
const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  decoded(
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined,
  );
