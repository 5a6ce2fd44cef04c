import { once } from 'node:events';
import type { DescMessage, DescMethod, Message, MessageInitShape } from '@bufbuild/protobuf';
import { Metadata, type ServerWritableStream } from '@grpc/grpc-js';
import type { CallContext } from '@svc/contract';
import { unavailable } from '@svc/service-error';
import type { Call } from '../call.js';
import { readContext } from '../context.js';
import { startCallLife, streamDeadline } from '../deadline.js';
import type { RpcLog } from '../log.js';
import { traceServerCall } from '../tracing.js';
import { failedStatus, makeCall, readRequest, toBytes, type ServeOptions } from './serve-call.js';

type Answer = MessageInitShape<DescMessage>;

/** A handler as Nest provides it: it rejects to refuse the call, and resolves when the stream is open. */
export type StreamHandler = (request: Message, call: Call) => Promise<AsyncIterable<Answer>>;

export interface ServeStreamOptions extends ServeOptions {
  /** Aborts when the server starts to stop. A stream has no end to wait for, so it is aborted with `unavailable`. */
  readonly stopping: AbortSignal;
}

/**
 * Serves a method that streams its responses. The headers are sent as soon as the handler has opened the stream, so that the caller
 * knows before the first message, which may take hours. The next message is requested only when the caller has room.
 */
export function serveStream(rpc: DescMethod, handler: StreamHandler, options: ServeStreamOptions) {
  return (wire: ServerWritableStream<Buffer, Buffer>): void => {
    const deadlineMs = streamDeadline(wire.getDeadline());
    const life = startCallLife(deadlineMs, options.now);
    const stop = (): void => life.breakOff(unavailable(new Error('the server is stopping')));
    wire.on('cancelled', () => life.leave());
    options.stopping.addEventListener('abort', stop, { once: true });
    if (options.stopping.aborted) stop();
    let context: CallContext | undefined;

    /** Aborting a stream when the server stops is not a failure. */
    const log: RpcLog = { error: (...entry) => options.stopping.aborted || options.log.error(...entry) };

    const serve = async (): Promise<void> => {
      const answers = await traceServerCall(rpc, wire.metadata, () => {
        context = readContext(wire.metadata, rpc);
        const request = readRequest(rpc, wire.request);
        return handler(request, makeCall(rpc, context, life.signal, deadlineMs));
      });
      wire.sendMetadata(new Metadata());
      for await (const answer of untilAborted(answers, life.signal)) {
        if (!wire.write(toBytes(rpc, answer))) await once(wire, 'drain', { signal: life.signal });
      }
    };
    serve()
      .then(
        () => wire.end(),
        (error: unknown) => wire.emit('error', failedStatus(error, { rpc, context, signal: life.signal, log })),
      )
      .finally(() => {
        options.stopping.removeEventListener('abort', stop);
        life.end();
      });
  };
}

/** Throws the abort reason of the signal, also while it waits for the next item; the source is closed in either case. */
async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let giveUp: (reason: unknown) => void = () => undefined;
  const abort = (): void => giveUp(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      // Promise.race with a single promise of the abort would keep a reaction for every item until the stream ends.
      const step = await new Promise<IteratorResult<T, unknown>>((resolve, reject) => {
        giveUp = reject;
        iterator.next().then(resolve, reject);
      });
      if (step.done) return;
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited, because a source that is waiting for something else ends only afterwards.
    iterator.return?.().catch(() => undefined);
  }
}
