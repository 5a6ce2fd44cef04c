/** Delay before the nth redelivery, n from 1: 100 ms, doubling up to 10 s. */
export function backoffMs(attempt: number): number {
  return Math.min(10_000, 100 * 2 ** Math.min(attempt - 1, 10));
}
