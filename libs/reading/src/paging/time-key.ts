import type { Position } from '../statement/index.js';
import { NANOSECONDS_PER_MILLISECOND } from '../time/index.js';

/** A moment and the UUID of a record, as the relational store sorts records. */
export interface StoredKey {
  readonly at: Date;
  readonly id: string;
}

/** The key of a record in a list that is sorted by time and ID. */
export const toListPosition = ({ at, id }: StoredKey): Position => ({
  value: BigInt(at.getTime()) * NANOSECONDS_PER_MILLISECOND,
  id: id.replaceAll('-', ''),
});

/**
 * The key before which the records after a position of a descending list are. The store keeps milliseconds: within the one that the
 * position divides, all records are after it.
 */
export function toStoredKey({ value, id }: Position): StoredKey {
  const isWhole = value % NANOSECONDS_PER_MILLISECOND === 0n;
  return { at: new Date(Number(value / NANOSECONDS_PER_MILLISECOND)), id: toUuid(isWhole ? id : LAST) };
}

/** The first millisecond that is not before a time in nanoseconds, for inclusive lower and exclusive upper bounds. */
export function ceilToDate(nanoseconds: bigint): Date {
  return new Date(Number((nanoseconds + NANOSECONDS_PER_MILLISECOND - 1n) / NANOSECONDS_PER_MILLISECOND));
}

const LAST = 'f'.repeat(32);
const toUuid = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toLowerCase();
