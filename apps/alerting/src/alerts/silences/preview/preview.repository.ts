import { Inject, Injectable } from '@nestjs/common';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { toAlertRow, type AlertRow } from '../../lifecycle/alert-row.js';
import type { Labels } from '../matcher.js';

export interface Labelled {
  readonly id: string;
  readonly startedAt: Date;
  readonly labels: Labels;
  readonly severity: string;
}

/** Reads the alerts that are not resolved, the latest first. */
@Injectable()
export class PreviewRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  page(projectId: string, after: Labelled | undefined, take: number): Promise<Labelled[]> {
    const { startedAt, id } = after ?? { startedAt: new Date(END_MS), id: LAST };
    return this.relational.rows<Labelled>(
      `SELECT id, started_at AS "startedAt", labels, severity FROM alerts
       WHERE project_id = $1 AND state <> 'resolved' AND (started_at, id) < ($2, $3)
       ORDER BY started_at DESC, id DESC LIMIT $4`,
      [projectId, startedAt, id, take],
    );
  }

  async read(ids: readonly string[]): Promise<AlertRow[]> {
    const { alert } = this.relational.client;
    const orderBy = [{ startedAt: 'desc' as const }, { id: 'desc' as const }];
    return (await alert.findMany({ where: { id: { in: [...ids] } }, orderBy })).map(toAlertRow);
  }
}

/** Later than any alert. */
const END_MS = Date.UTC(9999, 0);
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
