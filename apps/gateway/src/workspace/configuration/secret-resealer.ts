import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { KeyRing } from '@svc/encryption';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { KEY_RING, LOGGER, RELATIONAL, startDelayed, type BackgroundJob } from '@svc/service';
import { resealTotpSecrets } from '../second-factor/reseal-totp-secrets.js';
import { resealSecrets } from './reseal-secrets.js';

/** Encrypts stored secrets again after the key was replaced, once at every start. */
@Injectable()
export class SecretResealer implements OnApplicationBootstrap, OnModuleDestroy {
  #job: BackgroundJob | undefined;

  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(KEY_RING) private readonly keyRing: KeyRing,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#job = startDelayed(() => {
      const running = this.#reseal();
      return { stop: () => running };
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.#job?.stop();
  }

  async #reseal(): Promise<void> {
    try {
      await resealSecrets(this.relational, this.keyRing, this.logger);
      await resealTotpSecrets(this.relational, this.keyRing, this.logger);
    } catch (cause) {
      this.logger.warn({ err: cause }, 'secrets not encrypted with the current key; retrying at the next start');
    }
  }
}
