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
    const { json } = await this.#client.evaluate(
      { request, project: inProject(project), keyId, publishable, sourceAddress },
      {},
    );
    return JSON.parse(Buffer.from(json).toString()) as Decided;
  }

  /**
   * The flags of a project for evaluation in the process of an SDK; without JSON if the sender has them.
   *
   * @throws ServiceError rate_limited; unavailable while the gateway is away.
   */
  async definitions({ keyId, project }: KeysResolveResponse, ifNoneMatch: string): Promise<LocalDefinitions> {
    const { json, etag } = await this.#client.definitions({ project: inProject(project), keyId, ifNoneMatch }, {});
    return { json: json.byteLength === 0 ? undefined : Buffer.from(json).toString(), etag };
  }

  /**
   * The payload of a boolean flag as JSON.
   *
   * @throws ServiceError not_found; rate_limited; unavailable while the gateway is away.
   */
  async payload({ keyId, project }: KeysResolveResponse, flagKey: string): Promise<string> {
    return (await this.#client.payload({ project: inProject(project), keyId, flagKey }, {})).json;
  }
}

export interface LocalDefinitions {
  /** The body of `/flags/definitions`; undefined if the sender has it. */
  readonly json: string | undefined;
  readonly etag: string;
}

function inProject(project: KeysResolveResponse['project']): NonNullable<typeof project> {
  if (!project) throw new ServiceError('internal', { cause: new Error('flags are evaluated in a project') });
  return project;
}
