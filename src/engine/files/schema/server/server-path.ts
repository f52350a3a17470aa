import { isObject, type Path, type Value } from '../../../manifest/model/manifest.ts';

/** A longer path resolves to the object itself, because each step searches the whole rest of the path. */
const longestField = 2048;

/**
 * Parses a path of the API server: `spec.requirements[0].key`, `metadata.labels[example.com/a]`, `spec.tags.example.com/a`.
 * Names with dots are recognized if the object has them. Names that the object lacks are split at their dots.
 */
export function serverPath(field: string, object: Value): Path {
  if (field.length > longestField) return [];

  const path: (string | number)[] = [];
  let rest = field === '<nil>' ? '' : field.replace(/^\./, '');
  let at: Value | undefined = object;
  while (rest !== '' && path.length < 1000) {
    const [step, length] = stepOf(rest, at);
    path.push(step);
    at = childOf(at, step);
    rest = rest.slice(length).replace(/^\./, '');
  }

  return path;
}

function stepOf(rest: string, at: Value | undefined): [step: string | number, length: number] {
  const [whole, inside] = /^\[([^\]]*)\]/.exec(rest) ?? [];
  if (whole !== undefined && inside !== undefined) {
    return [/^\d+$/.test(inside) && !isObject(at) ? Number(inside) : inside, whole.length];
  }
  const name = heldName(rest, at) ?? /^[^.[]+/.exec(rest)?.[0];
  if (name === undefined) return [rest, rest.length];
  return [name, name.length];
}

/** The longest key of the object that the path starts with and that ends where a step may end. */
function heldName(rest: string, at: Value | undefined): string | undefined {
  if (!isObject(at)) return undefined;
  if (Object.hasOwn(at, rest)) return rest;
  const ends = [...rest.matchAll(/[.[]/g)].map(({ index }) => index).filter((index) => index > 0);

  return ends.reduceRight<string | undefined>(
    (found, end) => found ?? (Object.hasOwn(at, rest.slice(0, end)) ? rest.slice(0, end) : undefined),
    undefined,
  );
}

function childOf(at: Value | undefined, step: string | number): Value | undefined {
  if (Array.isArray(at)) return at[Number(step)];
  if (isObject(at) && Object.hasOwn(at, step)) return at[step];
  return undefined;
}
