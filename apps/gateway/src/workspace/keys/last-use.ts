import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { CLOCK, LOGGER, type Clock } from '@svc/service';
import { KeysRepository } from './keys.repository.js';

const MINUTE_MS = 60_000;

/**
 * Remembers when keys were last used, to the minute: one write per key and minute, whatever the traffic. A failed write costs
 * the key one minute of its history, never a request.
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

  note(keyId: string): void {
    const minute = Math.floor(this.clock() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#noted = new Set();
    }
    if (this.#noted.has(keyId)) return;
    this.#noted.add(keyId);
    const write = this.repository
      .touch(keyId, new Date(minute * MINUTE_MS))
      .catch((cause: unknown) =>
        this.logger.warn({ err: cause, key_id: keyId }, 'could not record the last use of a key'),
      )
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.#writes);
  }
}
