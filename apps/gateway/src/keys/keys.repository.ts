import { Inject, Injectable } from '@nestjs/common';
import type { ApiKey, Relational } from '@svc/relational';
import { RELATIONAL } from '../stores.module.js';

@Injectable()
export class KeysRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  findBySecret(sha256: Uint8Array): Promise<ApiKey | null> {
    return this.relational.client.apiKey.findUnique({ where: { secretSha256: new Uint8Array(sha256) } });
  }

  /** Never moves the time back: another process may have seen a later use. */
  async touch(id: string, usedAt: Date): Promise<void> {
    await this.relational.client.apiKey.updateMany({
      where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: usedAt } }] },
      data: { lastUsedAt: usedAt },
    });
  }
}
