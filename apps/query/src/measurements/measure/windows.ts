import type { Measurement } from '@svc/contract';
import { NANOSECONDS_PER_SECOND, toNanoseconds, type TimeRange } from '@svc/reading/time';
import { ServiceError } from '@svc/service-error';

/** Windows of equal width at equal distances. Nanoseconds. */
export interface Windows {
  /** The start of the first window. */
  readonly origin: bigint;
  readonly width: bigint;
  /** The distance between the ends of two successive windows. */
  readonly step: bigint;
  readonly count: number;
  /**
   * The width of a cell: each window consists of whole cells, which are aggregated first, so that a record that lies in
   * many windows is read once.
   */
  readonly cell: bigint;
}

/**
 * Maximum number of cells in all windows of a measurement: combining more would take the engine longer than reading.
 */
const MAX_CELLS = 500_000n;

/** @throws ServiceError query_too_expensive if the windows overlap too often. */
export function toWindows({ firstEnd, count, stepSeconds, windowSeconds }: Measurement): Windows {
  if (!firstEnd) throw new ServiceError('internal', { cause: 'A measurement has no end' });
  const width = BigInt(windowSeconds) * NANOSECONDS_PER_SECOND;
  // The distance of a single window to the next is of no importance; as its width it makes one cell of it.
  const step = count === 1 ? width : BigInt(stepSeconds) * NANOSECONDS_PER_SECOND;
  const cell = greatestCommonDivisor(width, step);
  if ((width / cell) * BigInt(count) > MAX_CELLS) throw new ServiceError('query_too_expensive');
  return { origin: toNanoseconds(firstEnd) - width, width, step, count, cell };
}

/** The range from the start of the first window to the end of the last. */
export const wholeRange = ({ origin, width, step, count }: Windows): TimeRange => ({
  from: origin,
  to: origin + width + step * BigInt(count - 1),
});

/** The range of one window. */
export function windowRange({ origin, width, step }: Windows, nth: number): TimeRange {
  const from = origin + step * BigInt(nth);
  return { from, to: from + width };
}

/** Whether every cell starts and ends with a multiple of a width since 1970, or there is a single one. */
export const fitsCells = ({ origin, cell, count }: Windows, width: bigint): boolean =>
  count === 1 || (cell % width === 0n && origin % width === 0n);

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
