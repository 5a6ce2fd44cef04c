import { Injectable } from '@nestjs/common';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { Issue, Transaction } from '@svc/relational';
import { IssueChanges, regresses, toLifecycle, transition, type Resolution } from '../../issues/index.js';
import { ReleasesService } from '../../releases/releases.service.js';
import type { SeenPlace } from '../arrivals/place-facts.js';

/** Regresses resolved issues whose events say so. */
@Injectable()
export class RegressionChecks {
  constructor(
    private readonly changes: IssueChanges,
    private readonly releases: ReleasesService,
  ) {}

  /** Call it under the lock of the project. Returns the issues as they are afterwards. */
  async apply(
    project: ProjectIdentity,
    issues: readonly Issue[],
    places: readonly SeenPlace[],
    now: Date,
    tx: Transaction,
  ): Promise<Issue[]> {
    const after: Issue[] = [];
    for (const issue of issues) {
      const regressed =
        issue.state === 'resolved' && issue.mergedInto === null
          ? await this.#regress(project, issue, places, now, tx)
          : undefined;
      after.push(regressed ?? issue);
    }
    return after;
  }

  async #regress(
    project: ProjectIdentity,
    issue: Issue,
    places: readonly SeenPlace[],
    now: Date,
    tx: Transaction,
  ): Promise<Issue | undefined> {
    const lifecycle = toLifecycle(issue);
    const { resolution } = lifecycle;
    if (!resolution) return undefined;
    // The latest first, so that it names the release that regressed the issue.
    const own = places.filter(({ issueId }) => issueId === issue.id).sort((a, b) => (a.last > b.last ? -1 : 1));
    for (const { last, release } of own) {
      const order = await this.#compare(project.id, release, resolution, tx);
      if (!regresses(resolution, { lastSeen: last, release }, () => order)) continue;
      const outcome = transition(lifecycle, { kind: 'regress', release }, now);
      return outcome.kind === 'changed' ? this.changes.apply(tx, issue, outcome, now) : undefined;
    }
    return undefined;
  }

  async #compare(
    projectId: string,
    release: string,
    { kind, release: resolved, at }: Resolution,
    tx: Transaction,
  ): Promise<number> {
    if (kind === 'now' || release === '' || resolved === undefined) return 0;
    return this.releases.compareToResolved(projectId, release, { release: resolved, at: new Date(at) }, tx);
  }
}
