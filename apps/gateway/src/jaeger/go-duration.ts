/** Nanoseconds of each unit. */
const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const PART = /(\d{1,12})(?:\.(\d{1,9}))?(ns|us|µs|μs|ms|s|m|h)/y;

/** Nanoseconds of a duration as programs in Go write it, such as `1.5s` or `1h30m`; undefined for another text and a negative one. */
export function parseGoDuration(text: string): bigint | undefined {
  if (text === '0') return 0n;
  let total = 0n;
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const [, whole = '', fraction = '', unit = ''] = PART.exec(text) ?? [];
    const width = UNITS[unit];
    if (width === undefined) return undefined;
    total += BigInt(whole) * width + (BigInt(fraction.padEnd(9, '0')) * width) / 1_000_000_000n;
  }
  return text === '' ? undefined : total;
}
