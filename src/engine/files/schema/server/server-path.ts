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
  let text = field === '<nil>' ? '' : field.replace(/^\./, '');
  let at: Value | undefined = object;
  while (text !== '' && path.length < 1000) {
    const [step, length] = stepOf(text, at);
    path.push(step);
    at = childOf(at, step);
    text = text.slice(length).replace(/^\./, '');
  }

  return path;
}

function stepOf(text: string, at: Value | undefined): [step: string | number, length: number] {
  const [whole, inside] = /^\[([^\]]*)\]/.exec(text) ?? [];
  if (whole !== undefined && inside !== undefined) {
    return [/^\d+$/.test(inside) && !isObject(at) ? Number(inside) : inside, whole.length];
  }
  const name = heldName(text, at) ?? /^[^.[]+/.exec(text)?.[0];
  if (name === undefined) return [text, text.length];
  return [name, name.length];
}

/** The longest key of the object that the path starts with and that ends where a step may end. */
function heldName(text: string, at: Value | undefined): string | undefined {
  if (!isObject(at)) return undefined;
  if (Object.hasOwn(at, text)) return text;
  const ends = [...text.matchAll(/[.[]/g)].map(({ index }) => index).filter((index) => index > 0);

  return ends.reduceRight<string | undefined>(
    (name, end) => name ?? (Object.hasOwn(at, text.slice(0, end)) ? text.slice(0, end) : undefined),
    undefined,
  );
}

function childOf(at: Value | undefined, step: string | number): Value | undefined {
  if (Array.isArray(at)) return at[Number(step)];
  if (isObject(at) && Object.hasOwn(at, step)) return at[step];
  return undefined;
}
