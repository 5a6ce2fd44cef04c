const DAY = '2026-01-31T'.length;
const YEAR = '2026-'.length;

/**
 * Removes what all timestamps of a table have in common, the day or at least the year, so that text has more room: `09:00:00.000`
 * below the heading `2026-01-31 UTC`. Without a common year, nothing changes and there is no heading.
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
