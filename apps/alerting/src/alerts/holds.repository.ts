import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import type { AlertIdentity } from './alerts.repository.js';

/** Keeps what was resolved by hand from firing again at once. */
@Injectable()
export class HoldsRepository {
  /**
   * Returns the ends of the holds on these identities, by `projectId fingerprint`; identities that are not held are
   * absent.
   */
  async find(tx: Transaction, identities: readonly AlertIdentity[]): Promise<Map<string, Date>> {
    const rows = await tx.$queryRaw<(AlertIdentity & { until: Date })[]>`
      SELECT project_id AS "projectId", alert_holds.fingerprint, until FROM alert_holds
      JOIN json_to_recordset(${JSON.stringify(identities)}::json) AS wanted("projectId" uuid, fingerprint text)
        ON project_id = wanted."projectId" AND alert_holds.fingerprint = wanted.fingerprint`;
    return new Map(rows.map((row) => [identityKey(row), row.until]));
  }

  async hold(tx: Transaction, { projectId, fingerprint }: AlertIdentity, until: Date): Promise<void> {
    await tx.alertHold.upsert({
      where: { projectId_fingerprint: { projectId, fingerprint } },
      create: { projectId, fingerprint, until },
      update: { until },
    });
  }

  async release(tx: Transaction, identities: readonly AlertIdentity[]): Promise<void> {
    if (identities.length === 0) return;
    await tx.$executeRaw`
      DELETE FROM alert_holds USING json_to_recordset(${JSON.stringify(identities)}::json)
        AS wanted("projectId" uuid, fingerprint text)
      WHERE project_id = wanted."projectId" AND alert_holds.fingerprint = wanted.fingerprint`;
  }
}

export function identityKey({ projectId, fingerprint }: AlertIdentity): string {
  return `${projectId} ${fingerprint}`;
}
