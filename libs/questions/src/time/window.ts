/** A window of time in milliseconds since 1970: `from` is inclusive, `to` exclusive. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** Longer windows are refused. */
export const MAX_WINDOW = 366 * DAY;

/** RFC 3339 in UTC. */
export const toText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
