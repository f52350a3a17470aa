import { isObject, type Path, type Value } from '../../manifest/manifest.ts';

/** Of longer paths the place is the object: each step is looked for in all that is left. */
const longestField = 2048;

/**
 * The path that the API server names, in an object: `spec.requirements[0].key`, `metadata.labels[example.com/a]`,
 * `spec.tags.example.com/a`. Names with dots are told by what the object holds; what it lacks is cut at its dots.
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
  return name === undefined ? [rest, rest.length] : [name, name.length];
}

/** The longest name of the object that the path begins with; it ends where a step may end. */
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
  return isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
}
