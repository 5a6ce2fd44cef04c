import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '@svc/encryption';
import type { Relational, Transaction } from '@svc/relational';
import { KEY_RING, RELATIONAL } from '@svc/runtime';
import { revokeSessions } from '../users/revoke-sessions.js';
import { hashRecoveryCode } from './recovery-codes.js';
import { toTotpPlace } from './sealed-totp-secrets.js';

/** A factor with its secret in the clear, for a moment. */
export interface OpenedFactor {
  readonly secret: string;
  readonly isConfirmed: boolean;
}

/** The authenticators and recovery codes of users. */
@Injectable()
export class SecondFactorRepository {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(KEY_RING) private readonly keyRing: KeyRing,
  ) {}

  async find(userId: string): Promise<OpenedFactor | undefined> {
    const factor = await this.relational.client.totpFactor.findUnique({ where: { userId } });
    if (!factor) return undefined;
    const secret = this.keyRing.open(factor.sealedSecret, toTotpPlace(userId));
    return { secret, isConfirmed: factor.confirmedAt !== null };
  }

  async isEnrolled(userId: string): Promise<boolean> {
    return (await this.relational.client.totpFactor.count({ where: { userId, NOT: { confirmedAt: null } } })) > 0;
  }

  /** Replaces a factor that was not confirmed. False if there is a confirmed one. */
  async begin(userId: string, secret: string, now: Date): Promise<boolean> {
    const row = { userId, sealedSecret: this.keyRing.seal(secret, toTotpPlace(userId)), createdAt: now };
    return this.relational.client.$transaction(async ({ totpFactor }) => {
      await totpFactor.deleteMany({ where: { userId, confirmedAt: null } });
      const { count } = await totpFactor.createMany({ data: [row], skipDuplicates: true });
      return count === 1;
    });
  }

  /**
   * Confirms the factor in a session, which then has it, and revokes the other sessions of the user.
   *
   * @returns the IDs of the revoked sessions; undefined if another request was faster.
   */
  confirm(
    userId: string,
    sessionId: string,
    step: number,
    codes: readonly string[],
    now: Date,
  ): Promise<string[] | undefined> {
    return this.relational.client.$transaction(async (tx) => {
      const { totpFactor, recoveryCode, session } = tx;
      const where = { userId, confirmedAt: null };
      const { count } = await totpFactor.updateMany({ where, data: { confirmedAt: now, lastStep: step } });
      if (count === 0) return undefined;
      await recoveryCode.deleteMany({ where: { userId } });
      await recoveryCode.createMany({ data: codes.map((code) => ({ userId, sha256: hashRecoveryCode(code) })) });
      await session.updateMany({ where: { id: sessionId }, data: { hasSecondFactor: true } });
      return revokeSessions(tx, { membership: { userId }, NOT: { id: sessionId } }, now);
    });
  }

  /** Uses up the code of a time step and all earlier ones. False if it was used before. */
  async useStep(userId: string, step: number): Promise<boolean> {
    const { count } = await this.relational.client.totpFactor.updateMany({
      where: { userId, NOT: { confirmedAt: null }, lastStep: { lt: step } },
      data: { lastStep: step },
    });
    return count === 1;
  }

  /** Uses up a recovery code. False if it is unknown or was used before. */
  async useRecoveryCode(userId: string, code: string, now: Date): Promise<boolean> {
    const { count } = await this.relational.client.recoveryCode.updateMany({
      where: { userId, sha256: hashRecoveryCode(code), usedAt: null },
      data: { usedAt: now },
    });
    return count === 1;
  }

  /** Whether an organization of the user requires a second factor. */
  async isRequired(userId: string): Promise<boolean> {
    const where = { userId, organization: { secondFactorRequired: true } };
    return (await this.relational.client.membership.count({ where })) > 0;
  }

  delete(userId: string): Promise<void> {
    return this.relational.client.$transaction((transaction) => deleteSecondFactor(transaction, userId));
  }
}

/** Removes the factor and the recovery codes of a user, in a transaction. */
export async function deleteSecondFactor(
  { totpFactor, recoveryCode, session }: Transaction,
  userId: string,
): Promise<void> {
  await totpFactor.deleteMany({ where: { userId } });
  await recoveryCode.deleteMany({ where: { userId } });
  await session.updateMany({ where: { membership: { userId } }, data: { hasSecondFactor: false } });
}
