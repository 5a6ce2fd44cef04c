import type { ClientReadableStream, StatusObject } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { ServiceError } from '@svc/service-error';
import { identity } from '../service-definition.js';
import { fromStatus } from '../status.js';
import { abandoned, type Outgoing } from './exchange.js';

export interface OutgoingStream extends Outgoing {
  /** Timeout of the opening. */
  readonly timeoutMs: number;
}

/**
 * Sends one message and receives many, all as bytes. Resolves when the service has opened the stream; from then on the caller must read
 * it or abort the signal. Messages are received as they are read.
 *
 * @throws ServiceError from the service or the transport: `unavailable`, `timeout`, `cancelled` or `internal`; also while reading.
 */
export function openStream(outgoing: OutgoingStream): Promise<AsyncIterable<Buffer>> {
  const { signal, timeoutMs } = outgoing;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abandoned(signal));
    const call = start(outgoing);
    const ending: Ending = { failure: undefined };
    const abandon = (): void => call.cancel();
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      call.cancel();
    }, timeoutMs);
    signal?.addEventListener('abort', abandon, { once: true });
    call.once('metadata', () => {
      clearTimeout(late);
      resolve(read(call, ending));
    });
    call.once('error', (failure: Error | (StatusObject & Error)) => {
      ending.failure = toServiceError(failure, signal, isLate);
      reject(ending.failure);
    });
    call.once('status', () => {
      clearTimeout(late);
      signal?.removeEventListener('abort', abandon);
    });
  });
}

interface Ending {
  failure: ServiceError | undefined;
}

async function* read(call: ClientReadableStream<Buffer>, ending: Ending): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of call as AsyncIterable<Buffer>) yield bytes;
  } catch (error) {
    throw ending.failure ?? error;
  } finally {
    call.cancel();
  }
  // Reading does not throw the error of a stream that ended earlier, so it is kept here.
  if (ending.failure) throw ending.failure;
}

function toServiceError(
  failure: Error | (StatusObject & Error),
  signal: AbortSignal | undefined,
  isLate: boolean,
): ServiceError {
  // A reader that stops destroys the stream, whose error is then not a status.
  if (!('metadata' in failure)) return new ServiceError('cancelled', { cause: failure });
  if (failure.code === status.CANCELLED && signal?.aborted) return abandoned(signal);
  if (failure.code === status.CANCELLED && isLate) return new ServiceError('timeout', { cause: failure });
  return fromStatus(failure);
}

/** grpc-js throws, instead of failing the call, once the client is closed. */
function start({ channel, path, bytes, metadata }: OutgoingStream): ClientReadableStream<Buffer> {
  try {
    return channel.start((client) => client.makeServerStreamRequest(path, identity, identity, bytes, metadata));
  } catch (cause) {
    throw new ServiceError('unavailable', { cause });
  }
}
