import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import type { ServerEvent } from '../runtime/server-event.js';
import { isObject, type Json } from '../runtime/values/json.js';
import { isTemporary } from './retry.js';

/** Opens the stream once. @throws Failure when the request is refused or gets no response. */
export type OpenStream = (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>;

export interface FollowOptions {
  readonly io: Pick<Io, 'sleep' | 'random'>;
  /** Timeout for opening the stream. */
  readonly timeoutMs: number;
  /** Called before each wait. */
  readonly onReconnect?: (delayMs: number) => void;
  /** A stream without data for longer is considered dead: the service sends a heartbeat every 15 seconds. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 45_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
/**
 * Number of attempts before the stream has been open once, when the address may be wrong; later attempts are unlimited.
 */
const FIRST_ATTEMPTS = 4;

/** Yielded, like the service's own event, where the last event has become too old to resume after. */
const GAP: ServerEvent = { name: 'dropped', data: { count: 0, gap: true } };

/**
 * Follows a stream across connections, each time resuming after the last event that was yielded. Ends only with a permanent
 * refusal, or if the stream could never be opened.
 */
export async function* followEvents(open: OpenStream, options: FollowOptions): AsyncGenerator<ServerEvent> {
  const { io, onReconnect } = options;
  const state: State = { lastId: '', retryMs: FIRST_RETRY_MS, hasBegun: false };
  for (let failures = 1; ; failures++) {
    try {
      for await (const event of connection(open, state, options)) {
        failures = 0;
        yield event;
      }
    } catch (error) {
      if (state.lastId !== '' && isRefusedPosition(error)) {
        state.lastId = '';
        yield GAP;
        continue;
      }
      if (!mayReturn(error) || (!state.hasBegun && failures >= FIRST_ATTEMPTS)) throw error;
    }
    const backoff = Math.min(MAX_RETRY_MS, state.retryMs * 2 ** Math.max(0, failures - 1));
    const delayMs = Math.round(backoff * (0.5 + io.random() / 2));
    onReconnect?.(delayMs);
    await io.sleep(delayMs);
  }
}

interface State {
  /** Empty before the first event with an ID. */
  lastId: string;
  retryMs: number;
  /** Whether the stream has been open once. */
  hasBegun: boolean;
}

/** Yields the events of one connection until it ends or fails. */
async function* connection(
  open: OpenStream,
  state: State,
  { timeoutMs, silenceMs = SILENCE_MS }: FollowOptions,
): AsyncGenerator<ServerEvent> {
  const giveUp = new AbortController();
  const abort = (): void => giveUp.abort(new DOMException('no data for too long', 'TimeoutError'));
  let timer = setTimeout(abort, timeoutMs);
  const received: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (event) => received.push(event),
    onRetry: (ms) => (state.retryMs = Math.min(ms, MAX_RETRY_MS)),
  });
  try {
    const response = await open(state.lastId === '' ? {} : { 'last-event-id': state.lastId }, giveUp.signal);
    state.hasBegun = true;
    const decoder = new TextDecoder();
    for await (const chunk of readChunks(response)) {
      clearTimeout(timer);
      timer = setTimeout(abort, silenceMs);
      parser.feed(decoder.decode(chunk, { stream: true }));
      for (const { id, event = 'message', data } of received.splice(0)) {
        yield { name: event, data: JSON.parse(data) as Json };
        // Only after the consumer has taken the event: one that was not shown must be sent again.
        if (id !== undefined && id !== '') state.lastId = id;
      }
    }
  } finally {
    clearTimeout(timer);
    giveUp.abort();
  }
}

async function* readChunks(response: Response): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  try {
    // Bodies are iterable in Node, but not in the types of the DOM.
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) yield chunk;
  } catch {
    throw new Failure('unreachable', 'The connection was lost');
  }
}

/** Whether the service refused the position only: it was disconnected for minutes, or restarted with another secret. */
function isRefusedPosition(error: unknown): boolean {
  if (!(error instanceof Failure) || error.response?.status !== 400) return false;
  const { details } = error.response;
  return (
    Array.isArray(details) && (details as Json[]).some((detail) => isObject(detail) && detail['path'] === 'resume')
  );
}

/** Whether a new connection may succeed: a refusal of the request itself is permanent, other failures may be temporary. */
function mayReturn(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const status = error.response?.status;
  return status === undefined ? ['unreachable', 'timeout'].includes(error.error) : isTemporary(status);
}
