import { Injectable } from '@nestjs/common';
import { isLockTimeout, type Transaction } from '@svc/relational';
import { ServiceError } from '@svc/service-error';
import { toAlertRow, type AlertRow } from './lifecycle/alert-row.js';
import type { AlertState } from './lifecycle/lifecycle.js';

/** Identity of an alert that is not resolved. */
export interface AlertIdentity {
  readonly projectId: string;
  readonly fingerprint: string;
}

export type Peeked = AlertIdentity & { readonly id: string; readonly groupId: string | null };

/** A state of some alerts of a group. */
export interface GroupState {
  readonly groupId: string;
  readonly state: AlertState;
  readonly silenceId: string | null;
}

/** Rows in one statement: a few hundred kilobytes of JSON. */
const BATCH = 500;

/** The rows of alerts. A change of an alert that belongs to a group locks the group first, then the alert. */
@Injectable()
export class AlertsRepository {
  /** Returns the IDs and groups of the alerts that are not resolved, without locking anything. */
  peek(tx: Transaction, identities: readonly AlertIdentity[]): Promise<Peeked[]> {
    return tx.$queryRaw<Peeked[]>`
      SELECT id, project_id AS "projectId", alerts.fingerprint, group_id AS "groupId" FROM alerts
      JOIN json_to_recordset(${JSON.stringify(identities)}::json) AS wanted("projectId" uuid, fingerprint text)
        ON project_id = wanted."projectId" AND alerts.fingerprint = wanted.fingerprint
      WHERE state <> 'resolved'`;
  }

  /** The states of the alerts of groups that the caller has locked, with the silences of those that are silenced. */
  statesOfGroups(tx: Transaction, groupIds: readonly string[]): Promise<GroupState[]> {
    return tx.$queryRaw`
      SELECT DISTINCT group_id AS "groupId", state, CASE WHEN state = 'silenced' THEN silence_id END AS "silenceId"
      FROM alerts WHERE group_id = ANY(${[...groupIds]}::uuid[])`;
  }

  /**
   * Locks the alerts with these identities that are not resolved, until the end of the transaction.
   * @throws ServiceError unavailable if other changes of the alerts take too long.
   */
  lockActive(tx: Transaction, identities: readonly AlertIdentity[]): Promise<AlertRow[]> {
    return this.#lock(
      tx,
      tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM alerts
        JOIN json_to_recordset(${JSON.stringify(identities)}::json) AS wanted("projectId" uuid, fingerprint text)
          ON project_id = wanted."projectId" AND alerts.fingerprint = wanted.fingerprint
        WHERE state <> 'resolved' ORDER BY id FOR UPDATE OF alerts`,
    );
  }

  /** Locks alerts by ID, including resolved ones. */
  lock(tx: Transaction, ids: readonly string[]): Promise<AlertRow[]> {
    return this.#lock(
      tx,
      tx.$queryRaw<{ id: string }[]>`SELECT id FROM alerts WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`,
    );
  }

  /** The alerts of groups that the caller has locked. */
  async ofGroups(tx: Transaction, groupIds: readonly string[]): Promise<AlertRow[]> {
    const found = await tx.alert.findMany({ where: { groupId: { in: [...groupIds] } }, orderBy: ORDER });
    return found.map(toAlertRow);
  }

  /** Inserts or replaces. The identity of an alert and its rule's ID never change. */
  async save(tx: Transaction, alerts: readonly AlertRow[], now: Date): Promise<void> {
    for (let from = 0; from < alerts.length; from += BATCH) {
      const rows = alerts.slice(from, from + BATCH).map((alert) => ({ ...alert, updatedAt: now }));
      await tx.$executeRaw`
        INSERT INTO alerts (id, project_id, rule_id, fingerprint, name, severity, state, silenced_state, silence_id, labels, annotations,
          rule, inhibition_key, group_id, is_due, is_notified, is_announced, value, summary, started_at, fired_at, acknowledged_at,
          acknowledged_by, resolved_at, resolved_by, resolution, evaluated_at, updated_at)
        SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id uuid, "projectId" uuid, "ruleId" uuid, fingerprint text,
          name text, severity text, state text, "silencedState" text, "silenceId" uuid, labels json, annotations json, rule json,
          "inhibitionKey" text, "groupId" uuid, "isDue" boolean, "isNotified" boolean, "isAnnounced" boolean, value double precision,
          summary text, "startedAt" timestamptz, "firedAt" timestamptz, "acknowledgedAt" timestamptz, "acknowledgedBy" text,
          "resolvedAt" timestamptz, "resolvedBy" text, resolution text, "evaluatedAt" timestamptz, "updatedAt" timestamptz)
        ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, severity = EXCLUDED.severity, state = EXCLUDED.state,
          silenced_state = EXCLUDED.silenced_state, silence_id = EXCLUDED.silence_id, annotations = EXCLUDED.annotations,
          rule = EXCLUDED.rule, group_id = EXCLUDED.group_id, is_due = EXCLUDED.is_due, is_notified = EXCLUDED.is_notified,
          is_announced = EXCLUDED.is_announced, value = EXCLUDED.value, summary = EXCLUDED.summary, fired_at = EXCLUDED.fired_at,
          acknowledged_at = EXCLUDED.acknowledged_at, acknowledged_by = EXCLUDED.acknowledged_by, resolved_at = EXCLUDED.resolved_at,
          resolved_by = EXCLUDED.resolved_by, resolution = EXCLUDED.resolution, evaluated_at = EXCLUDED.evaluated_at,
          updated_at = EXCLUDED.updated_at`;
    }
  }

  /** Marks alerts as notified, suppressed or released by a flush. */
  async recordFlush(
    tx: Transaction,
    { notified, suppressed, released }: Record<'notified' | 'suppressed' | 'released', readonly string[]>,
  ): Promise<void> {
    if (notified.length > 0)
      await tx.$executeRaw`
        UPDATE alerts SET is_due = false, is_notified = true WHERE id = ANY(${[...notified]}::uuid[])`;
    if (suppressed.length > 0)
      await tx.$executeRaw`UPDATE alerts SET is_due = false WHERE id = ANY(${[...suppressed]}::uuid[])`;
    if (released.length > 0)
      await tx.$executeRaw`
        UPDATE alerts SET is_due = false, is_notified = false, group_id = NULL WHERE id = ANY(${[...released]}::uuid[])`;
  }

  /** Deletes pending alerts, for which no notification was ever sent. */
  async drop(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.alertTransition.deleteMany({ where: { alertId: { in: [...ids] } } });
    await tx.alert.deleteMany({ where: { id: { in: [...ids] } } });
  }

  async #lock(tx: Transaction, locking: Promise<{ readonly id: string }[]>): Promise<AlertRow[]> {
    try {
      const ids = (await locking).map(({ id }) => id);
      if (ids.length === 0) return [];
      return (await tx.alert.findMany({ where: { id: { in: ids } }, orderBy: ORDER })).map(toAlertRow);
    } catch (cause) {
      if (isLockTimeout(cause)) throw new ServiceError('unavailable', { cause });
      throw cause;
    }
  }
}

const ORDER = { id: 'asc' as const };
