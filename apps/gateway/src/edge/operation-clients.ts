import type { DescMessage, DescService, Message, MessageInitShape } from '@bufbuild/protobuf';
import type { Operation } from '@svc/contract';
import { createRpcClient, type CallOptions, type RpcClient } from '@svc/rpc';
import { ownersOf, servedServices, type App } from './owners.js';

/** Where each app answers: `unix:<absolute path>` or `host:port`. */
export type Addresses = Readonly<Partial<Record<App, string>>>;

export interface OperationClientsOptions {
  readonly addresses: Addresses;
  readonly token: string | undefined;
  /** Limit of a call that names none. */
  readonly timeoutMs: number;
}

/** Calls the service that owns an operation. */
export interface OperationClients {
  call(operation: Operation, request: MessageInitShape<DescMessage>, options: CallOptions): Promise<Message>;
  /** The same for an operation that streams; resolves when the service has opened the stream. */
  open(
    operation: Operation,
    request: MessageInitShape<DescMessage>,
    options: CallOptions,
  ): Promise<AsyncIterable<Message>>;
  close(): void;
}

/** What every method of a client is once its service is known only as data. */
type Method<Answer> = (request: MessageInitShape<DescMessage>, options: CallOptions) => Promise<Answer>;

/** @throws Error naming every app that owns operations and has no address, so that no route is served that leads nowhere. */
export function createOperationClients({ addresses, token, timeoutMs }: OperationClientsOptions): OperationClients {
  const owners = ownersOf();
  const services = servedServices();
  const missing = new Set(services.map((service) => owners.get(service)).filter((app) => app && !addresses[app]));
  if (missing.size > 0) throw new Error(`Operations of ${[...missing].join(', ')} have no address to be called at`);

  const clients = new Map<DescService, RpcClient<DescService>>();
  for (const service of services) {
    const address = addresses[owners.get(service) ?? 'gateway'];
    if (address !== undefined) clients.set(service, createRpcClient(service, { address, token, timeoutMs }));
  }
  const methodOf = <Answer>({ id, service, rpc }: Operation): Method<Answer> => {
    const methods = clients.get(service) as Readonly<Record<string, Method<Answer>>> | undefined;
    const method = methods?.[rpc.localName];
    if (!method) throw new Error(`${id} has no client`);
    return method;
  };
  return {
    call: (operation, request, options) => methodOf<Message>(operation)(request, options),
    open: (operation, request, options) => methodOf<AsyncIterable<Message>>(operation)(request, options),
    close: () => {
      for (const client of clients.values()) client.close();
    },
  };
}
