import { Inject, Injectable } from '@nestjs/common';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { AlertLabels } from '../lifecycle/alert-change.js';

/** An alert that a silence may concern. */
export interface Candidate {
  readonly id: string;
  readonly groupId: string | null;
  readonly labels: AlertLabels;
  readonly severity: string;
}

/** Reads alerts for silences, by ID, from the first one after `after`. */
@Injectable()
export class SilencedRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Alerts of a project that a silence could silence. */
  loud(projectId: string, after: string | undefined, take: number): Promise<Candidate[]> {
    return this.relational.rows<Candidate>(
      `SELECT id, group_id AS "groupId", labels, severity FROM alerts
       WHERE project_id = $1 AND state <> 'resolved' AND state IN ('firing', 'acknowledged') AND id > $2
       ORDER BY id LIMIT $3`,
      [projectId, after ?? FIRST, take],
    );
  }

  /** Alerts that a silence silences. */
  by(silenceId: string, after: string | undefined, take: number): Promise<Candidate[]> {
    return this.relational.rows<Candidate>(
      `SELECT id, group_id AS "groupId", labels, severity FROM alerts WHERE silence_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [silenceId, after ?? FIRST, take],
    );
  }
}

const FIRST = '00000000-0000-0000-0000-000000000000';
