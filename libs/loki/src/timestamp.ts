const NANOSECONDS = 1_000_000_000n;
const LOW = 0xffff_ffffn;
const LARGEST = 2n ** 64n - 1n;

export interface Halves {
  readonly timeLow: number;
  readonly timeHigh: number;
}

/** Seconds and nanoseconds as one number of nanoseconds; undefined if it does not fit 64 bits. */
export function joinTime(seconds: bigint, nanoseconds: number): Halves | undefined {
  return toHalves(seconds * NANOSECONDS + BigInt(nanoseconds));
}

/** Splits nanoseconds since the epoch; undefined for a number that is not one of 64 bits. */
export function toHalves(time: bigint): Halves | undefined {
  if (time < 0n || time > LARGEST) return undefined;
  return { timeLow: Number(time & LOW), timeHigh: Number(time >> 32n) };
}
