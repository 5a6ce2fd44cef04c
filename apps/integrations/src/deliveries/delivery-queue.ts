import { Inject, Injectable } from '@nestjs/common';
import type { Channel, Delivery, DomainEvent, Relational, Transaction } from '@svc/relational';
import { RELATIONAL, type Clock } from '@svc/runtime';
import { DueWatch } from '@svc/work';
import { CLOSING_FAILURES } from './channel-health.js';
import type { Settled } from './delivery-state.js';

const CLOSED_MS = 60_000;
/** Deliveries of one webhook that are sent at once, so that a slow receiver leaves room for the others. */
const PER_WEBHOOK = 50;
/** Maximum for other types, whose providers limit the rate of one sender. */
const PER_CHANNEL = 10;

export interface AttemptRecord {
  readonly at: string;
  readonly status_code?: number;
  readonly latency_ms: number;
  readonly error: string;
  readonly excerpt: string;
}

/** A delivery that this process sends. */
export type ClaimedDelivery = Pick<
  Delivery,
  | 'id'
  | 'projectId'
  | 'channelId'
  | 'channelType'
  | 'contactMethodId'
  | 'recipient'
  | 'wantedSince'
  | 'leaseToken'
  | 'attemptCount'
  | 'startedAt'
  | 'notification'
>;

export interface SettledDelivery {
  readonly claimed: ClaimedDelivery;
  readonly settled: Settled;
  readonly attempt: AttemptRecord;
}

/** The deliveries that wait, in the order in which they are sent. */
@Injectable()
export class DeliveryQueue {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /**
   * Checks at this interval whether deliveries wait, due or not, or leases have expired, and calls back if so. Each check reads one entry
   * of an index, which the planner uses because of the order.
   *
   * @returns a function that stops the checks.
   */
  watch(everyMs: number, clock: Clock, wake: () => void): () => void {
    return DueWatch.of(this.relational).add({
      everyMs,
      select: (bind) => `
        SELECT 'deliveries' WHERE (
          SELECT channel_id FROM deliveries WHERE status IN ('pending', 'retrying') ORDER BY channel_id LIMIT 1) IS NOT NULL
        OR (
          SELECT lease_until FROM deliveries
          WHERE status = 'sending' AND lease_until < ${bind(new Date(clock()))} ORDER BY lease_until LIMIT 1) IS NOT NULL`,
      wake,
    });
  }

  /**
   * Claims due deliveries, the most urgent first: of a subject only the oldest that is not final, so that none overtakes another, of a
   * channel that is closed a single one per minute, and none that was withdrawn or that the limits of its receiver hold. The first part
   * skips from one channel with work to the next by the index, so that neither channels without work nor old deliveries cost anything.
   *
   * The claim does not wait for the disk: if the server loses it, the deliveries are repeated with the same IDs.
   */
  claim(limit: number, now: Date, leaseUntil: Date): Promise<ClaimedDelivery[]> {
    const closedUntil = new Date(now.getTime() + CLOSED_MS);
    return this.relational.client.$queryRaw<ClaimedDelivery[]>`
      WITH RECURSIVE waiting AS (
        (SELECT channel_id FROM deliveries WHERE status IN ('pending', 'retrying') ORDER BY channel_id LIMIT 1)
        UNION ALL
        SELECT (SELECT d.channel_id FROM deliveries d
          WHERE d.status IN ('pending', 'retrying') AND d.channel_id > w.channel_id ORDER BY d.channel_id LIMIT 1)
        FROM waiting w WHERE w.channel_id IS NOT NULL
      ), due AS (
        SELECT d.id
        FROM waiting w LEFT JOIN channels c ON c.id = w.channel_id CROSS JOIN LATERAL (
          SELECT d.id, d.urgency, d.next_attempt_at
          FROM deliveries d
          WHERE d.channel_id = w.channel_id AND d.status IN ('pending', 'retrying') AND d.next_attempt_at <= ${now}
            AND (d.receiver IS NULL OR d.admitted_at IS NOT NULL)
            AND NOT EXISTS (
              SELECT 1 FROM deliveries earlier
              WHERE earlier.channel_id = d.channel_id AND earlier.subject = d.subject AND earlier.position < d.position
                AND earlier.contact_method_id IS NOT DISTINCT FROM d.contact_method_id
                AND (earlier.recipient = d.recipient) IS NOT FALSE
                AND earlier.status IN ('pending', 'retrying', 'sending'))
            AND (d.wanted_since IS NULL OR NOT EXISTS (
              SELECT 1 FROM notification_withdrawals withdrawn
              WHERE withdrawn.project_id = d.project_id AND withdrawn.subject = d.subject
                AND withdrawn.position > d.wanted_since))
          ORDER BY d.urgency, d.next_attempt_at
          LIMIT greatest(0, CASE WHEN c.consecutive_failures >= ${CLOSING_FAILURES} THEN 1
              WHEN c.type = 'webhook' THEN ${PER_WEBHOOK} ELSE ${PER_CHANNEL} END
            - (SELECT count(*) FROM deliveries s WHERE s.channel_id = w.channel_id AND s.status = 'sending'))
          FOR UPDATE OF d SKIP LOCKED) d
        WHERE c.is_enabled IS NOT FALSE AND (c.closed_until IS NULL OR c.closed_until <= ${now})
        ORDER BY d.urgency, d.next_attempt_at
        LIMIT ${limit}
      ), claimed AS (
        UPDATE deliveries SET status = 'sending', next_attempt_at = NULL, lease_until = ${leaseUntil},
          lease_token = lease_token + 1, attempt_count = attempt_count + 1
        FROM due WHERE deliveries.id = due.id
        RETURNING deliveries.*
      ), probed AS (
        UPDATE channels SET closed_until = ${closedUntil}
        WHERE id IN (SELECT channel_id FROM claimed) AND consecutive_failures >= ${CLOSING_FAILURES}
      )
      SELECT id, project_id AS "projectId", channel_id AS "channelId", channel_type AS "channelType",
        contact_method_id AS "contactMethodId", recipient, wanted_since AS "wantedSince", lease_token AS "leaseToken",
        attempt_count AS "attemptCount", started_at AS "startedAt", notification
      FROM claimed CROSS JOIN (SELECT set_config('synchronous_commit', 'off', true)) AS for_this_transaction
      ORDER BY urgency, position`;
  }

