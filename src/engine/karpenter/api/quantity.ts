import { textIf } from '../../text/words/text-if.ts';

/**
 * Exact Kubernetes quantities. Amounts are bigints in billionths, the smallest unit in Kubernetes.
 * Source: apimachinery pkg/api/resource/{quantity,suffix}.go.
 */

/** The format in which a quantity was written. Kubernetes prints it in the same format. */
type Format = 'BinarySI' | 'DecimalSI' | 'DecimalExponent';

interface Quantity {
  readonly nanos: bigint;
  readonly format: Format;
}

const nano = 1_000_000_000n;
const milli = 1_000_000n;
/** Kubernetes limits amounts to the largest int64, but only those with binary suffixes. */
const largestBinary = (2n ** 63n - 1n) * nano;
/** More than any machine has. Larger exponents are reduced to this, so that they cost no time and do not overflow. */
const largestExponent = 300;

const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
/** Longer than any real amount, so that hostile input does not cost time. */
const longest = 128;
/** The pattern of the API server. `.` and `+` without digits, which the Go parser reads as 0, are refused. */
const pattern = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(n|u|m|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/;

/** The amount in base units (`500m` is 0.5, `1Ki` is 1024), or undefined if Kubernetes refuses the text. */
export function parseQuantity(value: string | number): number | undefined {
  const quantity = read(value);
  return quantity && inBaseUnits(quantity.nanos);
}

/**
 * The amount in the units of `Resources`: `cpu` in millicores, everything else in base units with three decimals (`0.3Gi` is 322122547.2
 * bytes). It is rounded up like in the API server. Undefined if Kubernetes refuses the text.
 */
export function parseResource(name: string, value: string | number): number | undefined {
  const quantity = read(value);
  if (quantity === undefined) return undefined;
  const { nanos } = quantity;
  if (name === 'cpu') return Number(ceilDivide(nanos, milli));
  if (nanos % nano === 0n) return Number(nanos / nano);
  return Number(ceilDivide(nanos, milli)) / 1000;
}

/** Whether both are quantities of the same amount, such as `1` and `1000m`. */
export function equalQuantities(quantity: string | number, other: string | number): boolean {
  const amount = read(quantity);
  const right = read(other);
  return amount !== undefined && right !== undefined && amount.nanos === right.nanos;
}

/** The canonical form that Kubernetes prints (`0.5` → `500m`, `2048Mi` → `2Gi`), or undefined for text that is not a quantity. */
export function canonicalQuantity(value: string | number): string | undefined {
  const quantity = read(value);
  return quantity && print(quantity);
}

/**
 * An amount in the units of `Resources`, printed like Kubernetes does: millicores as `600m`, memory and storage as `6Gi`. The result has the
 * same type of suffix as `like`. A sum of amounts has that of its first amount.
 */
export function formatResource(name: string, amount: number, like?: string | number): string {
  if (!Number.isFinite(amount)) return 'unknown';
  const usual = isCountedInBytes(name) ? 'BinarySI' : 'DecimalSI';
  const format = (like === undefined ? undefined : read(like)?.format) ?? usual;
  return print({ nanos: toNanos(amount, name === 'cpu' ? milli : nano), format });
}

const isCountedInBytes = (name: string): boolean =>
  name === 'memory' || name === 'ephemeral-storage' || name === 'storage' || name.startsWith('hugepages-');

/** Amounts are exact to the thousandth of their unit. */
const toNanos = (amount: number, unit: bigint): bigint => {
  if (Number.isInteger(amount)) return BigInt(amount) * unit;
  return (BigInt(Math.round(amount * 1000)) * unit) / 1000n;
};

function read(value: string | number): Quantity | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (text.length > longest) return undefined;

  const match = pattern.exec(text);
  if (!match) return undefined;

  const [, sign = '', digits = '', suffix = ''] = match;
  const { base, exponent, format } = scaleOf(suffix);
  const nanos = scaled(digits, base, exponent);

  return { nanos: sign === '-' ? -nanos : nanos, format };
}

function scaleOf(suffix: string): { base: bigint; exponent: number; format: Format } {
  const binary = binarySuffixes.indexOf(suffix);
  if (binary > 0) return { base: 1024n, exponent: binary, format: 'BinarySI' };
  const decimal = decimalSuffixes.indexOf(suffix);
  if (decimal >= 0) return { base: 10n, exponent: (decimal - 3) * 3, format: 'DecimalSI' };
  return { base: 10n, exponent: Number(suffix.slice(1)), format: 'DecimalExponent' };
}

/** The billionths of `digits` × base^exponent, rounded up. */
function scaled(digits: string, base: bigint, exponent: number): bigint {
  const [whole = '', fraction = ''] = digits.split('.');
  const number = BigInt(whole + fraction);
  if (number === 0n) return 0n;

  if (base === 1024n) {
    const amount = ceilDivide(number * 1024n ** BigInt(exponent) * nano, 10n ** BigInt(fraction.length));
    if (amount > largestBinary) return largestBinary;
    return amount;
  }

  const shift = Math.min(exponent, largestExponent) - fraction.length + 9;
  if (shift >= 0) return number * 10n ** BigInt(shift);

  // At such small exponents, all digits round up to the smallest amount.
  if (shift < -longest - 1) return 1n;
  return ceilDivide(number, 10n ** BigInt(-shift));
}

/** Rounds away from zero, like Kubernetes. */
function ceilDivide(amount: bigint, unit: bigint): bigint {
  if (amount < 0n) return -ceilDivide(-amount, unit);
  return (amount + unit - 1n) / unit;
}

function inBaseUnits(nanos: bigint): number {
  const whole = nanos / nano;
  const fraction = nanos % nano;
  if (fraction === 0n) return Number(whole);
  return Number(nanos) / 1e9;
}

function print({ nanos, format }: Quantity): string {
  const sign = textIf(nanos < 0n, '-');
  const amount = nanos < 0n ? -nanos : nanos;
  // Below 1Ki and for fractions there are no binary suffixes, so Kubernetes uses decimal ones.
  if (format === 'BinarySI' && amount >= 1024n * nano && amount % nano === 0n) return sign + printBinary(amount / nano);
  return sign + printDecimal(amount, format === 'DecimalExponent');
}

function printBinary(units: bigint): string {
  let power = 0;
  let remainder = units;
  while (remainder % 1024n === 0n && power < binarySuffixes.length - 1) {
    remainder /= 1024n;
    power++;
  }

  return `${remainder}${binarySuffixes[power]}`;
}

function printDecimal(nanos: bigint, asExponent: boolean): string {
  if (nanos === 0n) return '0';

  let power = 0;
  let remainder = nanos;
  while (remainder % 1000n === 0n && (asExponent || power < decimalSuffixes.length - 1)) {
    remainder /= 1000n;
    power++;
  }

  if (!asExponent) return `${remainder}${decimalSuffixes[power]}`;

  if (power === 3) return `${remainder}`;
  return `${remainder}e${(power - 3) * 3}`;
}
