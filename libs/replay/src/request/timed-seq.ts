import { EVENT_TYPE } from '../events/event.js';
import type { ChunkPlace } from './read-request.js';

/** From here on, seqs are places that come from times. Recorders that number their chunks have lower ones. */
const FIRST_TIMED = 2 ** 31;
/** Chunks of a window that may begin in the same millisecond: a recorder cuts what it has only above several megabytes. */
const SLOTS = 16;
/**
 * The slots that chunks try first, by the type of their first event, in the order in which recorders emit them: what shows a page begins in
 * one millisecond, and is cut if it is large. Chunks of different types so have different places even if nothing is known of each other.
 */
const FIRST_SLOTS: ReadonlyMap<unknown, number> = new Map([
  [EVENT_TYPE.meta, 0],
  [EVENT_TYPE.fullSnapshot, 4],
]);
const FIRST_SLOT_OF_OTHERS = 8;
/** The milliseconds after which places repeat: 37 hours, and a session has at most 24. */
const CYCLE_MS = 2 ** 27;

/** Whether the recorder has numbered a chunk, so that a missing one is noticed. */
export function isNumbered(seq: number): boolean {
  return seq < FIRST_TIMED;
}

/**
 * The places that a chunk of a recorder without numbers may have, of which it takes the first one that no other chunk has. They depend on
 * nothing but the chunk, so a retry has the same ones, whatever else is known of the window.
 *
 * @param firstMs the time of its first event, in milliseconds since 1970.
 * @param firstType the type of its first event, if that can be seen.
 */
export function timedPlaces(window: Omit<ChunkPlace, 'seq'>, firstMs: number, firstType?: unknown): ChunkPlace[] {
  const first = FIRST_TIMED + (Math.floor(firstMs) % CYCLE_MS) * SLOTS;
  const firstSlot = FIRST_SLOTS.get(firstType) ?? FIRST_SLOT_OF_OTHERS;
  return Array.from({ length: SLOTS }, (_, index) => ({ ...window, seq: first + ((firstSlot + index) % SLOTS) }));
}

/**
 * Whether a chunk continues what is known of its window. A number must be the expected one. A time has to be no earlier, and whether
 * something is missing in between cannot be known.
 *
 * @param expected one more than the seq of the last chunk that is known.
 */
export function continues(expected: number, seq: number): boolean {
  if (isNumbered(seq)) return seq === expected;
  if (isNumbered(expected)) return false;
  const places = CYCLE_MS * SLOTS;
  return (seq - expected + places) % places < places / 2;
}
