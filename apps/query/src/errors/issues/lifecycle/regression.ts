import type { Resolution } from './lifecycle.js';

/** Events of a resolved issue. */
export interface ResolvedEvents {
  /** Time of the latest one, in nanoseconds since 1970. */
  readonly lastSeen: bigint;
  /** '' if unknown. */
  readonly release: string;
}

/** Negative if the first release precedes the second. */
export type CompareReleases = (first: string, second: string) => number;

/** The time after a resolution in the next release from which an event of unknown release counts. */
const UNKNOWN_RELEASE_NS = 24n * 3_600n * 1_000_000_000n;

/** Whether events regress an issue. Events of the time before the resolution that arrive late never do. */
export function regresses(
  { kind, release, at }: Resolution,
  events: ResolvedEvents,
  compareReleases: CompareReleases,
): boolean {
  const resolvedAt = BigInt(Date.parse(at)) * 1_000_000n;
  if (events.lastSeen <= resolvedAt) return false;
  if (kind === 'now') return true;
  if (events.release === '') return events.lastSeen >= resolvedAt + UNKNOWN_RELEASE_NS;
  // If the resolution has no release, every known release is a later one.
  return release === undefined || compareReleases(events.release, release) > 0;
}
