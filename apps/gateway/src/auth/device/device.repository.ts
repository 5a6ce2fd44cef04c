import { Inject, Injectable } from '@nestjs/common';
import type { DeviceAuthorization, Prisma, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { recordAudit, type ActingMember, type AuditSource } from '../../audit/audit-source.js';
import { SLOW_DOWN_SECONDS, judgePoll, type PollOutcome } from './poll.js';

/** The grant of an approving user. */
type Approval = Required<Pick<DeviceAuthorization, 'roleLimit' | 'hasSecondFactor'>> & {
  readonly membershipId: string;
};

/** The audit record of a decision. */
interface DecisionRecord {
  readonly member: ActingMember;
  readonly source: AuditSource;
  readonly details: Readonly<Record<string, string>>;
}

@Injectable()
export class DeviceRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Also deletes authorizations that expired long ago. */
  async insert(row: Prisma.DeviceAuthorizationUncheckedCreateInput, forgottenAt: Date): Promise<void> {
    const { deviceAuthorization } = this.relational.client;
    await deviceAuthorization.deleteMany({ where: { expiresAt: { lt: forgottenAt } } });
    await deviceAuthorization.create({ data: row });
  }

  /** One that waits for a decision. */
  findWaiting(userCode: string, now: Date): Promise<DeviceAuthorization | null> {
    return this.relational.client.deviceAuthorization.findFirst({ where: waiting(userCode, now) });
  }

  /** Also records the decision in the audit log. False if the authorization was decided or deleted in the meantime. */
  decide(
    userCode: string,
    now: Date,
    decision: Approval | { readonly deniedAt: Date },
    { member, source, details }: DecisionRecord,
  ): Promise<boolean> {
    return this.relational.client.$transaction(async (transaction) => {
      const where = waiting(userCode, now);
      const { count } = await transaction.deviceAuthorization.updateMany({ where, data: decision });
      if (count === 1) await recordAudit(transaction, member, source, now, { status: 200, details });
      return count === 1;
    });
  }

  /**
   * Evaluates and records a poll, one after the other. Undefined for an invalid code; an approved one is answered with
   * the membership once and then deleted.
   */
  poll(
    deviceCodeSha256: Uint8Array<ArrayBuffer>,
    now: Date,
  ): Promise<{ outcome: PollOutcome; device: DeviceAuthorization } | undefined> {
    return this.relational.client.$transaction(async (transaction) => {
      await transaction.$queryRaw`
        SELECT 1 FROM device_authorizations WHERE device_code_sha256 = ${deviceCodeSha256} FOR UPDATE`;
      const { deviceAuthorization } = transaction;
      const where = { deviceCodeSha256 };
      const device = await deviceAuthorization.findUnique({ where });
      if (!device) return undefined;
      const outcome = judgePoll(device, now.getTime());
      if (outcome === 'approved') await deviceAuthorization.delete({ where });
      else {
        const interval = device.interval + (outcome === 'slow_down' ? SLOW_DOWN_SECONDS : 0);
        await deviceAuthorization.update({ where, data: { polledAt: now, interval } });
      }
      return { outcome, device };
    });
  }
}

function waiting(userCode: string, now: Date): Prisma.DeviceAuthorizationWhereInput {
  return { userCode, expiresAt: { gt: now }, deniedAt: null, membershipId: null };
}
