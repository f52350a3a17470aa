import { isObject, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';

/** Longer numbers and longer exponents are not realistic quantities, and Go would compute every digit of them. */
const longestNumber = 128;
const longestExponent = 3;

const number = /^[+-]?[\d.]+(?:[eE][+-]?(\d+))?/;

function isHuge(text: string): boolean {
  // The rest of a long text does not matter.
  const [written, exponent = ''] = number.exec(text.slice(0, 2 * longestNumber)) ?? [''];
  return written.length > longestNumber || exponent.length > longestExponent;
}

/** Mappings and lists whose texts are never read as amounts. They may contain a commit such as `12e4567`. */
const texts = new Set([
  ...['labels', 'annotations', 'matchLabels', 'nodeSelector', 'selector', 'data', 'binaryData', 'stringData'],
  ...['args', 'command', 'values'],
]);

const isText = (path: Path): boolean =>
  path[0] === 'metadata' || texts.has(String(path.at(-2))) || (path.at(-1) === 'value' && path.at(-3) === 'env');

/** Paths of the texts that Go would read as a number and work on for minutes, such as `1e999999999` or a million digits. */
export const hugeNumbers = ({ object }: Manifest): Path[] => pathsIn(object as Value, []);

function pathsIn(value: Value, path: Path): Path[] {
  if (typeof value === 'string') {
    if (isHuge(value) && !isText(path)) return [path];
    return [];
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => pathsIn(item, [...path, i]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => pathsIn(child, [...path, key]));
}
