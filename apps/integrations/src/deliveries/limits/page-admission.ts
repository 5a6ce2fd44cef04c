import { Inject, Injectable } from '@nestjs/common';
import type { Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import {
  limitPages,
  LONGEST_WINDOW_MS,
  MAX_COUNTED,
  MAX_PER_TYPE,
  TYPE_WINDOW_MS,
  type HeldPage,
  type Limited,
} from './page-limits.js';

/** Contact methods of one look. */
const CONTACTS = 100;
/** Deliveries of a contact method that are folded at once. */
const MAX_HELD = 1_000;

/** Lets deliveries to contact methods go within the limits of each, or folds them. Only what it let go can be claimed. */
@Injectable()
export class PageAdmission {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Admits waiting deliveries. Without any, the cost is one read of an index. */
  async admit(now: Date): Promise<void> {
    const contacts = await this.relational.rows<{ id: string; type: string }>(
      `SELECT contact_method_id AS id, channel_type AS type FROM deliveries
       WHERE contact_method_id IS NOT NULL AND admitted_at IS NULL AND status IN ('pending', 'retrying')
         AND next_attempt_at <= $1
       GROUP BY contact_method_id, channel_type ORDER BY min(urgency), min(position)
       LIMIT ${CONTACTS}`,
      [now],
    );
    for (const contact of contacts) await this.relational.client.$transaction((tx) => this.#admit(tx, contact, now));
  }

  async #admit(tx: Transaction, { id, type }: { id: string; type: string }, now: Date): Promise<void> {
    // One process at a time, since each counts what the others let go.
    const [lock] = await tx.$queryRaw<[{ free: boolean }]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`page-limits/${id}`}, 0)) AS free`;
    if (!lock.free) return;
    // Lock of the type. The statement waits for it, so that no urgent page is delayed; other holders keep it for a few
    // statements.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`page-limits/type/${type}`}, 0))`;
    await suppressWithdrawn(tx, id);
    const [sent, ofType] = [await findSent(tx, id, now), await findSentOfType(tx, type, now)];
    const limited = limitPages(type, await findHeld(tx, id), sent, now.getTime(), ofType);
    await letGo(tx, limited, now);
    const { waitUntilMs } = limited;
    if (waitUntilMs === undefined) return;
    await tx.$executeRaw`
      UPDATE deliveries SET next_attempt_at = ${new Date(waitUntilMs)}
      WHERE contact_method_id = ${id}::uuid AND admitted_at IS NULL AND status IN ('pending', 'retrying')`;
  }
}

/** Suppresses deliveries that were withdrawn while they waited, or while another one carried them. */
async function suppressWithdrawn(tx: Transaction, contactId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE deliveries d SET status = 'suppressed', reason = w.reason, silence_ids = w.silence_ids, next_attempt_at = NULL
    FROM notification_withdrawals w
    WHERE d.contact_method_id = ${contactId}::uuid AND d.admitted_at IS NULL AND d.status IN ('pending', 'retrying')
      AND w.project_id = d.project_id AND w.subject = d.subject AND w.position > d.wanted_since`;
}

function findHeld(tx: Transaction, contactId: string): Promise<HeldPage[]> {
  return tx.$queryRaw<HeldPage[]>`
    SELECT d.id, d.subject, d.urgency, d.position, NOT EXISTS (
        SELECT 1 FROM deliveries told
        WHERE told.channel_id = d.channel_id AND told.subject = d.subject
          AND told.contact_method_id = d.contact_method_id AND told.admitted_at IS NOT NULL) AS "isFirst"
    FROM deliveries d
    WHERE d.contact_method_id = ${contactId}::uuid AND d.admitted_at IS NULL AND d.status IN ('pending', 'retrying')
    ORDER BY d.position LIMIT ${MAX_HELD}`;
}

async function findSent(tx: Transaction, contactId: string, now: Date): Promise<number[]> {
  const rows = await tx.$queryRaw<{ at: Date }[]>`
    SELECT admitted_at AS at FROM deliveries
    WHERE contact_method_id = ${contactId}::uuid AND admitted_at > ${new Date(now.getTime() - LONGEST_WINDOW_MS)}
    ORDER BY admitted_at DESC LIMIT ${MAX_COUNTED}`;
  // A time to come is that of a clock that was set back since.
  return rows.map(({ at }) => Math.min(at.getTime(), now.getTime()));
}

async function findSentOfType(tx: Transaction, type: string, now: Date): Promise<number[]> {
  const rows = await tx.$queryRaw<{ at: Date }[]>`
    SELECT admitted_at AS at FROM deliveries
    WHERE channel_type = ${type} AND admitted_at > ${new Date(now.getTime() - TYPE_WINDOW_MS)}
    ORDER BY admitted_at DESC LIMIT ${MAX_PER_TYPE}`;
  return rows.map(({ at }) => Math.min(at.getTime(), now.getTime()));
}

async function letGo(tx: Transaction, { admitted }: Limited, now: Date): Promise<void> {
  for (const { id, jumps, carries } of admitted) {
    await tx.$executeRaw`
      UPDATE deliveries SET admitted_at = ${now}, next_attempt_at = ${now},
        urgency = CASE WHEN ${jumps} THEN -1 ELSE urgency END,
        notification = CASE WHEN ${carries.length} = 0 THEN notification
          ELSE (notification::jsonb || jsonb_build_object('more', ${carries.length}::int))::json END
      WHERE id = ${id}::uuid`;
    if (carries.length === 0) continue;
    await tx.$executeRaw`
      UPDATE deliveries SET status = 'suppressed', reason = 'bundled', carried_by = ${id}::uuid, next_attempt_at = NULL
      WHERE id = ANY(${[...carries]}::uuid[])`;
  }
}
