import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Erasure } from '@svc/contract';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { createRpcClient, type RpcClientOptions } from '@svc/rpc';
import { CLOCK, LOGGER, RELATIONAL, startDelayed, type BackgroundJob, type Clock } from '@svc/service';
import { startProjectEraser } from './project-eraser.js';

/** Injection token of where the app that erases telemetry answers. */
export const ERASURE_ADDRESS = Symbol('ErasureAddress');

/** A call waits up to 20 s until what is acknowledged is stored, then deletes. */
const TIMEOUT_MS = 100_000;

/** Erases deleted projects in the background. */
@Injectable()
export class ProjectErasureService implements OnApplicationBootstrap, OnModuleDestroy {
  #job: BackgroundJob | undefined;

  constructor(
    @Inject(ERASURE_ADDRESS) private readonly address: Omit<RpcClientOptions, 'timeoutMs'>,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#job = startDelayed(() => this.#start());
  }

  async onModuleDestroy(): Promise<void> {
    await this.#job?.stop();
  }

  #start(): BackgroundJob {
    const { relational, logger, clock } = this;
    const client = createRpcClient(Erasure, { ...this.address, timeoutMs: TIMEOUT_MS });
    const eraser = startProjectEraser({
      relational,
      logger,
      clock,
      eraseTelemetry: async (projectNumber, signal) => {
        const { complete } = await client.eraseProject({ projectNumber }, { signal });
        return complete;
      },
    });
    return {
      stop: async () => {
        await eraser.stop();
        client.close();
      },
    };
  }
}
