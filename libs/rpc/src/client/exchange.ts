import type { ClientUnaryCall, Metadata, requestCallback } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import { ServiceError } from '@svc/service-error';
import { identity } from '../service-definition.js';
import { fromStatus } from '../status.js';
import type { RenewedChannel } from './renewed-channel.js';

/** A request to a service, as bytes. */
export interface Outgoing {
  readonly channel: RenewedChannel;
  readonly path: string;
  readonly bytes: Buffer;
  readonly metadata: Metadata;
  readonly signal: AbortSignal | undefined;
}

/** Sends one message and receives one, both as bytes. */
export interface Exchange extends Outgoing {
  /** When to stop waiting, in epoch milliseconds. */
  readonly deadlineMs: number;
}

/** @throws ServiceError from the service or the transport: `unavailable`, `timeout`, `cancelled` or `internal`. */
export function exchange(outgoing: Exchange): Promise<Buffer> {
  const { signal } = outgoing;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abandoned(signal));
    const call = start(outgoing, (failure, answer) => {
      signal?.removeEventListener('abort', abandon);
      if (!failure) resolve(answer ?? Buffer.alloc(0));
      else reject(signal?.aborted && failure.code === status.CANCELLED ? abandoned(signal) : fromStatus(failure));
    });
    const abandon = (): void => call.cancel();
    signal?.addEventListener('abort', abandon, { once: true });
  });
}

/** grpc-js throws, instead of failing the call, once the client is closed. */
function start(
  { channel, path, bytes, metadata, deadlineMs }: Exchange,
  settle: requestCallback<Buffer>,
): ClientUnaryCall {
  try {
    return channel.start((client) =>
      client.makeUnaryRequest(path, identity, identity, bytes, metadata, { deadline: deadlineMs }, settle),
    );
  } catch (cause) {
    throw new ServiceError('unavailable', { cause });
  }
}

/** A handler that passes on its own signal fails like its own call: cancelled or timed out. */
export function abandoned({ reason }: AbortSignal): ServiceError {
  return reason instanceof ServiceError ? reason : new ServiceError('cancelled', { cause: reason });
}
