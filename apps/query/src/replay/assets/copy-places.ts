import type { SessionShape, WindowShape } from '../reads/session-shape.js';
import { pinOf } from './asset-pin.js';

/** For which window a copy is, and from when on; in milliseconds since 1970. */
export interface CopyPlace {
  /** '' for every window. */
  readonly windowId: string;
  /** By the clock of the browser, which is that of the events of the window. */
  readonly fromMs: number;
  /** The time of the event with the clock of the browser corrected, in milliseconds since 1970. */
  readonly timeMs: number;
}

/**
 * Where the copies of a release are. A recording of one release has them for every window. Otherwise windows differ: two tabs can show two
 * releases at the same time, and their clocks can be corrected by different shifts.
 *
 * @returns what returns the places for a pin.
 */
export function copyPlaces(shape: SessionShape, startedAtMs: number): (pin: string) => readonly CopyPlace[] {
  const starts = shape.windows.flatMap(startsOf);
  const fromMs = starts.reduce((least, { place }) => Math.min(least, place.fromMs), starts[0]?.place.fromMs ?? 0);
  const everywhere = [{ windowId: '', fromMs, timeMs: shape.firstMs }];
  const byPin = Map.groupBy(starts, ({ release }) => pinOf(release, startedAtMs));
  if (byPin.size <= 1) return () => everywhere;
  const places = new Map([...byPin].map(([pin, of]) => [pin, of.map(({ place }) => place)]));
  return (pin) => places.get(pin) ?? everywhere;
}

interface ReleaseStart {
  readonly release: string;
  readonly place: CopyPlace;
}

/** When each release begins in a window. */
function startsOf({ id, shiftMs, chunks }: WindowShape): ReleaseStart[] {
  const starts = new Map<string, number>();
  for (const { row, firstMs } of chunks)
    starts.set(row.release, Math.min(firstMs, starts.get(row.release) ?? Infinity));
  return [...starts].map(([release, timeMs]) => {
    return { release, place: { windowId: id, fromMs: timeMs - shiftMs, timeMs } };
  });
}
