import type { DescMessage, DescService, Message, MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import type { Operation } from '@svc/contract';
import { createRpcClient, type CallOptions, type RpcClient } from '@svc/rpc';
import { OPERATIONS_OPTIONS, type OperationsOptions } from './operations-options.js';
import { findOwners, servedServices } from './owners.js';

/** Answers operations. */
export interface OperationClients {
  call(operation: Operation, request: MessageInitShape<DescMessage>, options: CallOptions): Promise<Message>;
  /** Calls an operation that streams; resolves when the service has opened the stream. */
  open(
    operation: Operation,
    request: MessageInitShape<DescMessage>,
    options: CallOptions,
  ): Promise<AsyncIterable<Message>>;
}

/** The type of every method of a client whose service is known only as data. */
type Method<Answer> = (request: MessageInitShape<DescMessage>, options: CallOptions) => Promise<Answer>;

const TIMEOUT_MS = deadline(30_000);

/** Calls the app that owns an operation. */
@Injectable()
export class RemoteOperations implements OperationClients, OnApplicationShutdown {
  readonly #clients: ReadonlyMap<DescService, RpcClient<DescService>>;

  /** @throws Error naming every app that owns operations and has no address: no route is served that leads nowhere. */
  constructor(@Inject(OPERATIONS_OPTIONS) { addresses, credentials, timeoutMs = TIMEOUT_MS }: OperationsOptions) {
    const owners = findOwners();
    const services = servedServices();
    const missing = new Set(services.map((service) => owners.get(service)).filter((app) => app && !addresses[app]));
    if (missing.size > 0)
      throw new Error(`Operations of ${[...missing].toSorted().join(', ')} have no address to be called at`);
    this.#clients = new Map(
      services.map((service) => {
        const address = addresses[owners.get(service) ?? 'gateway'] ?? '';
        return [service, createRpcClient(service, { ...credentials, address, timeoutMs })];
      }),
    );
  }

  call(operation: Operation, request: MessageInitShape<DescMessage>, options: CallOptions): Promise<Message> {
    return this.#method<Message>(operation)(request, options);
  }

  open(
    operation: Operation,
    request: MessageInitShape<DescMessage>,
    options: CallOptions,
  ): Promise<AsyncIterable<Message>> {
    return this.#method<AsyncIterable<Message>>(operation)(request, options);
  }

  onApplicationShutdown(): void {
    for (const client of this.#clients.values()) client.close();
  }

  #method<Answer>({ id, service, rpc }: Operation): Method<Answer> {
    const methods = this.#clients.get(service) as Readonly<Record<string, Method<Answer>>> | undefined;
    const method = methods?.[rpc.localName];
    if (!method) throw new Error(`${id} has no client`);
    return method;
  }
}
