import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Message } from '@bufbuild/protobuf';
import { eventOf, type Operation } from '@svc/contract';
import { toServiceError } from '@svc/errors';
import type { FastifyReply } from 'fastify';

export interface StreamOptions {
  /** Aborts when the gateway begins to stop. */
  readonly stopping: AbortSignal;
  readonly maxDurationMs: number;
  /** Between two looks whether the credential is still good. */
  readonly checkMs: number;
}

/** How long a client waits before it comes back, unless it has reasons of its own. */
const RETRY_MS = 2_000;
/** Text that Node holds back for a client that reads slowly; behind it the service is not asked for more. */
const BUFFERED_CHARACTERS = 16 * 1024;

/** What a stream answers with. */
export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8';

type EndReason = 'max_duration' | 'key_revoked' | 'server_shutdown' | 'error';

export interface OpenStream extends StreamOptions {
  /** Ends the service's stream. */
  readonly leaving: AbortController;
  readonly isStillGood: () => Promise<boolean>;
}

/**
 * Answers with server-sent events until the client leaves, the service ends, an hour is over, the credential is revoked or the
 * gateway stops. In every case but the first an `end` event says why and when to come back.
 */
export function sendEvents(
  operation: Operation,
  messages: AsyncIterable<Message>,
  reply: FastifyReply,
  stream: OpenStream,
): void {
  const text = Readable.from(textOf(operation, messages, stream), {
    objectMode: false,
    highWaterMark: BUFFERED_CHARACTERS,
  });
  void reply
    .code(operation.successStatus)
    // Proxies must neither collect the events nor keep them. A connection that outlived its stream would hold up the stop.
    .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', connection: 'close' })
    .type(EVENT_STREAM_TYPE)
    .send(text);
}

async function* textOf(
  operation: Operation,
  messages: AsyncIterable<Message>,
  { leaving, ...stream }: OpenStream,
): AsyncGenerator<string> {
  let reason: EndReason = 'error';
  void endOf(stream, leaving.signal).then((found) => {
    reason = found;
    // The service's stream then fails, which is what the loop below waits for.
    leaving.abort();
  });
  try {
    yield `retry: ${RETRY_MS}\n\n`;
    for await (const message of messages) yield formatEvent(eventOf(operation.rpc.output, message));
  } catch (error) {
    if (!leaving.signal.aborted) reason = reasonOf(error);
  } finally {
    leaving.abort();
  }
  yield formatEvent({ name: 'end', data: { reason, retry_ms: RETRY_MS } });
}

/** Resolves when the stream has to end for reasons of ours; never when it is left before. */
async function endOf(
  { stopping, maxDurationMs, checkMs, isStillGood }: Omit<OpenStream, 'leaving'>,
  left: AbortSignal,
): Promise<EndReason> {
  const overAt = performance.now() + maxDurationMs;
  const signal = AbortSignal.any([stopping, left]);
  for (;;) {
    if (signal.aborted) return 'server_shutdown';
    const leftMs = overAt - performance.now();
    if (leftMs <= 0) return 'max_duration';
    await pause(Math.min(checkMs, leftMs), undefined, { signal }).catch(() => undefined);
    // A store that does not answer is no reason to end what was admitted.
    if (!signal.aborted && !(await isStillGood().catch(() => true))) return 'key_revoked';
  }
}

/** Whatever a client can do nothing about but come back. */
function reasonOf(error: unknown): EndReason {
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
