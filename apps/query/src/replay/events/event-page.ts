import { EVENT_TYPE, type PackedEvent } from '@svc/replay';
import { sortYielding } from '@svc/runtime';
import { unavailable } from '@svc/service-error';
import type { Chunk, SessionShape, WindowShape } from '../reads/session-shape.js';

/** Characters of the events of a page, unless a single event has more. */
export const MAX_PAGE_LENGTH = 2 * 1024 * 1024;
/** Blocks that are read ahead, and the bytes of their events. */
const READ_AHEAD = { blocks: 8, bytes: 8 * 1024 * 1024 } as const;

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
  /** Bytes of events that reading a chunk takes. */
  readonly bytesOf: (chunk: Chunk) => number;
  /** Whether the time of the request is over. */
  readonly isSpent: () => boolean;
}

/**
 * Reads a page of events in their order, and of the blocks only those that the page needs. Chunks overlap: an event is on the page once no
 * chunk that is not read yet can have an earlier one.
 *
 * @returns a short page if the time is over.
 * @throws ServiceError unavailable if it is over before the first event is found.
 */
export async function readEventPage(request: EventPageRequest): Promise<EventPage> {
  const { shape, fromMs, after, limit, isSpent } = request;
  const sources = shape.windows
    .flatMap((window) => sourcesOf(window, fromMs))
    // Times of rows are whole milliseconds.
    .filter(({ chunk }) => !after || chunk.lastMs + 1 >= Math.floor(after.timeMs))
    .toSorted((a, b) => a.chunk.firstMs - b.chunk.firstMs);
  const page = new PageBuilder(limit);
  const blocks = new ReadAhead(sources, request);
  /** Events that come after one that may not be read yet, in order: as many as the page can take, and one more. */
  let waiting: readonly PlacedEvent[] = [];
  let unreadable = 0;
  for (const source of sources) {
    const end = waiting.findIndex((event) => event.timeMs >= source.chunk.firstMs);
    const isFull = page.add(end < 0 ? waiting : waiting.slice(0, end));
    waiting = end < 0 ? [] : waiting.slice(end);
    if (isFull) return { ...page.end(), unreadable };
    if (isSpent()) {
      if (page.events.length === 0) throw unavailable(new Error('a page of a recording took too long'));
      return { events: page.events, next: page.events.at(-1), unreadable };
    }
    const events = await blocks.next();
    if (!events) {
      unreadable++;
      continue;
    }
    const placed = place(source, events).filter((event) => !after || compare(event, after) > 0);
    waiting = page.fitting(await sortYielding([...waiting, ...placed], compare));
  }
  if (page.add(waiting)) return { ...page.end(), unreadable };
  return { events: page.events, next: undefined, unreadable };
}

/** Reads the blocks of sources before it is their turn, as far as they are small. */
class ReadAhead {
  #started = 0;
  #bytes = 0;
  readonly #reading: { readonly bytes: number; readonly events: ReturnType<EventPageRequest['read']> }[] = [];

  constructor(
    private readonly sources: readonly Source[],
    private readonly request: Pick<EventPageRequest, 'read' | 'bytesOf'>,
  ) {}

  async next(): Promise<readonly PackedEvent[] | undefined> {
    for (let chunk = this.#nextChunk(); chunk; chunk = this.#nextChunk()) {
      const bytes = this.request.bytesOf(chunk);
      if (this.#reading.length > 0 && this.#bytes + bytes > READ_AHEAD.bytes) break;
      this.#started++;
      this.#bytes += bytes;
      this.#reading.push({ bytes, events: settled(this.request.read(chunk)) });
    }
    const first = this.#reading.shift();
    this.#bytes -= first?.bytes ?? 0;
    return first?.events;
  }

  #nextChunk(): Chunk | undefined {
    return this.#reading.length < READ_AHEAD.blocks ? this.sources[this.#started]?.chunk : undefined;
  }
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

  /** Returns the first events that the page can still take, and the one after them, by which the page knows that it is full. */
  fitting(events: readonly PlacedEvent[]): readonly PlacedEvent[] {
    let length = this.#length;
    const end = events.findIndex(({ text }, index) => {
      if (this.events.length + index >= this.limit) return true;
      length += text.length;
      return length > MAX_PAGE_LENGTH && this.events.length + index > 0;
    });
    return end < 0 ? events : events.slice(0, end + 1);
  }

  end(): { readonly events: readonly PlacedEvent[]; readonly next: EventPosition | undefined } {
    return { events: this.events, next: this.#isFull ? this.events.at(-1) : undefined };
  }
}
