/** A value of JSON. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Steps from the root of an object to one of its values. */
export type Steps = readonly (string | number)[];

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path, or undefined. */
export function valueAt(root: Json, path: Steps): Json | undefined {
  let at: Json | undefined = root;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as { [key: string | number]: Json })[step];
  }
  return at;
}

/** A copy with another value at a path, or without the current one. Missing parents are created. */
export function withValue(root: Json, path: Steps, value: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? null;
  if (Array.isArray(root)) {
    const items = [...root];
    if (rest.length === 0 && value === undefined) items.splice(Number(step), 1);
    else items[Number(step)] = withValue(items[Number(step)] ?? null, rest, value);
    return items;
  }
  const object = isObject(root) ? root : {};
  if (rest.length > 0 || value !== undefined) {
    return { ...object, [step]: withValue(object[String(step)] ?? {}, rest, value) };
  }
  const { [String(step)]: _, ...left } = object;
  return left;
}
