import { isObject, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { isLeftOut, isLeftToValues } from '../../../manifest/templated-fields.ts';
import type { Fault } from '../definitions/fault.ts';

/** Empty, 0, or a text to which something empty was joined: `demo-` from `demo-{{ .Values.version }}`. */
const isEmpty = (value: Value | undefined): boolean =>
  value === null ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0) ||
  (typeof value === 'string' && /^[-./:]|[-./:]$/.test(value));

/** How deep a fault about an object looks for the field that is empty. */
const maxDepth = 3;

/**
 * Whether a fault is about a value that a chart's default values leave empty, or that its templates then leave out, and the values it is applied
 * with are unknown. Many charts leave such a value for the user to fill in. A fault of an object may concern any of its fields.
 */
export function isLeftEmpty(fault: Fault, manifest: Manifest): boolean {
  if (manifest.source.origin?.isGuessed !== true) return false;

  const { code, path } = fault;

  const depthOf = () => {
    if (code === 'schema/cel') return 1;
    if (code === 'schema/metadata' || code === 'schema/refused') return maxDepth;
    return 0;
  };

  const depth = depthOf();
  const empty = [...pathsIn(manifest.get(path), path, depth), path.slice(0, -1)];

  return (
    empty.some((path) => isEmpty(manifest.get(path)) && isLeftOut(manifest, path)) ||
    missing(fault, manifest).some((path) => isLeftToValues(manifest, path))
  );
}

/** The fields that a fault says are missing: the required one, or those that the message of a rule names. */
function missing({ code, path, message }: Fault, manifest: Manifest): readonly Path[] {
  const named = () => {
    if (code === 'schema/cel')
      return [...message.matchAll(/\b[a-z][A-Za-z]{1,60}\b/g)].map(([name]) => [...path, name]);
    return [];
  };

  return (code === 'schema/required' ? [path] : named()).filter((path) => manifest.get(path) === undefined);
}

const pathsIn = (value: Value | undefined, path: Path, depth: number): readonly Path[] => {
  if (depth === 0 || !isObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key], depth - 1))];
};
