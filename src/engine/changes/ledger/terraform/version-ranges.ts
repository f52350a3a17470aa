/** The first and the last version that a constraint allows, as texts without the parts that are not breaking. */
interface VersionRange {
  /** The lowest major version that is allowed: `5`, or `0.35` below version 1. Undefined without a lower bound. */
  readonly first: string | undefined;
  /** The highest one. Undefined without an upper bound. */
  readonly last: string | undefined;
  /** What bounds it from above, as it is written. Undefined if nothing does. */
  readonly upperBound: string | undefined;
}

/** One bound: `~> 5.90`, `>= 1.2.3`, `1.0`. A version before its release is not compared. */
const bound = /^(~>|>=|<=|!=|=|>|<)?\s*v?(\d+(?:\.\d+){0,3})$/;

/**
 * The major versions that a constraint allows; undefined if it is not read. Versions below 1 may break with each minor version.
 * Source: https://developer.hashicorp.com/terraform/language/expressions/version-constraints and https://semver.org.
 */
function versionRange(constraint: string): VersionRange | undefined {
  const bounds = constraint.split(',').map((part) => bound.exec(part.trim()));
  let range: VersionRange = { first: undefined, last: undefined, upperBound: undefined };

  for (const match of bounds) {
    if (match === null) return undefined;
    range = { ...range, ...rangeOf(match[1] ?? '=', match[2]!) };
  }

  return range;
}

function rangeOf(operator: string, version: string): Partial<VersionRange> {
  const parts = version.split('.');

  switch (operator) {
    case '=':
      return { first: majorOf(version), last: majorOf(version), upperBound: `= ${version}` };
    case '~>':
      // With a single number, everything from there on is allowed.
      if (parts.length === 1) return { first: majorOf(version) };
      return { first: majorOf(version), last: majorOf(version), upperBound: `< ${after(parts)}` };
    case '>=':
    case '>':
      return { first: majorOf(version) };
    case '<=':
      return { last: majorOf(version), upperBound: `<= ${version}` };
    case '<':
      return { last: majorBelow(parts), upperBound: `< ${version.replace(/(?:\.0)+$/, '')}` };
    default:
      return {};
  }
}

/** The first version that `~>` no longer allows: `6` for `5.90`, and `5.91` for `5.90.1`. */
const after = (parts: readonly string[]): string => {
  const kept = parts.slice(0, -1);
  return [...kept.slice(0, -1), Number(kept.at(-1)) + 1].join('.');
};

/** The major version, or below 1 the minor version, too. */
export function majorOf(version: string): string {
  const [major = '', minor = '0'] = version.replace(/^v/, '').split('.');
  if (major === '0') return `0.${minor}`;
  return major;
}

/** The major version of the versions right below one: 5 below 6.0, and 6 below 6.2. */
function majorBelow(parts: readonly string[]): string {
  const [major = '0', ...rest] = parts;
  const isWhole = rest.every((part) => Number(part) === 0);
  if (isWhole && Number(major) > 1) return String(Number(major) - 1);
  if (major !== '0') return major;

  const [minor, patch] = [Number(rest[0] ?? 0), Number(rest[1] ?? 0)];
  if (patch > 0) return `0.${minor}`;
  return `0.${minor - 1}`;
}

/** Whether two constraints allow the same major versions. */
export function hasSameMajors(before: string, after: string): boolean {
  const [old, now] = [versionRange(before), versionRange(after)];
  return old !== undefined && now !== undefined && old.first === now.first && old.last === now.last;
}

/**
 * Whether the newest version that two constraints allow is the same, because the same bounds them from above. Terraform
 * installs the newest version of a module that its constraint allows, and no lock file has modules.
 */
export function hasSameNewest(before: string, after: string): boolean {
  const [old, now] = [versionRange(before), versionRange(after)];
  if (old === undefined || now === undefined) return false;
  return old.upperBound === now.upperBound && old.last === now.last;
}
