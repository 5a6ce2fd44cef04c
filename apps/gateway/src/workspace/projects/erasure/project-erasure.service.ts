import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { Erasure } from '@svc/contract';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { createRpcClient, type RpcClientOptions } from '@svc/rpc';
import { CLOCK, LOGGER, RELATIONAL, type Clock } from '@svc/runtime';
import { Jobs } from '@svc/work';
import { ProjectEraser, type ProjectTelemetry } from './project-eraser.js';
import { PROJECT_ERASURES } from './project-erasures.js';

/** Injection token of the address of the app that erases telemetry. */
export const ERASURE_ADDRESS = Symbol('ErasureAddress');

/** A call waits up to 20 s until acknowledged records are stored, then deletes. */
const TIMEOUT_MS = deadline(100_000);

/** Erases deleted projects in the background. */
@Injectable()
export class ProjectErasureService implements OnApplicationShutdown {
  #client: ReturnType<typeof createRpcClient<typeof Erasure>> | undefined;

  constructor(
    @Inject(ERASURE_ADDRESS) private readonly address: Omit<RpcClientOptions, 'timeoutMs'>,
    jobs: Jobs,
    @Inject(RELATIONAL) relational: Relational,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    const telemetry: ProjectTelemetry = {
      erase: async ({ projectId, number }, signal) => {
        const erased = await this.#erasure.eraseProject({ projectId, projectNumber: number }, { signal });
        const { complete, logEnds, checkAgainAt } = erased;
        return { complete, logEnds, checkAgainAt: checkAgainAt && timestampDate(checkAgainAt) };
      },
      clearLog: async (projectNumber, logEnds, signal) => {
        const { cleared, checkAgainAt } = await this.#erasure.checkLog({ projectNumber, logEnds }, { signal });
        return cleared ? undefined : checkAgainAt && timestampDate(checkAgainAt);
      },
    };
    jobs.register(PROJECT_ERASURES, new ProjectEraser({ relational, telemetry, logger, clock }));
  }

  /** Jobs have stopped when this runs. */
  onApplicationShutdown(): void {
    this.#client?.close();
  }

  get #erasure() {
    return (this.#client ??= createRpcClient(Erasure, { ...this.address, timeoutMs: TIMEOUT_MS }));
  }
}
