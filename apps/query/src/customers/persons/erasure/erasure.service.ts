import type { ProjectReader } from '@svc/reading/project-reader';
import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { unavailable } from '@svc/errors';
import type { Logger } from '@svc/observability';
import { BackgroundWork, LOGGER } from '@svc/service';
import type { ProjectIdentity } from '@svc/reading/statement';
import { PersonDirectory } from '../directory/directory.js';
import { Eraser } from './eraser.js';
import { ErasureRepository, type ErasureKey } from './erasure.repository.js';

const LOOK_MS = 1_000;
/** How long one attempt waits for what was accepted before to be stored: shorter than its lease. */
const WAIT_MS = 15_000;
/** Between two attempts. */
const PAUSE_MS = 2_000;
const POLL_MS = 100;
/** What a request keeps to tell that it was too short. */
const ANSWER_MS = 500;

/**
 * Erases persons. That one goes is written down before anything else: an erasure that outlasts its request, or whose process dies,
 * goes on by itself, here or in another process.
 */
@Injectable()
export class ErasureService implements OnModuleInit, OnApplicationShutdown {
  readonly #work: BackgroundWork;

  constructor(
    @Inject(PersonDirectory) private readonly directory: PersonDirectory,
    @Inject(ErasureRepository) private readonly erasures: ErasureRepository,
    @Inject(Eraser) private readonly eraser: Eraser,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#work = new BackgroundWork(
      (stopping) => this.#eraseFree(stopping),
      logger,
      'persons to be erased cannot be read',
    );
  }

  onModuleInit(): void {
    this.#work.start(LOOK_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#work.stop();
  }

  /** @throws ServiceError not_found; unavailable when it is not complete in time and goes on without this request. */
  async erase(reference: string, project: ProjectIdentity, reader: ProjectReader): Promise<void> {
    const { id: projectId, number: projectNumber, retentionDays } = project;
    const { canonical, ids } = await this.directory.find(reference, reader);
    const key = await this.erasures.request({
      projectId,
      projectNumber,
      retentionDays,
      canonicalDistinctId: canonical,
      distinctIds: [...ids],
    });
    this.#work.wake();
    while (!(await this.erasures.isComplete(key))) {
      if (reader.budget.isSpent(ANSWER_MS)) throw unavailable(new Error('the erasure goes on'), 5);
      await setTimeout(POLL_MS);
    }
  }

  async #eraseFree(stopping: AbortSignal): Promise<void> {
    for (let key = await this.erasures.free(); key; key = await this.erasures.free()) {
      await this.#attempt(key, stopping);
      if (stopping.aborted) return;
    }
  }

  async #attempt(key: ErasureKey, stopping: AbortSignal): Promise<void> {
    const held = await this.erasures.take(key);
    if (!held) return;
    try {
      await this.eraser.erase(held, WAIT_MS, stopping);
    } catch (error) {
      if (!stopping.aborted)
        this.logger.warn({ err: error, project_id: held.projectId }, 'the erasure of a person is tried again');
      await this.erasures.release(held, stopping.aborted ? 0 : PAUSE_MS);
    }
  }
}