  /** Records attempts. A delivery that another process has taken over meanwhile is left to it. */
  async settle(batch: readonly SettledDelivery[]): Promise<void> {
    const rows = batch.map(({ claimed, settled, attempt }) => ({
      id: claimed.id,
      token: claimed.leaseToken,
      status: settled.status,
      reason: settled.reason,
      next: settled.nextAttemptMs === undefined ? null : new Date(settled.nextAttemptMs).toISOString(),
      sent: settled.status === 'sent' ? new Date(Date.parse(attempt.at) + attempt.latency_ms).toISOString() : null,
      attempt,
    }));
    await this.relational.client.$executeRaw`
      UPDATE deliveries d SET status = r.status, reason = r.reason, next_attempt_at = r.next, lease_until = NULL,
        sent_at = r.sent, notification = CASE WHEN r.status = 'sent' THEN NULL ELSE d.notification END,
        attempts = (SELECT json_agg(value ORDER BY place) FROM (
          SELECT value, place FROM jsonb_array_elements(d.attempts::jsonb || jsonb_build_array(r.attempt::jsonb))
            WITH ORDINALITY AS all_attempts(value, place) ORDER BY place DESC LIMIT 20) AS kept)
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r(id uuid, token int, status text, reason text, next timestamptz, sent timestamptz, attempt jsonb)
      WHERE d.id = r.id AND d.lease_token = r.token AND d.status = 'sending'`;
  }

  /** Gives up the leases of processes that died: the attempts count, and are repeated with the same ID. */
  async releaseExpired(now: Date): Promise<number> {
    const { count } = await this.relational.client.delivery.updateMany({
      where: { status: 'sending', leaseUntil: { lt: now } },
      data: { status: 'retrying', reason: 'interrupted', nextAttemptAt: now, leaseUntil: null },
    });
    return count;
  }

  /** Suppresses what waits and was withdrawn, of the subjects of some events. What it carried waits for itself again. */
  async suppressWithdrawn(tx: Transaction, events: readonly DomainEvent[], now: Date): Promise<void> {
    if (events.length === 0) return;
    const subjects = JSON.stringify(events.map(({ projectId, subject }) => ({ project: projectId, subject })));
    await tx.$executeRaw`
      WITH withdrawn AS (
      UPDATE deliveries d SET status = 'suppressed', reason = w.reason, silence_ids = w.silence_ids, next_attempt_at = NULL
      FROM jsonb_to_recordset(${subjects}::jsonb) AS s(project uuid, subject text)
      JOIN notification_withdrawals w ON w.project_id = s.project AND w.subject = s.subject
      WHERE d.project_id = w.project_id AND d.subject = w.subject AND d.wanted_since < w.position
        AND d.wanted_since IS NOT NULL AND d.status IN ('pending', 'retrying')
      RETURNING d.id
      )
      UPDATE deliveries f SET status = 'pending', reason = '', carried_by = NULL, next_attempt_at = ${now},
        notification = (f.notification::jsonb - 'more')::json
      FROM withdrawn WHERE f.carried_by = withdrawn.id AND f.status = 'suppressed' AND f.reason = 'bundled'`;
  }

  /**
   * Suppresses claimed deliveries that were withdrawn since the claim began, instead of sending them. Deliveries that
   * they carried wait separately again.
   *
   * @returns the IDs of the suppressed ones.
   */
  async suppressClaimed(claimed: readonly ClaimedDelivery[], now: Date): Promise<ReadonlySet<string>> {
    const ids = claimed.filter(({ wantedSince }) => wantedSince !== null).map(({ id }) => id);
    if (ids.length === 0) return new Set();
    const suppressed = await this.relational.client.$queryRaw<{ id: string }[]>`
      WITH withdrawn AS (
      UPDATE deliveries d SET status = 'suppressed', reason = w.reason, silence_ids = w.silence_ids, lease_until = NULL,
        attempt_count = d.attempt_count - 1
      FROM notification_withdrawals w
      WHERE d.id = ANY(${ids}::uuid[]) AND d.status = 'sending' AND w.project_id = d.project_id AND w.subject = d.subject
        AND w.position > d.wanted_since
      RETURNING d.id
      ), freed AS (
      UPDATE deliveries f SET status = 'pending', reason = '', carried_by = NULL, next_attempt_at = ${now},
        notification = (f.notification::jsonb - 'more')::json
      FROM withdrawn WHERE f.carried_by = withdrawn.id AND f.status = 'suppressed' AND f.reason = 'bundled'
      )
      SELECT id FROM withdrawn`;
    return new Set(suppressed.map(({ id }) => id));
  }

  channelsOf(claimed: readonly ClaimedDelivery[]): Promise<Channel[]> {
    return this.relational.client.channel.findMany({
      where: { id: { in: [...new Set(claimed.map(({ channelId }) => channelId))] } },
    });
  }
}
