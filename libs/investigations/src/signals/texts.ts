const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 86_400_000;

/** A duration with the digits that matter: `0.4 ms`, `12 ms`, `1.8 s`, `4 min`, `2.5 h`, `30 days`. */
export function formatMs(milliseconds: number): string {
  if (milliseconds < MS_PER_SECOND) return `${digits(milliseconds)} ms`;
  if (milliseconds < 2 * MS_PER_MINUTE) return `${digits(milliseconds / MS_PER_SECOND)} s`;
  if (milliseconds < 2 * MS_PER_HOUR) return `${Math.round(milliseconds / MS_PER_MINUTE)} min`;
  if (milliseconds < 2 * MS_PER_DAY) return `${digits(milliseconds / MS_PER_HOUR)} h`;
  return `${digits(milliseconds / MS_PER_DAY)} days`;
}

/** A share in percent: `0.4 %`, `35 %`. */
export function formatShare(share: number): string {
  return `${digits(share * 100)} %`;
}

export function digits(value: number): string {
  const size = Math.abs(value);
  const rounded =
    size >= 10 ? Math.round(value) : size >= 1 ? Math.round(value * 10) / 10 : Number(value.toPrecision(1));
  return String(rounded);
}

/** The time of the day: `14:03:20 UTC`. */
export function formatTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(11, 19)} UTC`;
}

/** `1 error`, `2 errors`. */
export function counted(count: number, noun: string): string {
  const number = digits(count);
  return `${number} ${noun}${number === '1' ? '' : 's'}`;
}

/** The most characters of a name from telemetry in a sentence. */
export const MAX_NAME = 160;

/** A name from telemetry as it stands in a sentence: at most 160 characters on one line, without control characters. */
export function nameOf(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line.length <= MAX_NAME ? line : `${line.slice(0, MAX_NAME - 1)}…`;
}

export const quote = (text: string): string => `"${nameOf(text)}"`;
