import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { unavailable } from '@svc/errors';
import type { ProjectIdentity } from '../../statement/scope.js';
import { Scope, type Budget } from '../../statement/index.js';
import { PersonDirectory } from '../directory/directory.js';
import { Eraser } from './eraser.js';
import { ErasureRepository, type ErasureKey } from './erasure.repository.js';

const LOOK_MS = 1_000;
/** How long one attempt waits for what was accepted before to be stored. */
const WAIT_MS = 60_000;
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
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(
    @Inject(PersonDirectory) private readonly directory: PersonDirectory,
    @Inject(ErasureRepository) private readonly erasures: ErasureRepository,
    @Inject(Eraser) private readonly eraser: Eraser,
  ) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => this.#wake(), LOOK_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  /** @throws ServiceError not_found; unavailable when it is not complete in time and goes on without this request. */
  async erase(reference: string, project: ProjectIdentity, budget: Budget): Promise<void> {
    const { id: projectId, number: projectNumber, retentionDays } = project;
    const { canonical, ids } = await this.directory.find(reference, Scope.of(project), budget);
    const key = await this.erasures.request({
      projectId,
      projectNumber,
      retentionDays,
      canonicalDistinctId: canonical,
      distinctIds: [...ids],
    });
    this.#wake();
    while (!(await this.erasures.isComplete(key))) {
      if (budget.isSpent(ANSWER_MS)) throw unavailable(new Error('the erasure goes on'), 5);
      await setTimeout(POLL_MS);
    }
  }

  /** Looks for something to erase now rather than within a second. */
  #wake(): void {
    if (this.#stopping.signal.aborted) return;
    // What cannot be looked for now is looked for in a second.
    this.#running ??= this.#work()
      .catch(() => {})
      .finally(() => (this.#running = undefined));
  }

  async #work(): Promise<void> {
    for (let key = await this.erasures.free(); key; key = await this.erasures.free()) {
      await this.#attempt(key);
      if (this.#stopping.signal.aborted) return;
    }
  }

  async #attempt(key: ErasureKey): Promise<void> {
    const held = await this.erasures.take(key);
    if (!held) return;
    try {
      await this.eraser.erase(held, WAIT_MS, this.#stopping.signal);
    } catch {
      await this.erasures.release(held, this.#stopping.signal.aborted ? 0 : PAUSE_MS);
    }
  }
}
