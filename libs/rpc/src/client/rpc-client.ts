import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type DescMethod,
  type DescService,
  type Message,
  type MessageInitShape,
} from '@bufbuild/protobuf';
import { Metadata } from '@grpc/grpc-js';
import { deadline } from '@svc/config';
import { isRead } from '@svc/contract';
import { ServiceError, toServiceError } from '@svc/service-error';
import { toTarget } from '../address.js';
import type { CallOptions, Client } from '../call.js';
import { RENEW_AFTER_MS } from '../channel-options.js';
import { writeContext, writeToken } from '../context.js';
import { clientCredentials, type RpcCredentials } from '../credentials/credentials.js';
import { parseMessage } from '../large-message.js';
import { isStreaming, rpcPath } from '../service-definition.js';
import { ConnectionLost } from '../status.js';
import { traceClientCall } from '../tracing.js';
import { exchange } from './exchange.js';
import { openStream } from './open-stream.js';
import { RenewedChannel } from './renewed-channel.js';

const CONNECT_MS = deadline(5_000);

export interface RpcClientOptions extends RpcCredentials {
  /** `unix:<absolute path>`, `host:port`, or a list of several processes: `10.0.0.1:7002,10.0.0.2:7002`. */
  readonly address: string;
  /** Default timeout of a call. */
  readonly timeoutMs: number;
  /** Milliseconds between searches for new processes of the service; one minute by default. */
  readonly renewAfterMs?: number;
  /** Time limit for connecting to them, in milliseconds; 5,000 by default. */
  readonly connectMs?: number;
}

/** The methods of a service and of the connection. Every failure is a ServiceError. */
export type RpcClient<S extends DescService> = Client<S> & {
  /** Waits until the service responds. Throws `unavailable` if it does not respond in time. */
  ready(timeoutMs: number): Promise<void>;
  /** Rejects further calls with `unavailable`; running calls may finish. */
  close(): void;
};

/**
 * Connects at the first call, and repeats a read once if its connection is lost.
 *
 * @throws Error if the address is invalid or a method streams its requests.
 */
export function createRpcClient<S extends DescService>(service: S, options: RpcClientOptions): RpcClient<S> {
  const channel = new RenewedChannel({
    target: toTarget(options.address, options.token),
    credentials: clientCredentials(options.address, options.certificates),
    renewAfterMs: options.renewAfterMs ?? RENEW_AFTER_MS,
    connectMs: options.connectMs ?? CONNECT_MS,
  });
  const methods = Object.fromEntries(
    service.methods.map((rpc) => [rpc.localName, createCaller(rpc, channel, options)]),
  );
  const connection = { ready: (timeoutMs: number) => waitUntilReady(channel, timeoutMs), close: () => channel.close() };
  for (const name of Object.keys(connection)) {
    if (name in methods)
      throw new Error(`${service.typeName} has a method ${name}, which is reserved for the connection`);
  }
  return { ...methods, ...connection } as RpcClient<S>;
}

function createCaller(rpc: DescMethod, channel: RenewedChannel, { token, timeoutMs }: RpcClientOptions) {
  const path = rpcPath(rpc);
  const streams = isStreaming(rpc);
  const repeats = isRead(rpc);
  return (
    request: MessageInitShape<DescMessage>,
    options: CallOptions = {},
  ): Promise<Message | AsyncIterable<Message>> => {
    const metadata = new Metadata();
    const call = traceClientCall(rpc, metadata, async () => {
      writeToken(metadata, token);
      writeContext(metadata, rpc, options.context);
      const bytes = Buffer.from(toBinary(rpc.input, create(rpc.input, request)));
      const limitMs = options.timeoutMs ?? timeoutMs;
      const outgoing = { channel, path, bytes, metadata, signal: options.signal };
      if (streams) return readAll(rpc, await openStream({ ...outgoing, timeoutMs: limitMs }));
      const deadlineMs = Date.now() + limitMs;
      const send = () => exchange({ ...outgoing, deadlineMs });
      return parseMessage(rpc.output, await (repeats ? sendAgainIfLost(send) : send()));
    });
    // A message that cannot be serialized or parsed is a bug; the error text may contain its content.
    return call.catch((error: unknown) => Promise.reject(toServiceError(error)));
  };
}

/** Another process of the service responds if the one that had the call was stopped. */
async function sendAgainIfLost(send: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ConnectionLost) return send();
    throw error;
  }
}

async function* readAll(rpc: DescMethod, answers: AsyncIterable<Buffer>): AsyncGenerator<Message> {
  try {
    for await (const bytes of answers) yield fromBinary(rpc.output, bytes);
  } catch (error) {
    throw toServiceError(error);
  }
}

function waitUntilReady(channel: RenewedChannel, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.waitForReady(Date.now() + timeoutMs, (cause) => {
      if (cause) reject(new ServiceError('unavailable', { cause }));
      else resolve();
    });
  });
}
