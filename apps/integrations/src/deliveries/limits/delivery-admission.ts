import { Inject, Injectable } from '@nestjs/common';
import type { Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { limitDeliveries, type HeldDelivery, type Limited } from './delivery-limits.js';
import { channelPolicy, contactPolicy, LONGEST_WINDOW_MS, maxCounted } from './delivery-policies.js';
import { findSentOfGroup, findSentTo, lockGroup, lockReceiver, type LimitedReceiver } from './sent-deliveries.js';

/** Receivers of one look. */
const RECEIVERS = 100;
/** Deliveries of a receiver that are bundled at once. */
const MAX_HELD = 1_000;

/** Lets deliveries go within the limits of each receiver, or bundles them. Only what it let go can be claimed. */
@Injectable()
export class DeliveryAdmission {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Admits waiting deliveries. Without any, the cost is one read of an index. */
  async admit(now: Date): Promise<void> {
    const receivers = await this.relational.rows<LimitedReceiver>(
      `SELECT receiver AS key, channel_type AS type, contact_method_id IS NOT NULL AS "isContact",
         (array_agg(project_id))[1] AS "projectId"
       FROM deliveries
       WHERE receiver IS NOT NULL AND admitted_at IS NULL AND status IN ('pending', 'retrying')
         AND next_attempt_at <= $1
       GROUP BY 1, 2, 3 ORDER BY min(urgency), min(position)
       LIMIT ${RECEIVERS}`,
      [now],
    );
    for (const receiver of receivers) await this.relational.client.$transaction((tx) => this.#admit(tx, receiver, now));
  }

  async #admit(tx: Transaction, receiver: LimitedReceiver, now: Date): Promise<void> {
    const { key, type, isContact } = receiver;
    // One process at a time, since each counts what the others let go.
    if (!(await lockReceiver(tx, key))) return;
    await lockGroup(tx, receiver);
    await suppressWithdrawn(tx, key);
    const policy = isContact ? contactPolicy(type) : channelPolicy(type);
    const own = await findSentTo(tx, key, LONGEST_WINDOW_MS, maxCounted(...policy.critical, ...policy.others), now);
    const group = await findSentOfGroup(tx, receiver, policy.group.critical, now);
    const limited = limitDeliveries(policy, await findHeld(tx, key), { own, group }, now.getTime());
    await letGo(tx, limited, now);
    const { waitUntilMs } = limited;
    if (waitUntilMs === undefined) return;
    await tx.$executeRaw`
      UPDATE deliveries SET next_attempt_at = ${new Date(waitUntilMs)}
      WHERE receiver = ${key} AND admitted_at IS NULL AND status IN ('pending', 'retrying')`;
  }
}

/** Suppresses deliveries that were withdrawn while they waited, or while another one carried them. */
async function suppressWithdrawn(tx: Transaction, receiver: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE deliveries d SET status = 'suppressed', reason = w.reason, silence_ids = w.silence_ids, next_attempt_at = NULL
    FROM notification_withdrawals w
    WHERE d.receiver = ${receiver} AND d.admitted_at IS NULL AND d.status IN ('pending', 'retrying')
      AND w.project_id = d.project_id AND w.subject = d.subject AND w.position > d.wanted_since`;
}

/** A delivery of an earlier release has no receiver and was sent without limits. */
function findHeld(tx: Transaction, receiver: string): Promise<HeldDelivery[]> {
  return tx.$queryRaw<HeldDelivery[]>`
    SELECT d.id, d.channel_id AS "channelId", d.subject, d.urgency, d.position,
      coalesce(d.notification ->> 'status' IN ('acknowledged', 'resolved'), false) AS "isClosing",
      NOT EXISTS (
        SELECT 1 FROM deliveries told
        WHERE told.channel_id = d.channel_id AND told.subject = d.subject
          AND told.contact_method_id IS NOT DISTINCT FROM d.contact_method_id
          AND (told.recipient = d.recipient) IS NOT FALSE
          AND (told.admitted_at IS NOT NULL OR (told.receiver IS NULL AND told.status <> 'suppressed'))) AS "isFirst"
    FROM deliveries d
    WHERE d.receiver = ${receiver} AND d.admitted_at IS NULL AND d.status IN ('pending', 'retrying')
    ORDER BY d.position LIMIT ${MAX_HELD}`;
}

async function letGo(tx: Transaction, { admitted }: Limited, now: Date): Promise<void> {
  const [alone, carriers] = [admitted.filter(({ carries }) => carries.length === 0), admitted.filter(hasCarried)];
  for (const jumps of [true, false]) {
    const ids = alone.filter((each) => each.jumps === jumps).map(({ id }) => id);
    if (ids.length === 0) continue;
    await tx.$executeRaw`
      UPDATE deliveries SET admitted_at = ${now}, next_attempt_at = ${now},
        urgency = CASE WHEN ${jumps} THEN -1 ELSE urgency END
      WHERE id = ANY(${ids}::uuid[])`;
  }
  for (const { id, jumps, carries } of carriers) {
    await tx.$executeRaw`
      UPDATE deliveries SET admitted_at = ${now}, next_attempt_at = ${now},
        urgency = CASE WHEN ${jumps} THEN -1 ELSE urgency END,
        notification = (notification::jsonb || jsonb_build_object('more', coalesce((notification ->> 'more')::int, 0) + (
          SELECT sum(1 + coalesce((carried.notification ->> 'more')::int, 0))::int FROM deliveries carried
          WHERE carried.id = ANY(${[...carries]}::uuid[]))))::json
      WHERE id = ${id}::uuid`;
    // Some of them may carry others since an earlier outage.
    await tx.$executeRaw`
      UPDATE deliveries SET status = 'suppressed', reason = 'bundled', carried_by = ${id}::uuid, next_attempt_at = NULL
      WHERE id = ANY(${[...carries]}::uuid[])
        OR (carried_by = ANY(${[...carries]}::uuid[]) AND status = 'suppressed' AND reason = 'bundled')`;
  }
}

const hasCarried = ({ carries }: Limited['admitted'][number]): boolean => carries.length > 0;
