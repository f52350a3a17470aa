import { isLeftOut } from '../../manifest/left-out.ts';
import { isObject, type Manifest, type Path, type Value } from '../../manifest/manifest.ts';
import type { Fault } from '../fault.ts';

/** Empty, 0, or a text to which something empty was joined: `demo-` from `demo-{{ .Values.version }}`. */
const isEmpty = (value: Value | undefined): boolean =>
  value === null ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && /^[-./:]|[-./:]$/.test(value));

/** How deep a fault about an object looks for the field that is empty. */
const maxDepth = 3;

/**
 * Whether a fault is about a value that a chart's default values leave empty, and the values it is applied with are unknown. Many charts
 * leave such a value for the user to fill in. A fault of an object may concern any of its fields.
 */
export function isLeftEmpty({ code, path }: Fault, manifest: Manifest): boolean {
  if (manifest.source.origin?.isGuessed !== true) return false;
  const depth = code === 'schema/cel' ? 1 : code === 'schema/metadata' || code === 'schema/refused' ? maxDepth : 0;
  return pathsIn(manifest.get(path), path, depth).some((one) => isEmpty(manifest.get(one)) && isLeftOut(manifest, one));
}

const pathsIn = (value: Value | undefined, path: Path, depth: number): readonly Path[] =>
  depth === 0 || !isObject(value)
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key], depth - 1))];
