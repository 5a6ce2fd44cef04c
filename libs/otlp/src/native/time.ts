import type { FixedColumn } from './fixed-column.js';

/**
 * Appends an unsigned number of nanoseconds as DateTime64(9), which is signed: times after the year 2262 become the last
 * representable time.
 */
export function appendTime(column: FixedColumn, low: number, high: number): void {
  if (high <= 0x7fff_ffff) column.uint64(low, high);
  else column.uint64(0xffff_ffff, 0x7fff_ffff);
}
