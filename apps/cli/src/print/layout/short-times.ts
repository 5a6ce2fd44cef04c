const DAY = '2026-01-31T'.length;
const YEAR = '2026-'.length;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})T([\d:.]+)Z$/;

/**
 * Removes the common part of all timestamps of a table, the day or at least the year, so that text has more room:
 * `09:00:00.000` below the heading `2026-01-31 UTC`. Without a common year, nothing changes and there is no heading.
 *
 * @param isTime whether a column contains timestamps as `toMillisecond` and `toSecond` print them, or nothing
 */
export function shortenTimes(
  cells: readonly string[][],
  isTime: readonly boolean[],
): { cells: readonly string[][]; heading?: string } {
  const times = cells.flatMap((line) => line.filter((cell, column) => isTime[column] && cell !== ''));
  const common = [DAY, YEAR].find((length) => new Set(times.map((time) => time.slice(0, length))).size === 1);
  if (common === undefined) return { cells };
  const shorten = (time: string): string => time.slice(common, -1).replace('T', ' ');
  return {
    cells: cells.map((line) => line.map((cell, column) => (isTime[column] ? shorten(cell) : cell))),
    heading: `${times[0]?.slice(0, common - 1)} UTC`,
  };
}

export interface ShortTime {
  readonly time: string;
  /** The day, with the first time and where the day changes. */
  readonly heading?: string;
}

/** Returns a function that shortens the timestamps of an endless list, one after the other. */
export function timeShortener(): (timestamp: string) => ShortTime {
  let known: string | undefined;
  return (timestamp) => {
    const [, day, time] = TIMESTAMP.exec(timestamp) ?? [];
    if (day === undefined || time === undefined) return { time: timestamp };
    const heading = day === known ? undefined : `${day} UTC`;
    known = day;
    return { time, ...(heading !== undefined && { heading }) };
  };
}
