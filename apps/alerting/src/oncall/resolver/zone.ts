import { wallTimeAt, type WallTime } from '@svc/reading/time';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Offsets from UTC are between -12 and +14 hours. */
const BEYOND_OFFSETS_MS = 15 * HOUR_MS;
/** No zone has changed its offset twice within this time since 2000. */
const SAMPLE_MS = 4 * 24 * HOUR_MS;

/** An offset and the time from which it applies. */
interface Change {
  readonly at: number;
  readonly offset: number;
}

/** Converts between times and what clocks in a zone show. The changes of offsets are computed year by year and kept. */
export class Zone {
  readonly #years = new Map<number, readonly Change[]>();
  #latest: { start: number; end: number; changes: readonly Change[] } = { start: 0, end: 0, changes: [] };

  constructor(private readonly name: string) {}

  /** Returns the local time. */
  wallAt(ms: number): WallTime {
    return ms + this.#offsetAt(ms);
  }

  /** The first moment at which clocks show a time. For a time that is skipped, the moment of the skip. */
  firstMomentAt(wall: WallTime): number {
    const before = this.#offsetAt(wall - BEYOND_OFFSETS_MS);
    const after = this.#offsetAt(wall + BEYOND_OFFSETS_MS);
    if (before === after) return wall - before;
    const early = wall - Math.max(before, after);
    if (this.wallAt(early) === wall) return early;
    const late = wall - Math.min(before, after);
    return this.wallAt(late) === wall ? late : this.#changeWithin(early, late);
  }

  #offsetAt(ms: number): number {
    if (ms < this.#latest.start || ms >= this.#latest.end) this.#loadYear(new Date(ms).getUTCFullYear());
    const { changes } = this.#latest;
    for (let index = changes.length - 1; index > 0; index--) {
      const change = changes[index];
      if (change && ms >= change.at) return change.offset;
    }
    return changes[0]?.offset ?? 0;
  }

  #loadYear(year: number): void {
    const [start, end] = [Date.UTC(year), Date.UTC(year + 1)];
    const changes = this.#years.get(year) ?? this.#changesIn(start, end);
    this.#years.set(year, changes);
    this.#latest = { start, end, changes };
  }

  #changesIn(start: number, end: number): Change[] {
    const changes: Change[] = [{ at: start, offset: this.#computeOffset(start) }];
    for (let from = start; from < end; from += SAMPLE_MS) {
      const to = Math.min(from + SAMPLE_MS, end);
      const offset = this.#computeOffset(to);
      if (offset === changes.at(-1)?.offset) continue;
      const at = this.#changeWithin(from, to);
      if (at < end) changes.push({ at, offset });
    }
    return changes;
  }

  /** The minute in (from, to] from which the offset of `to` applies. */
  #changeWithin(from: number, to: number): number {
    const offset = this.#computeOffset(to);
    let [low, high] = [Math.floor(from / MINUTE_MS), Math.ceil(to / MINUTE_MS)];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#computeOffset(middle * MINUTE_MS) === offset) high = middle;
      else low = middle;
    }
    return high * MINUTE_MS;
  }

  #computeOffset(ms: number): number {
    return wallTimeAt(ms, this.name) - ms;
  }
}

const zones = new LRUCache<string, Zone>({ max: 200 });

/** The zone with this name, with what was computed of it before. */
export function findZone(name: string): Zone {
  const zone = zones.get(name) ?? new Zone(name);
  zones.set(name, zone);
  return zone;
}
