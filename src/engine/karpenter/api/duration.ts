const nanosPerUnit: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/y;
const maximum = 2n ** 63n - 1n;

/** The nanoseconds of a Go duration (`1h30m`), or undefined if Go's time.ParseDuration refuses the text. `0` without a unit is allowed. */
export function parseDuration(text: string): bigint | undefined {
  const [, sign, body] = /^([+-]?)(.*)$/s.exec(text)!;
  if (body === '0') return 0n;
  if (!body || body.length > 128) return undefined;

  let total = 0n;
  let at = 0;
  while (at < body.length) {
    part.lastIndex = at;
    const match = part.exec(body);
    if (!match) return undefined;

    total += nanosOf(match[1]!, nanosPerUnit[match[2]!]!);
    at = part.lastIndex;
  }

  if (total > maximum) return undefined;

  if (sign === '-') return -total;
  return total;
}

/** Digits below a nanosecond are dropped, as in Go. */
function nanosOf(digits: string, unit: bigint): bigint {
  const [whole = '', fraction = ''] = digits.split('.');
  return BigInt(whole || '0') * unit + (BigInt(fraction || '0') * unit) / 10n ** BigInt(fraction.length);
}

/** Whether two texts are durations of the same length, such as `24h` and `1440m`. */
export function equalDurations(duration: string, other: string): boolean {
  const nanos = parseDuration(duration);
  return nanos !== undefined && nanos === parseDuration(other);
}
