/** A chunk that is ready to be sent. */
export interface Chunk {
  readonly sessionId: string;
  readonly seq: number;
  /** The body of the request, which stays the same in each attempt. */
  readonly text: string;
  /** Whether it has a full snapshot. */
  readonly hasSnapshot?: boolean;
}

/** A chunk is complete at this length of its events or this long after its first event. */
export const FULL_LENGTH = 512 * 1024;
export const FULL_AFTER_MS = 5_000;
/** Characters of a chunk of several events: below the limit of the service for a body, also if it is not compressed. */
const MAX_LENGTH = 1024 * 1024;
/** Events shorter than this stay with an event of any length: a full snapshot stays with the description of its page. */
const SHORT_LENGTH = 64 * 1024;
/** The service takes 20,000 events in a chunk. */
const MAX_EVENTS = 10_000;
/** The service takes 16 MiB after decompression; a character has up to three bytes in UTF-8. */
const MAX_EVENT_LENGTH = 15 * 1024 * 1024;

/** Collects events, as JSON, into chunks. An event is never divided. */
export interface Chunker {
  /** @returns false if the event is larger than any chunk. */
  add(event: string, isSnapshot?: boolean): boolean;
  /** Completes the chunk that has events. */
  cut(): void;
}

/** @param complete is called with the events of each chunk, as the text of a JSON array, and whether a full snapshot is one of them. */
export function createChunker(complete: (events: string, hasSnapshot: boolean) => void): Chunker {
  let events: string[] = [];
  let length = 0;
  let hasSnapshot = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cut = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (length) complete(`[${events.join()}]`, hasSnapshot);
    events = [];
    length = 0;
    hasSnapshot = false;
  };
  return {
    cut,
    add(event, isSnapshot = false) {
      if (event.length > MAX_EVENT_LENGTH) return false;
      if ((length > SHORT_LENGTH && length + event.length > MAX_LENGTH) || events.length === MAX_EVENTS) cut();
      events.push(event);
      length += event.length;
      hasSnapshot ||= isSnapshot;
      if (length >= FULL_LENGTH) cut();
      else timer ??= setTimeout(cut, FULL_AFTER_MS);
      return true;
    },
  };
}
