/** Keeps the line within a usual terminal. */
const MAX_BARS = 40;
const BARS = ' ▁▂▃▄▅▆▇█';

/** Draws values as bars; adjacent values are added if there are too many. */
export function sparkline(values: readonly number[]): string {
  const width = Math.ceil(values.length / MAX_BARS);
  const sums = Array.from({ length: Math.ceil(values.length / width) }, (_, index) =>
    values.slice(index * width, (index + 1) * width).reduce((sum, value) => sum + value, 0),
  );
  const most = Math.max(0, ...sums) || 1;
  // Rounds up, so that only zero has no bar.
  return sums.map((sum) => BARS[Math.ceil((sum / most) * (BARS.length - 1))] ?? '').join('');
}
