import { Injectable } from '@nestjs/common';
import type { Prisma } from '@svc/relational';
import type { AlertRow } from '../store/alert-row.js';

/** Critical alerts keep others about the same thing quiet, as an inhibition rule of Alertmanager does. */
@Injectable()
export class InhibitorsRepository {
  /** A test whether an alert is inhibited. Acknowledged and silenced critical alerts inhibit as well; pending ones do not. */
  async of(tx: Prisma.TransactionClient, alerts: readonly AlertRow[]): Promise<(alert: AlertRow) => boolean> {
    const inhibitable = alerts.filter(({ state, severity }) => state === 'firing' && severity !== 'critical');
    if (inhibitable.length === 0) return () => false;
    const wanted = inhibitable.map(({ projectId, inhibitionKey }) => ({ projectId, inhibitionKey }));
    const rows = await tx.$queryRaw<{ projectId: string; inhibitionKey: string }[]>`
      SELECT DISTINCT project_id AS "projectId", inhibition_key AS "inhibitionKey" FROM alerts
      JOIN json_to_recordset(${JSON.stringify(wanted)}::json) AS wanted("projectId" uuid, "inhibitionKey" text)
        ON project_id = wanted."projectId" AND inhibition_key = wanted."inhibitionKey"
      WHERE state <> 'resolved' AND state <> 'pending' AND severity = 'critical'`;
    const found = new Set(rows.map(toKey));
    return (alert) => alert.severity !== 'critical' && found.has(toKey(alert));
  }
}

function toKey({ projectId, inhibitionKey }: Pick<AlertRow, 'projectId' | 'inhibitionKey'>): string {
  return `${projectId} ${inhibitionKey}`;
}
