import { compareNames } from '../../../text/name-order.ts';

/** Version ranges as Helm reads them (github.com/Masterminds/semver/v3). */

interface Version {
  readonly numbers: readonly [number, number, number];
  readonly pre: readonly string[];
}

const versionPattern = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

function parse(text: string): Version | undefined {
  const [, major, minor = '0', patch = '0', pre] = versionPattern.exec(text.trim()) ?? [];
  if (major === undefined) return undefined;

  const preText = () => {
    if (pre === undefined) return [];
    return pre.split('.');
  };

  return { numbers: [Number(major), Number(minor), Number(patch)], pre: preText() };
}

/** Whether a text is a single version and not a range. */
export const isVersion = (text: string): boolean =>
  /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.test(text.trim());

/** Whether a text is a valid range. */
export const isRange = (text: string): boolean => alternatives(text) !== undefined;

/** The newest of some versions that is in a range; undefined if none is. Pre-releases count only if the range asks for them. */
export function newestIn(range: string, versions: readonly string[]): string | undefined {
  const wanted = alternatives(range) ?? [];
  const fitting = versions.flatMap((text) => {
    const version = parse(text);
    if (version && wanted.some((tests) => tests.every((test) => test(version)))) return [{ text, version }];
    return [];
  });
  return fitting.sort((a, b) => compare(b.version, a.version) || compareNames(a.text, b.text))[0]?.text;
}

type Test = (version: Version) => boolean;

/** The alternatives of a range. All tests of an alternative must hold. */
function alternatives(range: string): Test[][] | undefined {
  if (range.length > 256) return undefined;
  const parts = range.split('||').map((part) => testsOf(part.trim()));
  if (parts.includes(undefined)) return undefined;
  return parts as Test[][];
}

const comparator = /(=|!=|>=|<=|>|<|~>?|\^|)\s*(v?[\dxX*][\w.*+-]*)/y;

function testsOf(part: string): Test[] | undefined {
  const hyphen = /^(\S+)\s+-\s+(\S+)$/.exec(part);

  const rangeText = () => {
    if (hyphen) return `>=${hyphen[1]} <=${hyphen[2]}`;
    if (part === '') return '*';
    return part;
  };

  const text = rangeText();
  const tests: Test[] = [];
  for (let at = 0; at < text.length; ) {
    comparator.lastIndex = at;
    const [whole, operator, version] = comparator.exec(text) ?? [];
    if (whole === undefined) return undefined;

    const test = testOf(operator!, version!);
    if (test === undefined) return undefined;

    tests.push(test);
    at += whole!.length + /^[\s,]*/.exec(text.slice(at + whole!.length))![0].length;
  }

  return tests;
}

/** A version whose last numbers may be omitted. */
const openPattern = /^v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(-[0-9A-Za-z.-]+)?(?:\+.*)?$/;

function testOf(operator: string, text: string): Test | undefined {
  const match = openPattern.exec(text);
  if (!match) return undefined;

  const numbers = [match[1], match[2], match[3]].map((part) => {
    if (part === undefined || /[xX*]/.test(part)) return null;
    return Number(part);
  });
  const open = numbers.indexOf(null);
  const count = open === -1 ? 3 : open;
  const at = numbers.map((number, i) => {
    if (i < count) return number!;
    return 0;
  }) as unknown as Version['numbers'];
  const low: Version = { numbers: at, pre: match[4] === undefined ? [] : match[4].slice(1).split('.') };
  const above = (step: number): Version => ({ numbers: next(at, step), pre: [] });
  const isAsked = low.pre.length > 0;
  const test = boundsOf(operator, { low, count, above });

  return (version) => (version.pre.length === 0 || isAsked) && test(version);
}

interface Bounds {
  readonly low: Version;
  /** How many numbers are given. */
  readonly count: number;
  /** The first version with the number at this place increased. */
  above(place: number): Version;
}

function boundsOf(operator: string, { low, count, above }: Bounds): Test {
  const within =
    (end: Version | undefined): Test =>
    (version) =>
      compare(version, low) >= 0 && (end === undefined || compare(version, end) < 0);

  const sameOf = () => {
    if (count === 3) return (version: Version) => compare(version, low) === 0;
    return within(count === 0 ? undefined : above(count - 1));
  };

  const same = sameOf();

  switch (operator) {
    case '!=':
      return (version) => !same(version);
    case '>':
      return (version) => {
        if (count === 3) return compare(version, low) > 0;
        return count > 0 && compare(version, above(count - 1)) >= 0;
      };
    case '>=':
      return within(undefined);
    case '<':
      return (version) => compare(version, low) < 0;
    case '<=':
      return (version) => {
        if (count === 3) return compare(version, low) <= 0;
        return count === 0 || compare(version, above(count - 1)) < 0;
      };
    case '~':
    case '~>':
      return within(count === 0 ? undefined : above(Math.min(1, count - 1)));
    case '^':
      return within(count === 0 ? undefined : above(caretPlace(low, count)));
    default:
      return same;
  }
}

/** `^` allows changes below the first number that is not zero. */
function caretPlace({ numbers }: Version, count: number): number {
  const first = numbers.findIndex((number) => number > 0);
  return Math.min(first === -1 ? 2 : first, count - 1);
}

const next = (numbers: Version['numbers'], place: number): Version['numbers'] =>
  numbers.map((number, i) => {
    if (i < place) return number;
    if (i === place) return number + 1;
    return 0;
  }) as unknown as Version['numbers'];

function compare(a: Version, b: Version): number {
  for (const i of [0, 1, 2] as const) if (a.numbers[i] !== b.numbers[i]) return a.numbers[i] - b.numbers[i];
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (let i = 0; i < Math.max(a.pre.length, b.pre.length); i++) {
    const order = comparePart(a.pre[i], b.pre[i]);
    if (order !== 0) return order;
  }

  return 0;
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0;
    if (a === undefined) return -1;
    return 1;
  }
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA !== isNumberB) {
    if (isNumberA) return -1;
    return 1;
  }
  if (isNumberA) return Number(a) - Number(b);
  return compareNames(a, b);
}
