import type { Arrival } from './arrivals.query.js';

/** The facts that arrivals contribute to an issue or to a place of it. Times are in nanoseconds since 1970. */
export interface SeenFacts {
  readonly issueId: string;
  first: bigint;
  last: bigint;
  /** Release of the earliest events; '' if unknown. */
  firstRelease: string;
  /** Release of the latest events that named one; '' if none did. */
  lastRelease: string;
  /** The time of the last of them; 0 if there are none. */
  lastNamed: bigint;
}

/** A place of an issue, with the times at which its events arrived from there. */
export interface SeenPlace {
  readonly issueId: string;
  readonly environment: string;
  readonly service: string;
  readonly release: string;
  readonly platform: string;
  readonly mechanism: string;
  first: bigint;
  last: bigint;
}

/** Arrivals of known issues, by issue. */
export function sumByIssue(arrivals: readonly (readonly [issueId: string, Arrival])[]): Map<string, SeenFacts> {
  const facts = new Map<string, SeenFacts>();
  for (const [issueId, { release, ...arrival }] of arrivals) {
    const [first, last] = [BigInt(arrival.first), BigInt(arrival.last)];
    const known = facts.get(issueId);
    if (!known) {
      const named = release === '' ? 0n : last;
      facts.set(issueId, { issueId, first, last, firstRelease: release, lastRelease: release, lastNamed: named });
      continue;
    }
    if (first < known.first) [known.first, known.firstRelease] = [first, release];
    if (last > known.last) known.last = last;
    if (release !== '' && last > known.lastNamed) [known.lastNamed, known.lastRelease] = [last, release];
  }
  return facts;
}

/** Sums arrivals by issue and place. */
export function sumByPlace(arrivals: readonly (readonly [issueId: string, Arrival])[]): SeenPlace[] {
  const places = new Map<string, SeenPlace>();
  for (const [issueId, arrival] of arrivals) {
    const { environment, service_name: service, release, platform, mechanism } = arrival;
    const key = JSON.stringify([issueId, environment, service, release, platform, mechanism]);
    const [first, last] = [BigInt(arrival.first), BigInt(arrival.last)];
    const known = places.get(key);
    if (!known) {
      places.set(key, { issueId, environment, service, release, platform, mechanism, first, last });
      continue;
    }
    if (first < known.first) known.first = first;
    if (last > known.last) known.last = last;
  }
  return [...places.values()];
}
