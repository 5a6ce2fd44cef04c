import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { CLOCK, LOGGER, type Clock } from '@svc/runtime';
import type { Credential } from './credential.js';
import { KeysRepository } from './keys.repository.js';

const MINUTE_MS = 60_000;

/**
 * Remembers when keys and sessions were last used, to the minute: one write for each and minute, whatever the traffic. A failed write
 * costs one minute of the history, never a request.
 */
@Injectable()
export class LastUse implements OnApplicationShutdown {
  #minute = 0;
  #noted = new Set<string>();
  readonly #writes = new Set<Promise<void>>();

  constructor(
    private readonly repository: KeysRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  note({ id, principal }: Pick<Credential, 'id' | 'principal'>): void {
    const minute = Math.floor(this.clock() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#noted = new Set();
    }
    if (this.#noted.has(id)) return;
    this.#noted.add(id);
    const usedAt = new Date(minute * MINUTE_MS);
    const touched =
      principal.type === 'api_key' ? this.repository.touch(id, usedAt) : this.repository.touchSession(id, usedAt);
    const write = touched
      .catch((cause: unknown) =>
        this.logger.warn({ err: cause, credential_id: id }, 'could not record the last use of a credential'),
      )
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.#writes);
  }
}
