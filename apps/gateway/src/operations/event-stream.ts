import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@bufbuild/protobuf';
import { toServerEvent, type Operation } from '@svc/contract';
import { toServiceError } from '@svc/service-error';
import type { FastifyReply } from 'fastify';

export interface StreamOptions {
  /** Aborts when the gateway begins to stop. */
  readonly stopping: AbortSignal;
  readonly maxDurationMs: number;
  /** The time between two checks of the credential. */
  readonly checkMs: number;
}

/** The time for which a client waits before it reconnects, unless it decides otherwise. */
const RETRY_MS = 2_000;
/** Text that is buffered for a client that reads slowly; beyond it no further messages are read from the service. */
const BUFFERED_CHARACTERS = 16 * 1024;

/** Media type of a stream. */
export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8';

type EndReason = 'completed' | 'max_duration' | 'key_revoked' | 'server_shutdown' | 'error';

export interface OpenStream extends StreamOptions {
  /** Ends the service's stream. */
  readonly leaving: AbortController;
  readonly isStillValid: () => Promise<boolean>;
}

/**
 * Answers with server-sent events until the client leaves, the service ends or has sent everything, an hour is over, the credential is
 * revoked or the gateway stops. In every case but the first an `end` event says why, and when to reconnect.
 */
export function sendEvents(
  operation: Operation,
  messages: AsyncIterable<Message>,
  reply: FastifyReply,
  stream: OpenStream,
): void {
  const text = Readable.from(toText(operation, messages, stream), {
    objectMode: false,
    highWaterMark: BUFFERED_CHARACTERS,
  });
  void reply
    .code(operation.successStatus)
    // Proxies must neither collect the events nor keep them. A connection that outlived its stream would delay the stop.
    .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', connection: 'close' })
    .type(EVENT_STREAM_TYPE)
    .send(text);
}

async function* toText(
  operation: Operation,
  messages: AsyncIterable<Message>,
  { leaving, ...stream }: OpenStream,
): AsyncGenerator<string> {
  let reason: EndReason = 'error';
  void findEndReason(stream, leaving.signal).then((found) => {
    reason = found;
    // The stream of the service then fails, which ends the loop below.
    leaving.abort();
  });
  try {
    yield `retry: ${RETRY_MS}\n\n`;
    for await (const message of messages) yield formatEvent(toServerEvent(operation.rpc.output, message));
    if (!leaving.signal.aborted) reason = 'completed';
  } catch (error) {
    if (!leaving.signal.aborted) reason = toEndReason(error);
  } finally {
    leaving.abort();
  }
  yield formatEvent({ name: 'end', data: { reason, retry_ms: RETRY_MS } });
}

/** Resolves with why the gateway ends the stream. */
async function findEndReason(
  { stopping, maxDurationMs, checkMs, isStillValid }: Omit<OpenStream, 'leaving'>,
  left: AbortSignal,
): Promise<EndReason> {
  const overAt = performance.now() + maxDurationMs;
  const signal = AbortSignal.any([stopping, left]);
  for (;;) {
    if (signal.aborted) return 'server_shutdown';
    const leftMs = overAt - performance.now();
    if (leftMs <= 0) return 'max_duration';
    await pause(Math.min(checkMs, leftMs), undefined, { signal }).catch(() => undefined);
    // A store that does not answer does not end an admitted stream.
    if (!signal.aborted && !(await isStillValid().catch(() => true))) return 'key_revoked';
  }
}

/** An unavailable service counts as a shutdown: all a client can do is reconnect. */
function toEndReason(error: unknown): EndReason {
  return toServiceError(error).code === 'unavailable' ? 'server_shutdown' : 'error';
}

/** JSON has no line breaks of its own, so the data is one line. */
function formatEvent({
  id,
  name,
  data,
}: {
  readonly id?: string;
  readonly name: string;
  readonly data: object;
}): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
