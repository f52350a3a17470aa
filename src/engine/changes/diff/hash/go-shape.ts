import type { Field, Shape, Struct } from './go-hash.ts';

const text: Shape = { kind: 'text' };

/** Builders for the Go types that go into a hash. */
export const goShape = {
  text,
  bool: { kind: 'bool' },
  int32: { kind: 'int32' },
  int64: { kind: 'int64' },
  /** A map of strings. */
  map: { kind: 'map', of: text },
  slice: (of: Shape): Shape => ({ kind: 'slice', of }),
  /** A struct with the name of its Go type. */
  struct: (name: string, fields: readonly Field[]): Struct => ({ kind: 'struct', name, fields }),
  /** A field whose zero value is the same as absent. */
  field: (name: string, json: string, shape: Shape): Field => ({ name, json, shape, isPointer: false }),
  /** A pointer field, which may be absent and whose explicit zero is hashed. */
  pointer: (name: string, json: string, shape: Shape): Field => ({ name, json, shape, isPointer: true }),
} as const;
