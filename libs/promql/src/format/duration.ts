const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** Units of durations in milliseconds, and whether a unit is only written if it divides the rest. */
const UNITS: readonly (readonly [string, number, boolean])[] = [
  ['y', 365 * DAY, true],
  ['w', 7 * DAY, true],
  ['d', DAY, false],
  ['h', 3_600 * SECOND, false],
  ['m', 60 * SECOND, false],
  ['s', SECOND, false],
  ['ms', 1, false],
];

const FORM = /^(?:(\d+)y)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;

/** Reads a duration such as `1h30m` in milliseconds; undefined if the text is none. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const found = text === '' ? null : FORM.exec(text);
  return found?.slice(1).reduce((sum, count, index) => sum + Number(count ?? 0) * UNITS[index][1], 0);
}

/** Writes milliseconds as a duration, whose smallest unit is the millisecond. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.trunc(milliseconds);
  if (rest === 0) return '0s';
  let text = '';
  for (const [unit, size, isExact] of UNITS) {
    if (isExact && rest % size !== 0) continue;
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * size;
  }
  return text;
}
