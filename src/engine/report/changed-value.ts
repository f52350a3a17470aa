import type { Path, Value } from '../manifest/manifest.ts';

/** A path as people write it: `spec.template.spec.requirements[0].values`, with odd keys in quotes. */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[\w-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');

/** Longest string that is shown as it is, in UTF-16 code units. */
const opaqueLength = 256;

/**
 * A changed value as reports may show it. Boot scripts and other long texts can hold secrets, and comments and artefacts
 * live longer than the branch: they appear as a hash and their size only.
 */
export function publicValue(path: Path, value: Value): Value {
  if (typeof value === 'string') return isOpaque(path, value) ? opaque(value) : value;
  if (Array.isArray(value)) return value.map((item, i) => publicValue([...path, i], item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, publicValue([...path, key], item)]));
}

const isOpaque = (path: Path, value: string): boolean =>
  path.at(-1) === 'userData' || value.includes('\n') || value.length > opaqueLength;

const opaque = (text: string): string => {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return `(${lines} ${lines === 1 ? 'line' : 'lines'}, hash ${fnv1a(text)})`;
};

/** FNV-1a over UTF-16 code units, as 8 hex digits: tells two texts apart, and says nothing of what they hold. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Both sides of a changed field on one line each; undefined where there was or is nothing. */
export function beforeAndAfter(field: { path: Path; before?: Value; after?: Value }): {
  before: string | undefined;
  after: string | undefined;
  /** `3 of 12 lines differ`, for texts that are not shown. */
  note: string | undefined;
} {
  const { path, before, after } = field;
  return {
    before: before === undefined ? undefined : oneLine(publicValue(path, before)),
    after: after === undefined ? undefined : oneLine(publicValue(path, after)),
    note: changedLines(path, before, after),
  };
}

const oneLine = (value: Value): string => (typeof value === 'string' ? value : JSON.stringify(value));

function changedLines(path: Path, before: Value | undefined, after: Value | undefined): string | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  if (!isOpaque(path, before) && !isOpaque(path, after)) return undefined;
  const known = new Set(before.split('\n'));
  const lines = after.split('\n');
  const differing = lines.filter((line) => !known.has(line)).length;
  return `${differing} of ${lines.length} lines differ`;
}
