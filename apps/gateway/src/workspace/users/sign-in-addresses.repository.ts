import { Inject, Injectable } from '@nestjs/common';
import type { Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';

/** The time for which an address counts as known after the last sign-in from it. */
const REMEMBERED_MS = 90 * 24 * 3_600_000;

/** The addresses from which users have signed in. */
@Injectable()
export class SignInAddressesRepository {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param email of the account, as normalizeEmail has it. */
  async isKnown(email: string, network: string): Promise<boolean> {
    const lastAt = { gt: new Date(this.clock() - REMEMBERED_MS) };
    const count = await this.relational.client.signInAddress.count({ where: { user: { email }, network, lastAt } });
    return count > 0;
  }

  /** Also forgets addresses that have not been used for long. */
  async remember(userId: string, network: string): Promise<void> {
    const lastAt = new Date(this.clock());
    const { signInAddress } = this.relational.client;
    await signInAddress.upsert({
      where: { userId_network: { userId, network } },
      create: { userId, network, lastAt },
      update: { lastAt },
    });
    const forgotten = new Date(lastAt.getTime() - REMEMBERED_MS);
    await signInAddress.deleteMany({ where: { userId, lastAt: { lt: forgotten } } });
  }
}
