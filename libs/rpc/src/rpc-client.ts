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
import { Client as GrpcClient, credentials, Metadata, type ServiceError as GrpcError } from '@grpc/grpc-js';
import { ServiceError } from '@svc/errors';
import { checkAddress } from './address.js';
import type { CallOptions, Client } from './call.js';
import { CLIENT_OPTIONS } from './channel-options.js';
import { writeContext, writeToken } from './context.js';
import { identity, rpcPath } from './service-definition.js';
import { fromStatus } from './status.js';
import { traceClientCall } from './tracing.js';

export interface RpcClientOptions {
  /** `unix:<absolute path>` or `host:port`. */
  readonly address: string;
  /** The secret of the service; required over TCP. */
  readonly token?: string | undefined;
  /** Limit of a call that names none. */
  readonly timeoutMs: number;
}

/** The methods of a service, plus what the connection needs. Every failure is a ServiceError. */
export type RpcClient<S extends DescService> = Client<S> & {
  /** Waits until the service answers. Throws `unavailable` when it does not within the time. */
  ready(timeoutMs: number): Promise<void>;
  /** Breaks off running calls with `unavailable`. */
  close(): void;
};

/** @throws Error when the address is unusable or a method streams. Does not connect before the first call. */
export function createRpcClient<S extends DescService>(service: S, options: RpcClientOptions): RpcClient<S> {
  checkAddress(options.address, options.token);
  const channel = new GrpcClient(options.address, credentials.createInsecure(), CLIENT_OPTIONS);
  const methods = Object.fromEntries(service.methods.map((rpc) => [rpc.localName, callerOf(rpc, channel, options)]));
  const connection = { ready: (timeoutMs: number) => waitUntilReady(channel, timeoutMs), close: () => channel.close() };
  for (const name of Object.keys(connection)) {
    if (name in methods) throw new Error(`${service.typeName} has a method ${name}, which names the connection's own`);
  }
  return { ...methods, ...connection } as RpcClient<S>;
}

function callerOf(rpc: DescMethod, channel: GrpcClient, { token, timeoutMs }: RpcClientOptions) {
  if (rpc.methodKind !== 'unary') throw new Error(`${rpc.toString()} streams, which is not served`);
  return (request: MessageInitShape<DescMessage>, options: CallOptions = {}): Promise<Message> => {
    const metadata = new Metadata();
    return traceClientCall(rpc, metadata, async () => {
      writeToken(metadata, token);
      writeContext(metadata, rpc, options.context);
      const bytes = Buffer.from(toBinary(rpc.input, create(rpc.input, request)));
      const deadline = Date.now() + (options.timeoutMs ?? timeoutMs);
      return fromBinary(rpc.output, await exchange(channel, rpcPath(rpc), bytes, metadata, deadline, options.signal));
    });
  };
}

function exchange(
  channel: GrpcClient,
  path: string,
  bytes: Buffer,
  metadata: Metadata,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ServiceError('cancelled', { cause: signal.reason }));
    const settle = (failure: GrpcError | null, answer?: Buffer): void => {
      signal?.removeEventListener('abort', abandon);
      if (failure) reject(fromStatus(failure, signal?.aborted === true));
      else resolve(answer ?? Buffer.alloc(0));
    };
    const call = channel.makeUnaryRequest(path, identity, identity, bytes, metadata, { deadline }, settle);
    const abandon = (): void => call.cancel();
    signal?.addEventListener('abort', abandon, { once: true });
  });
}

function waitUntilReady(channel: GrpcClient, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.waitForReady(Date.now() + timeoutMs, (cause) => {
      if (cause) reject(new ServiceError('unavailable', { cause }));
      else resolve();
    });
  });
}
