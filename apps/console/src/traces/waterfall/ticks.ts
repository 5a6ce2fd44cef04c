const SECOND = 1e9;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Steps of clocks; below a second and above a day, steps are 1, 2 or 5 times a power of ten. */
const CLOCK = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  DAY,
];
const UNITS = [
  ['s', SECOND],
  ['ms', 1e6],
  ['µs', 1e3],
  ['ns', 1],
] as const;

/** The distance of ticks, in nanoseconds, that puts at most `most` of them into a range. */
export function niceStep(rangeNs: number, most: number): number {
  const least = Math.max(1, rangeNs / Math.max(1, most));
  if (least > SECOND / 2 && least <= DAY) return CLOCK.find((step) => step >= least) ?? DAY;
  const unit = least > DAY ? DAY : 1;
  const power = 10 ** Math.floor(Math.log10(least / unit)) * unit;
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}

export interface Tick {
  readonly atNs: number;
  readonly label: string;
}

/** Ticks of a range of nanoseconds, at multiples of a nice step. */
export function toTicks(fromNs: number, toNs: number, most: number): readonly Tick[] {
  const step = niceStep(toNs - fromNs, most);
  const first = Math.ceil(fromNs / step);
  const count = Math.max(0, Math.floor(toNs / step) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const atNs = (first + index) * step;
    return { atNs, label: formatOffset(atNs, step, toNs) };
  });
}

/** A time since the start, in the unit of the greatest time beside it, with the digits that the step needs. */
function formatOffset(ns: number, step: number, greatest: number): string {
  if (greatest >= MINUTE) return formatClock(ns, step);
  const [name, unit] = UNITS.find(([, size]) => greatest >= size) ?? UNITS[3];
  return `${(ns / unit).toFixed(digitsBelow(unit, step))} ${name}`;
}

function formatClock(ns: number, step: number): string {
  const days = Math.floor(ns / DAY);
  const hours = Math.floor((ns % DAY) / HOUR);
  const minutes = Math.floor((ns % HOUR) / MINUTE);
  const digits = digitsBelow(SECOND, step);
  const seconds = ((ns % MINUTE) / SECOND).toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, '0');
  const clock = `${hours > 0 || days > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : minutes}:${seconds}`;
  return days > 0 ? `${days} d ${clock}` : clock;
}

function digitsBelow(unit: number, step: number): number {
  return Math.max(0, Math.ceil(Math.log10(unit / step) - 1e-9));
}
