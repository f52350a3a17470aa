import type { Field, Shape, Struct } from './go-hash.ts';

const text: Shape = { kind: 'text' };

/** What the Go structs under a hash are made of. */
export const goShape = {
  text,
  bool: { kind: 'bool' },
  int32: { kind: 'int32' },
  int64: { kind: 'int64' },
  /** A map of strings. */
  map: { kind: 'map', of: text },
  slice: (of: Shape): Shape => ({ kind: 'slice', of }),
  /** A struct by the name that its Go type has. */
  struct: (name: string, fields: readonly Field[]): Struct => ({ kind: 'struct', name, fields }),
  /** A field that counts with its zero value. */
  field: (name: string, json: string, shape: Shape): Field => ({ name, json, shape, isPointer: false }),
  /** A field that may be absent. */
  pointer: (name: string, json: string, shape: Shape): Field => ({ name, json, shape, isPointer: true }),
} as const;
