import { isObject, type Path, type Value } from '../manifest/manifest.ts';

/**
 * The path that the API server names, in an object: `spec.requirements[0].key`, `metadata.labels[example.com/a]`,
 * `spec.tags.example.com/a`. Names with dots are told by what the object holds; what it lacks is cut at its dots.
 */
export function serverPath(field: string, object: Value): Path {
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
  const names = isObject(at) ? Object.keys(at) : [];
  const held = names.filter(
    (name) => name !== '' && rest.startsWith(name) && /^(?:[.[]|$)/.test(rest.slice(name.length)),
  );
  const name =
    held.reduce((longest, each) => (each.length > longest.length ? each : longest), '') || /^[^.[]+/.exec(rest)?.[0];
  return name === undefined ? [rest, rest.length] : [name, name.length];
}

function childOf(at: Value | undefined, step: string | number): Value | undefined {
  if (Array.isArray(at)) return at[Number(step)];
  return isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
}
