import { Injectable } from '@nestjs/common';
import type { Issue, Transaction } from '@svc/relational';

/** A place of an issue, as counted from its errors. Times are in nanoseconds since 1970. */
export interface CountedPlace {
  readonly environment: string;
  readonly service: string;
  readonly release: string;
  readonly platform: string;
  readonly mechanism: string;
  readonly first: bigint;
  readonly last: bigint;
}

/** The writes of merging and unmerging. */
@Injectable()
export class MergingRepository {
  /** Issues of the project with these IDs, which no one else can change until the end of the transaction. */
  async lockIssues(projectId: string, ids: readonly string[], tx: Transaction): Promise<Issue[]> {
    await tx.$queryRaw`
      SELECT id FROM issues WHERE project_id = ${projectId}::uuid AND id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`;
    return tx.issue.findMany({ where: { projectId, id: { in: [...ids] } } });
  }

  /** Hides the sources and moves everything of theirs to the canonical issue. */
  async moveAll(
    canonicalId: string,
    sourceIds: readonly string[],
    { by, at }: { readonly by: string; readonly at: Date },
    tx: Transaction,
  ): Promise<void> {
    const fromSources = { issueId: { in: [...sourceIds] } };
    await tx.issue.updateMany({ where: { mergedInto: { in: [...sourceIds] } }, data: { mergedInto: canonicalId } });
    await tx.issue.updateMany({
      where: { id: { in: [...sourceIds] } },
      data: { mergedInto: canonicalId, mergedAt: at, mergedBy: by, version: { increment: 1 }, updatedAt: at },
    });
    await tx.issueHash.updateMany({ where: fromSources, data: { issueId: canonicalId, assignedBy: 'merge' } });
    await tx.errorVariant.updateMany({ where: fromSources, data: { issueId: canonicalId, ...CHANGED } });
    await tx.$executeRaw`
      INSERT INTO issue_places (issue_id, environment, service, release, platform, mechanism, project_id, first_seen, last_seen)
      SELECT ${canonicalId}::uuid, environment, service, release, platform, mechanism, project_id, min(first_seen), max(last_seen)
      FROM issue_places WHERE issue_id = ANY(${[...sourceIds]}::uuid[])
      GROUP BY environment, service, release, platform, mechanism, project_id
      ON CONFLICT (issue_id, environment, service, release, platform, mechanism) DO UPDATE
      SET first_seen = LEAST(issue_places.first_seen, EXCLUDED.first_seen), last_seen = GREATEST(issue_places.last_seen, EXCLUDED.last_seen)`;
  }

  /** Gives a source everything back that originates from it, for good. */
  async moveBack(source: Issue, at: Date, tx: Transaction): Promise<void> {
    const { id, projectId } = source;
    const own = await tx.issueHash.findMany({ where: { projectId, originIssueId: id }, select: { hash: true } });
    const hash = { in: own.map((row) => row.hash) };
    await tx.issueHash.updateMany({ where: { projectId, hash }, data: { issueId: id, assignedBy: 'pin' } });
    await tx.errorVariant.updateMany({ where: { projectId, hash }, data: { issueId: id, ...CHANGED } });
    await tx.issue.update({
      where: { id },
      data: { mergedInto: null, mergedAt: null, mergedBy: null, version: { increment: 1 }, updatedAt: at },
    });
  }

  async variants(issueId: string, tx: Transaction): Promise<string[]> {
    const found = await tx.errorVariant.findMany({ where: { issueId }, select: { variant: true } });
    return found.map(({ variant }) => variant);
  }

  /** Replaces the places of an issue, and derives its times from its places and variants. */
  async replaceSeen(issue: Issue, places: readonly CountedPlace[], tx: Transaction): Promise<void> {
    const { id: issueId, projectId } = issue;
    await tx.issuePlace.deleteMany({ where: { issueId } });
    const data = places.map(({ first, last, ...place }) => ({
      ...place,
      issueId,
      projectId,
      firstSeen: toDate(first),
      lastSeen: toDate(last),
    }));
    if (data.length > 0) await tx.issuePlace.createMany({ data });
    const latest = places.reduce((most, { last }) => (last > most ? last : most), 0n);
    const [earliest] = places.toSorted((a, b) => (a.first < b.first ? -1 : 1));
    const [named] = places.filter(({ release }) => release !== '').sort((a, b) => (a.last > b.last ? -1 : 1));
    const lastNamed = named ? toDate(named.last) : null;
    const [release, releaseAt] =
      places.length > 0 ? [named?.release ?? '', lastNamed] : [issue.lastRelease, issue.lastReleaseAt];
    // Errors before the earliest one may no longer be retained.
    await tx.$executeRaw`
      UPDATE issues SET first_seen = seen.first, last_seen = GREATEST(seen.last, ${toDate(latest)}),
        first_release = CASE WHEN ${earliest ? toDate(earliest.first) : null}::timestamptz <= seen.first
          THEN ${earliest?.release ?? ''} ELSE first_release END,
        last_release = ${release}, last_release_at = ${releaseAt}::timestamptz
      FROM (SELECT min(first_seen) AS first, max(last_seen) AS last FROM error_variants WHERE issue_id = ${issueId}::uuid) AS seen
      WHERE id = ${issueId}::uuid AND seen.first IS NOT NULL`;
  }
}

const CHANGED = { revision: { increment: 1 }, isMirrored: false } as const;

const toDate = (nanoseconds: bigint): Date => new Date(Number(nanoseconds / 1_000_000n));
