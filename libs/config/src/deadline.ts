/** More would only hide a process that hangs. */
const MAX_SCALE = 100;

/** Reads by how much deadlines are longer: a number from 1 to 100; anything else counts as 1. */
export function toTimeScale(text: string | undefined): number {
  const scale = Number(text);
  return scale >= 1 ? Math.min(scale, MAX_SCALE) : 1;
}

const scale = toTimeScale(process.env['SVC_TIME_SCALE']);

/**
 * Returns how long to wait for something that usually takes a small part of the given time: a connection, a lock, a statement, a call,
 * the body of a request. Tests set `SVC_TIME_SCALE`, because a machine that runs many of them is slower than any that serves users.
 * Intervals, leases, lifetimes and everything else that a user can observe on purpose do not pass through it.
 */
export function deadline(milliseconds: number): number {
  return Math.round(milliseconds * scale);
}
