import { Injectable } from '@nestjs/common';
import { isLockTimeout, type Transaction } from '@svc/relational';
import { latestPresent } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import type { Bind } from '@svc/work';
import type { AlertLabels, NotifySettings } from '../lifecycle/alert-change.js';

/** A group of alerts that share their notifications. */
export interface GroupRow {
  readonly id: string;
  readonly projectId: string;
  readonly key: string;
  readonly labels: AlertLabels;
  readonly notify: NotifySettings;
  /** The alert that opened the group, which its notifications and pages are about. */
  readonly leadAlertId: string;
  readonly flushCount: number;
  readonly lastFlushAt: Date | null;
  readonly lastNotifiedAt: Date | null;
  readonly nextFlushAt: Date | null;
}

export type NewGroup = Pick<GroupRow, 'id' | 'projectId' | 'key' | 'labels' | 'notify' | 'leadAlertId'>;

@Injectable()
export class GroupsRepository {
  /** The groups of these keys, created where they do not exist, and locked until the end of the transaction. */
  async open(tx: Transaction, groups: readonly NewGroup[]): Promise<GroupRow[]> {
    if (groups.length === 0) return [];
    return orUnavailable(
      () => tx.$queryRaw<GroupRow[]>`
        INSERT INTO alert_groups (id, project_id, key, labels, notify, lead_alert_id)
        SELECT * FROM json_to_recordset(${JSON.stringify(groups)}::json)
          AS r(id uuid, "projectId" uuid, key text, labels json, notify json, "leadAlertId" uuid)
        ORDER BY "projectId", key
        ON CONFLICT (project_id, key) DO UPDATE SET flush_count = alert_groups.flush_count
        RETURNING id, project_id AS "projectId", key, labels, notify, lead_alert_id AS "leadAlertId", flush_count AS "flushCount",
          last_flush_at AS "lastFlushAt", last_notified_at AS "lastNotifiedAt", next_flush_at AS "nextFlushAt"`,
    );
  }

  /** Groups that exist, locked in the same way. */
  async lock(tx: Transaction, ids: readonly string[]): Promise<GroupRow[]> {
    if (ids.length === 0) return [];
    return orUnavailable(
      () => tx.$queryRaw<GroupRow[]>`
        SELECT id, project_id AS "projectId", key, labels, notify, lead_alert_id AS "leadAlertId", flush_count AS "flushCount",
          last_flush_at AS "lastFlushAt", last_notified_at AS "lastNotifiedAt", next_flush_at AS "nextFlushAt"
        FROM alert_groups WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY project_id, key FOR UPDATE`,
    );
  }

  /** The group whose notifications are about an alert. */
  async led(tx: Transaction, projectId: string, leadAlertId: string): Promise<GroupRow | undefined> {
    const groups = await tx.alertGroup.findMany({ where: { projectId, leadAlertId }, select: { id: true } });
    const locked = await this.lock(
      tx,
      groups.map(({ id }) => id),
    );
    return locked[0];
  }

  /** Groups that are due, locked. Another process takes other ones meanwhile. */
  due(tx: Transaction, now: Date, limit: number): Promise<GroupRow[]> {
    return tx.$queryRaw<GroupRow[]>`
      SELECT id, project_id AS "projectId", key, labels, notify, lead_alert_id AS "leadAlertId", flush_count AS "flushCount",
        last_flush_at AS "lastFlushAt", last_notified_at AS "lastNotifiedAt", next_flush_at AS "nextFlushAt"
      FROM alert_groups WHERE next_flush_at <= ${now} ORDER BY next_flush_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  }

  /** Selects whether any is due, or was scheduled before the clock was set back, for a watch. */
  selectDue(now: Date, bind: Bind): string {
    return `
      (SELECT 'groups' FROM alert_groups WHERE next_flush_at <= ${bind(now)} ORDER BY next_flush_at LIMIT 1)
      UNION ALL
      (SELECT 'groups' FROM alert_groups
       WHERE next_flush_at IS NOT NULL AND scheduled_at > ${bind(new Date(latestPresent(now.getTime())))} ORDER BY scheduled_at LIMIT 1)`;
  }

  /**
   * Makes groups due that were scheduled before the clock was set back. It is not known how long they have waited, and flushing a group
   * too early does not repeat a notification. Locked groups are skipped: another process is rescheduling them.
   *
   * @returns how many.
   */
  makeDue(tx: Transaction, now: Date, limit: number): Promise<number> {
    return tx.$executeRaw`
      UPDATE alert_groups SET next_flush_at = ${now}, scheduled_at = ${now} WHERE id IN (
        SELECT id FROM alert_groups WHERE next_flush_at IS NOT NULL AND scheduled_at > ${new Date(latestPresent(now.getTime()))}
        ORDER BY scheduled_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  }

  async save(tx: Transaction, groups: readonly GroupRow[], now: Date): Promise<void> {
    if (groups.length === 0) return;
    await tx.$executeRaw`
      UPDATE alert_groups SET flush_count = r."flushCount", last_flush_at = r."lastFlushAt",
        last_notified_at = r."lastNotifiedAt", next_flush_at = r."nextFlushAt", scheduled_at = ${now}
      FROM json_to_recordset(${JSON.stringify(groups)}::json) AS r(id uuid, "flushCount" integer, "lastFlushAt" timestamptz,
        "lastNotifiedAt" timestamptz, "nextFlushAt" timestamptz)
      WHERE alert_groups.id = r.id`;
  }

  async delete(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await tx.alertGroup.deleteMany({ where: { id: { in: [...ids] } } });
  }
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (isLockTimeout(cause)) throw new ServiceError('unavailable', { cause });
    throw cause;
  }
}
