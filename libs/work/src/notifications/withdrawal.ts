import type { Transaction } from '@svc/relational';
import { recordEvent } from '../events/record-event.js';
import { nextPosition, type Subject } from './position.js';

/** The reason why a notification is no longer needed, which becomes the reason of the suppressed deliveries. */
export type WithdrawalReason = 'acknowledged' | 'resolved' | 'silenced';

export interface Withdrawal {
  readonly projectId: string;
  readonly subject: Subject;
  readonly reason: WithdrawalReason;
  /** The silences, if they are the reason. */
  readonly silenceIds?: readonly string[];
  readonly at: Date;
}

/**
 * Withdraws earlier requests about a subject that are sent only while wanted, in the transaction of the change. Deliveries check for
 * withdrawals before every attempt, so that no attempt begins after the commit. Waiting deliveries become `suppressed`. Later requests are
 * sent.
 */
export async function withdrawNotifications(tx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const { projectId, subject, reason, silenceIds = [], at } = withdrawal;
  const position = await nextPosition(tx);
  const row = { position, reason, silenceIds: [...silenceIds], withdrawnAt: at };
  await tx.notificationWithdrawal.upsert({
    where: { projectId_subject: { projectId, subject } },
    create: { projectId, subject, ...row },
    update: row,
  });
  await recordEvent(tx, { projectId, type: 'notification.withdrawn', subject, occurredAt: at, data: { reason } });
}

/** Deletes withdrawals before a time at which no delivery that they could suppress waits any more. */
export async function deleteWithdrawals(tx: Transaction, before: Date): Promise<void> {
  await tx.notificationWithdrawal.deleteMany({ where: { withdrawnAt: { lt: before } } });
}
