import { Injectable } from '@nestjs/common';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { Issue, Transaction } from '@svc/relational';
import {
  IssueChanges,
  regresses,
  toLifecycle,
  transition,
  type IssuePlace,
  type Resolution,
} from '../../issues/index.js';
import { ReleasesService } from '../../releases/releases.service.js';
import { MAX_ANNOUNCED_PLACES } from '../announced-places.js';
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
    const regressing = await this.#regressing(project, issue, resolution, places, tx);
    const [latest] = regressing;
    if (!latest) return undefined;
    const outcome = transition(lifecycle, { kind: 'regress', release: latest.release }, now);
    if (outcome.kind !== 'changed') return undefined;
    return this.changes.apply(tx, issue, outcome, now, distinctPlaces(regressing));
  }

  /** The places whose errors regress an issue, the latest first: it names the release that did. */
  async #regressing(
    project: ProjectIdentity,
    issue: Issue,
    resolution: Resolution,
    places: readonly SeenPlace[],
    tx: Transaction,
  ): Promise<SeenPlace[]> {
    const own = places.filter(({ issueId }) => issueId === issue.id).sort((a, b) => (a.last > b.last ? -1 : 1));
    const orders = new Map<string, number>();
    const found: SeenPlace[] = [];
    for (const place of own) {
      const { last, release } = place;
      const order = orders.get(release) ?? (await this.#compare(project.id, release, resolution, tx));
      orders.set(release, order);
      if (regresses(resolution, { lastSeen: last, release }, () => order)) found.push(place);
    }
    return found;
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

/** Services and environments, each once, in their order. */
function distinctPlaces(places: readonly SeenPlace[]): IssuePlace[] {
  const distinct = new Map(
    places.map(({ service, environment }) => [JSON.stringify([service, environment]), { service, environment }]),
  );
  return [...distinct.values()].slice(0, MAX_ANNOUNCED_PLACES);
}
