import { Inject, Injectable } from '@nestjs/common';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { StoredKey, StoredToken } from './credential.js';

@Injectable()
export class KeysRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  findKey(sha256: Uint8Array): Promise<StoredKey | null> {
    return this.relational.client.apiKey.findUnique({
      where: { secretSha256: new Uint8Array(sha256) },
      include: { membership: true },
    });
  }

  /** A session's token of this kind: one for another purpose is unknown. */
  findToken(sha256: Uint8Array, kind: 'access' | 'cookie'): Promise<StoredToken | null> {
    return this.relational.client.sessionToken.findUnique({
      where: { sha256: new Uint8Array(sha256), kind },
      include: {
        session: { include: { membership: { include: { user: { select: { name: true } }, organization: true } } } },
      },
    });
  }

  async touchSession(id: string, usedAt: Date): Promise<void> {
    await this.relational.client.session.updateMany({
      where: { id, lastUsedAt: { lt: usedAt } },
      data: { lastUsedAt: usedAt },
    });
  }

  /** Never moves the time back: another process may have seen a later use. */
  async touch(id: string, usedAt: Date): Promise<void> {
    await this.relational.client.apiKey.updateMany({
      where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: usedAt } }] },
      data: { lastUsedAt: usedAt },
    });
  }
}
