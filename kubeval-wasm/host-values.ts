import type { Go } from './go-runtime.js';
import type { Exports } from './instance.ts';

/** The program's functions, in the order in which go/main_js.go creates them. Their numbers start at 1. */
const exported: readonly (keyof Exports)[] = [
  'define',
  'validateCustom',
  'validateBuiltin',
  'builtinKinds',
  'declareRule',
  'evaluateRule',
  'readManifests',
  'settle',
];

/** A value to which a Go program refers: a path from the host's objects, an export, or nothing. */
export type HostValue =
  | { readonly path: string }
  | { readonly export: keyof Exports }
  | { readonly exports: true }
  | { readonly primitive: 'NaN' | 0 | null | boolean }
  | { readonly gone: true };

/** A program's references to values of its host, and the count of each. Null means forever. */
export interface HostReferences {
  readonly values: readonly HostValue[];
  readonly counts: readonly (number | null)[];
}

/** The bridge first numbers NaN, 0, null, true, false, its globals and itself. */
const firstOwn = 7;

/** Paths of the host's objects that a program may have read. */
const paths = [
  '',
  'go',
  'Object',
  'Array',
  'Uint8Array',
  'Error',
  'Date',
  'process',
  'path',
  'crypto',
  'performance',
  'fs',
].concat('fs.constants', 'kubevalReady', 'TextEncoder', 'TextDecoder');

/** The values to which a waiting program refers. */
export function referencesOf(go: Go, globals: object, exports: Exports): HostReferences {
  const known = new Map(paths.map((path) => [valueAt(path, globals, go), path]));
  const names = new Map(Object.entries(exports).map(([name, value]) => [value as unknown, name as keyof Exports]));
  const describe = (value: unknown): HostValue => {
    const path = known.get(value);
    if (path !== undefined) return { path };
    const name = names.get(value);
    if (name !== undefined) return { export: name };
    if (value === exports) return { exports: true };
    if (value === null || value === 0 || typeof value === 'boolean') return { primitive: value };
    if (Number.isNaN(value)) return { primitive: 'NaN' };
    return { gone: true };
  };
  return {
    values: go._values.map(describe),
    counts: go._goRefCounts.map((count) => (count === Number.POSITIVE_INFINITY ? null : count)),
  };
}

/** Gives a bridge the references and exports of a program that waited elsewhere. */
export function restoreReferences(go: Go, globals: object, { values, counts }: HostReferences): Exports {
  const exports: Record<string, unknown> = Object.fromEntries(
    exported.map((name, i) => [name, go._makeFuncWrapper(i + 1)]),
  );
  go._values = values.map((value) => {
    if ('path' in value) return valueAt(value.path, globals, go);
    if ('export' in value) return exports[value.export];
    if ('exports' in value) return exports;
    if ('primitive' in value) return value.primitive === 'NaN' ? Number.NaN : value.primitive;
    // The object no longer exists, and the program will report that.
    return {};
  });
  go._goRefCounts = counts.map((count) => count ?? Number.POSITIVE_INFINITY);
  // A released number holds null. The first ones are never released, including null itself.
  const isFree = (id: number): boolean => id >= firstOwn && go._values[id] === null;
  const ids = go._values.map((_, id) => id);
  go._idPool = ids.filter(isFree);
  go._ids = new Map(ids.filter((id) => id > 0 && !isFree(id)).map((id) => [go._values[id], id]));
  go.exited = false;
  return exports as unknown as Exports;
}

function valueAt(path: string, globals: object, go: Go): unknown {
  if (path === 'go') return go;
  return path === ''
    ? globals
    : path.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], globals);
}
