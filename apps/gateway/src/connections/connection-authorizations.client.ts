import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { ConnectionAuthorizations } from '@svc/contract';
import { createRpcClient } from '@svc/rpc';
import { notFound } from '@svc/service-error';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations/operations-options.js';

/** Longer than a provider may take to answer. */
const TIMEOUT_MS = deadline(20_000);

/** Connects to the integrations service when a browser needs it first. */
@Injectable()
export class ConnectionAuthorizationsClient implements OnApplicationShutdown {
  #client: ReturnType<typeof createRpcClient<typeof ConnectionAuthorizations>> | undefined;

  constructor(@Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions) {}

  /** @throws ServiceError not_found in a process without the service. */
  get rpc() {
    const { addresses, credentials } = this.options;
    const { integrations: address } = addresses;
    if (address === undefined) throw notFound();
    return (this.#client ??= createRpcClient(ConnectionAuthorizations, {
      ...credentials,
      address,
      timeoutMs: TIMEOUT_MS,
    }));
  }

  onApplicationShutdown(): void {
    this.#client?.close();
  }
}
