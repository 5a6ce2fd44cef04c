import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { FlagDecisions, type FlagsDecideRequest, type KeysResolveResponse } from '@svc/contract';
import { createRpcClient, type RpcClient } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import { INGEST_OPTIONS, type IngestOptions } from '../options/ingest-options.js';
import type { Decided } from './posthog-answer.js';

const TIMEOUT_MS = deadline(5_000);

/** Lets the gateway evaluate flags, which keeps the definitions of all projects in memory. */
@Injectable()
export class GatewayFlags implements OnApplicationShutdown {
  readonly #client: RpcClient<typeof FlagDecisions>;

  constructor(@Inject(INGEST_OPTIONS) { gateway }: IngestOptions) {
    this.#client = createRpcClient(FlagDecisions, { ...gateway, timeoutMs: TIMEOUT_MS });
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }

  /** @throws ServiceError rate_limited; unavailable while the gateway is away. */
  async evaluate(
    request: FlagsDecideRequest,
    { keyId, project, publishable }: KeysResolveResponse,
    sourceAddress: string,
  ): Promise<Decided> {
    if (!project) throw new ServiceError('internal', { cause: new Error('flags are evaluated in a project') });
    const { json } = await this.#client.evaluate({ request, project, keyId, publishable, sourceAddress }, {});
    return JSON.parse(Buffer.from(json).toString()) as Decided;
  }
}
