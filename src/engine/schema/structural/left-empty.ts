import { isLeftOut } from '../../manifest/left-out.ts';
import { isObject, type Manifest, type Value } from '../../manifest/manifest.ts';
import type { Fault } from '../fault.ts';

const isEmpty = (value: Value | undefined): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Whether a fault is about a value that a chart's default values leave empty, and the values it is applied with are unknown. Many charts
 * leave such a value for the user to fill in. A rule of an object may concern any of its fields.
 */
export function isLeftEmpty({ code, path }: Fault, manifest: Manifest): boolean {
  if (manifest.source.origin?.isGuessed !== true) return false;
  const value = manifest.get(path);
  const fields = code === 'schema/cel' && isObject(value) ? Object.keys(value) : [];
  return [path, ...fields.map((field) => [...path, field])].some(
    (one) => isEmpty(manifest.get(one)) && isLeftOut(manifest, one),
  );
}
