/** A date, optionally followed by hours and minutes, seconds, and a fraction of up to three digits. */
const COMPACT = /(?<!\d)(\d{4})(\d\d)(\d\d)[-_T]?(\d\d)(\d\d)(?:(\d\d)(\d{2,3})?)?Z?(?!\d)/g;

/**
 * Masks times that exist in the calendar, written without separators, as runs and correlation ids contain them:
 * `20260115093011`, `20260115-093003`, `20260115T093011037Z`.
 */
export function withoutTimestamps(text: string): string {
  return text.replace(COMPACT, (token: string, ...parts: (string | undefined)[]) => {
    const [year, month, day, hour, minute, second = '0'] = parts;
    const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
    return isTime && isDay(Number(year), Number(month), Number(day)) ? blot(token) : token;
  });
}

/** Matches UUIDs, and hexadecimal tokens of usual lengths that contain a letter. */
const IDENTIFIER =
  /(?<![0-9a-z])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=\d*[a-f])(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32}|[0-9a-f]{16}))(?![0-9a-z])/gi;

/** Masks tokens whose digits are not a number. */
export function withoutIdentifiers(text: string): string {
  return text.replace(IDENTIFIER, blot);
}

/** The mask has the same length, so that positions do not change. */
function blot(token: string): string {
  return 'x'.repeat(token.length);
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
