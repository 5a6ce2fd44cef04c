import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds, NANOSECONDS_PER_DAY } from '@svc/reading/time';
import type { Issue, Transaction } from '@svc/relational';
import { IssueChanges } from '../issue-changes.js';
import { toLifecycle, transition } from '../lifecycle/index.js';
import { MergingRepository, type CountedPlace } from './merging.repository.js';
import { selectPlaces } from './places.query.js';

/** Merges issues and takes merges apart. Call it under the lock of the project, after `mirrorSoon`. */
@Injectable()
export class Merges {
  constructor(
    private readonly merging: MergingRepository,
    private readonly changes: IssueChanges,
  ) {}

  /**
   * @param canonical as it was read with its row locked.
   * @returns the updated canonical issue.
   */
  async merge(
    canonical: Issue,
    sources: readonly Issue[],
    { by, at }: { readonly by: string; readonly at: Date },
    tx: Transaction,
  ): Promise<Issue> {
    await this.merging.moveAll(
      canonical.id,
      sources.map(({ id }) => id),
      { by, at },
      tx,
    );
    await tx.issue.update({ where: { id: canonical.id }, data: widest([canonical, ...sources]) });
    const lifecycle = toLifecycle(canonical);
    const outcome = sources.some(({ state }) => state !== 'resolved')
      ? transition(lifecycle, { kind: 'absorb' }, at)
      : undefined;
    const next = outcome?.kind === 'changed' ? outcome.next : lifecycle;
    const changed = await this.changes.apply(tx, canonical, { next }, at);
    if (!changed) throw new Error('The canonical issue changed although its row is locked.');
    return changed;
  }

  /** Counts the places and times of an issue again from its errors, after variants moved. */
  async recount(issue: Issue, nowMs: number, reader: ProjectReader, tx: Transaction): Promise<void> {
    const variants = await this.merging.variants(issue.id, tx);
    const now = fromMilliseconds(nowMs);
    const during = { from: now - reader.scope.retention, to: now + NANOSECONDS_PER_DAY };
    const rows = variants.length > 0 ? await reader.rows(selectPlaces(reader.scope, variants, during)) : [];
    const places = rows.map(({ service_name: service, first, last, ...place }): CountedPlace => ({
      ...place,
      service,
      first: BigInt(first),
      last: BigInt(last),
    }));
    await this.merging.replaceSeen(issue, places, tx);
  }
}

/** The range from the first to the last event of several issues, with the releases that these named. */
function widest(issues: readonly Issue[]) {
  const [first] = issues.toSorted((a, b) => a.firstSeen.getTime() - b.firstSeen.getTime());
  const [last] = issues.toSorted((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime());
  const [named] = issues.toSorted((a, b) => (b.lastReleaseAt?.getTime() ?? 0) - (a.lastReleaseAt?.getTime() ?? 0));
  return {
    ...(first && { firstSeen: first.firstSeen, firstRelease: first.firstRelease }),
    ...(last && { lastSeen: last.lastSeen }),
    ...(named && { lastRelease: named.lastRelease, lastReleaseAt: named.lastReleaseAt }),
  };
}
