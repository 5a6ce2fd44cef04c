import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { KEY_REVOKED_CHANNEL, PROJECT_CHANGED_CHANNEL } from '@svc/auth';
import type { PubSub, Subscription } from '@svc/cache';
import { deadline } from '@svc/config';
import { Keys, type OpenRecordingRequest, type OpenRecordingResponse } from '@svc/contract';
import { createRpcClient, type RpcClient } from '@svc/rpc';
import { PUB_SUB } from '@svc/runtime';
import { INGEST_OPTIONS, type IngestOptions } from '../options/ingest-options.js';
import { KeyDirectory } from './key-directory.js';

const TIMEOUT_MS = deadline(5_000);

/** Resolves keys at the gateway and clears the cache when the gateway announces a change; opens the keys of recordings. */
@Injectable()
export class GatewayKeys implements OnModuleInit, OnApplicationShutdown {
  readonly directory: KeyDirectory;
  readonly #client: RpcClient<typeof Keys>;
  #subscriptions: readonly Subscription[] = [];

  constructor(
    @Inject(INGEST_OPTIONS) { gateway }: IngestOptions,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
  ) {
    const client = createRpcClient(Keys, { ...gateway, timeoutMs: TIMEOUT_MS });
    this.#client = client;
    this.directory = new KeyDirectory((secretSha256, project) => client.resolve({ secretSha256, ...project }, {}));
  }

  /** @throws ServiceError unavailable while the gateway does not respond. */
  readonly openRecording = (request: Omit<OpenRecordingRequest, '$typeName'>): Promise<OpenRecordingResponse> =>
    this.#client.openRecording(request, {});

  async onModuleInit(): Promise<void> {
    this.#subscriptions = await Promise.all(
      [KEY_REVOKED_CHANNEL, PROJECT_CHANGED_CHANNEL].map((channel) =>
        this.pubSub.subscribe(channel, () => this.directory.clear()),
      ),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.close()));
    this.#client.close();
  }
}
