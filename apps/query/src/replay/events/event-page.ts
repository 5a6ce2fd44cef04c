import { EVENT_TYPE, type PackedEvent } from '@svc/replay';
import { sortYielding } from '@svc/runtime';
import type { Chunk, SessionShape, WindowShape } from '../reads/session-shape.js';

/** Characters of the events of a page, unless a single event has more. */
const MAX_PAGE_LENGTH = 2 * 1024 * 1024;
/**
 * Characters of events that wait for earlier ones of chunks that are not read yet. Only a sender that makes all of its chunks overlap gets
 * there; its events are then no longer in order.
 */
const MAX_WAITING_LENGTH = 32 * 1024 * 1024;
/** Blocks that are read ahead. */
const READ_AHEAD = 8;

/** The place of an event in the order of a recording: by time, then by window, chunk and place in the chunk. */
export interface EventPosition {
  /** Milliseconds since 1970, with the clock corrected. */
  readonly timeMs: number;
  readonly windowId: string;
  readonly seq: number;
  readonly index: number;
}

export interface PlacedEvent extends EventPosition {
  /** JSON. */
  readonly text: string;
}

export interface EventPage {
  readonly events: readonly PlacedEvent[];
  /** The last event of the page, if more follow. */
  readonly next: EventPosition | undefined;
  /** Chunks that could not be read. */
  readonly unreadable: number;
}

export interface EventPageRequest {
  readonly shape: SessionShape;
  /** Time at which a player shows the recording, in milliseconds since 1970; the whole recording if undefined. */
  readonly fromMs: number | undefined;
  readonly after: EventPosition | undefined;
  readonly limit: number;
  /** Reads the events of a chunk; undefined if its object is gone. */
  readonly read: (chunk: Chunk) => Promise<readonly PackedEvent[] | undefined>;
}

/** Reads a page of events in their order, and of the blocks only those that the page needs. */
export async function readEventPage({ shape, fromMs, after, limit, read }: EventPageRequest): Promise<EventPage> {
  const sources = shape.windows
    .flatMap((window) => sourcesOf(window, fromMs))
    // Times of rows are whole milliseconds.
    .filter(({ chunk }) => !after || chunk.lastMs + 1 >= Math.floor(after.timeMs))
    .toSorted((a, b) => a.chunk.firstMs - b.chunk.firstMs);
  const page = new PageBuilder(limit);
  let waiting: PlacedEvent[] = [];
  let waitingLength = 0;
  let unreadable = 0;
  const takeUntil = (timeMs: number): boolean => {
    const end = waiting.findIndex((event) => event.timeMs >= timeMs);
    const ready = end < 0 ? waiting : waiting.slice(0, end);
    waiting = end < 0 ? [] : waiting.slice(end);
    waitingLength = lengthOf(waiting);
    return page.add(ready);
  };
  const reading = new Map<Source, ReturnType<typeof read>>();
  for (const [at, source] of sources.entries()) {
    if (takeUntil(source.chunk.firstMs)) return { ...page.end(), unreadable };
    for (const next of sources.slice(at, at + READ_AHEAD))
      if (!reading.has(next)) reading.set(next, settled(read(next.chunk)));
    const events = await reading.get(source);
    reading.delete(source);
    if (!events) {
      unreadable++;
      continue;
    }
    const placed = place(source, events).filter((event) => !after || compare(event, after) > 0);
    waiting = await sortYielding([...waiting, ...placed], compare);
    waitingLength += lengthOf(placed);
    if (waitingLength > MAX_WAITING_LENGTH && takeUntil(Infinity)) return { ...page.end(), unreadable };
  }
  if (takeUntil(Infinity)) return { ...page.end(), unreadable };
  return { events: page.events, next: undefined, unreadable };
}

interface Source {
  readonly window: WindowShape;
  readonly chunk: Chunk;
  /** The time of the full snapshot before which events of this chunk are left out. */
  readonly snapshotMs?: number | undefined;
}

/** The chunks of a window that a player needs: from its last full snapshot on, or else from its first one. */
function sourcesOf(window: WindowShape, fromMs: number | undefined): Source[] {
  if (fromMs === undefined) return window.chunks.map((chunk) => ({ window, chunk }));
  const snapshotMs = window.snapshots.findLast((time) => time <= fromMs) ?? window.snapshots[0];
  const first = window.chunks.findIndex(({ snapshots }) => snapshotMs !== undefined && snapshots.includes(snapshotMs));
  if (first < 0) return [];
  return window.chunks
    .slice(first)
    .map((chunk, index) => ({ window, chunk, snapshotMs: index === 0 ? snapshotMs : undefined }));
}

function place({ window, chunk, snapshotMs }: Source, events: readonly PackedEvent[]): PlacedEvent[] {
  const first = snapshotMs === undefined ? 0 : firstNeeded(events, snapshotMs - window.shiftMs);
  return events.slice(first).map(({ timestamp, text }, index) => ({
    timeMs: timestamp + window.shiftMs,
    windowId: window.id,
    seq: chunk.row.seq,
    index: first + index,
    text,
  }));
}

/** The full snapshot, or the event in front of it that says how large the window is. */
function firstNeeded(events: readonly PackedEvent[], snapshotMs: number): number {
  const at = events.findIndex(
    ({ type, timestamp }) => type === EVENT_TYPE.fullSnapshot && Math.floor(timestamp) === snapshotMs,
  );
  const meta = events.slice(0, Math.max(at, 0)).findLastIndex(({ type }) => type === EVENT_TYPE.meta);
  return meta >= 0 ? meta : Math.max(at, 0);
}

function compare(a: EventPosition, b: EventPosition): number {
  if (a.timeMs !== b.timeMs) return a.timeMs - b.timeMs;
  if (a.windowId !== b.windowId) return a.windowId < b.windowId ? -1 : 1;
  return a.seq - b.seq || a.index - b.index;
}

const lengthOf = (events: readonly PlacedEvent[]): number => events.reduce((sum, { text }) => sum + text.length, 0);

/** Keeps a failure for the one who awaits it: a page may end before that. */
function settled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

/** Collects events up to the size of a page. */
class PageBuilder {
  readonly events: PlacedEvent[] = [];
  #length = 0;
  #isFull = false;

  constructor(private readonly limit: number) {}

  /** @returns whether the page is full, and more events follow. */
  add(events: readonly PlacedEvent[]): boolean {
    for (const event of events) {
      const isTooLong = this.events.length > 0 && this.#length + event.text.length > MAX_PAGE_LENGTH;
      if (this.events.length >= this.limit || isTooLong) return (this.#isFull = true);
      this.events.push(event);
      this.#length += event.text.length;
    }
    return false;
  }

  end(): { readonly events: readonly PlacedEvent[]; readonly next: EventPosition | undefined } {
    return { events: this.events, next: this.#isFull ? this.events.at(-1) : undefined };
  }
}
