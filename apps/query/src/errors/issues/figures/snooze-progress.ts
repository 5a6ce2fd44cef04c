import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds } from '@svc/reading/time';
import type { Issue } from '@svc/relational';
import { IssuesRepository } from '../issues.repository.js';
import { toLifecycle } from '../lifecycle/index.js';
import { countSince } from './figures.query.js';
import { readVariantMap } from './variant-map.js';

/** The events and users since a snooze. */
export interface SnoozeFigures {
  readonly occurrences?: number;
  /** Distinct persons. */
  readonly users?: number;
}

/** Counts the events and users on which the snooze of an issue depends. */
@Injectable()
export class SnoozeProgress {
  constructor(private readonly issues: IssuesRepository) {}

  /** Nothing unless the issue is snoozed by occurrences or users. */
  async read(issue: Issue, reader: ProjectReader): Promise<SnoozeFigures> {
    const { snooze } = toLifecycle(issue);
    if (!snooze || !('occurrences' in snooze.condition || 'users' in snooze.condition)) return {};
    const variants = await readVariantMap(this.issues, [issue.id], reader.scope);
    const since = fromMilliseconds(Date.parse(snooze.since));
    const [row] = variants ? await reader.rows(countSince({ scope: reader.scope, variants, places: [] }, since)) : [];
    const [occurrences, users] = [Number(row?.occurrences ?? 0), Number(row?.users ?? 0)];
    return 'users' in snooze.condition ? { users } : { occurrences };
  }
}
