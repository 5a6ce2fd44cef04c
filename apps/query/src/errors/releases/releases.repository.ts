import { Inject, Injectable } from '@nestjs/common';
import { beforeKey, type Release, type Relational, type Transaction, type TimeKey } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { OrderedRelease } from './order/compare-releases.js';
import type { DeployedRelease } from './order/current-release.js';

/** The project that releases belong to. */
export interface ReleaseOwner {
  readonly id: string;
  readonly number: number;
}

/** When errors named a release. */
export interface ReleaseSighting {
  /** Not empty. */
  readonly release: string;
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** The details of a release from a deploy pipeline; undefined ones stay unchanged. */
export interface ReleaseDetails {
  readonly author?: string | undefined;
  readonly commit?: string | undefined;
  readonly ref?: string | undefined;
  readonly url?: string | undefined;
  readonly deployedAt?: Date | undefined;
}

/** Issues by release. */
export interface IssueCounts {
  readonly begun: ReadonlyMap<string, number>;
  readonly regressed: ReadonlyMap<string, number>;
}

/** Releases beyond these, the ones created first, take no part in the order of a project's releases. */
const MAX_ORDERED = 5_000;

@Injectable()
export class ReleasesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Creates the releases that do not exist, and widens the times at which the others were seen. Repeating it changes nothing. */
  async saw(owner: ReleaseOwner, sightings: readonly ReleaseSighting[], now: Date, tx: Transaction): Promise<void> {
    // Two transactions that lock the same rows do so in the same order.
    const sorted = sightings.toSorted((a, b) => (a.release < b.release ? -1 : 1));
    await tx.release.createMany({
      data: sorted.map((sighting) => ({
        ...sighting,
        projectId: owner.id,
        projectNumber: owner.number,
        createdAt: now,
        updatedAt: now,
      })),
      skipDuplicates: true,
    });
    await tx.$executeRaw`
      UPDATE releases SET first_seen = LEAST(releases.first_seen, seen.first), last_seen = GREATEST(releases.last_seen, seen.last)
      FROM (SELECT name, first::timestamptz AS first, last::timestamptz AS last FROM unnest(
        ${sorted.map(({ release }) => release)}::text[],
        ${sorted.map(({ firstSeen }) => firstSeen.toISOString())}::text[],
        ${sorted.map(({ lastSeen }) => lastSeen.toISOString())}::text[]) AS given (name, first, last)) AS seen
      WHERE releases.project_id = ${owner.id}::uuid AND releases.release = seen.name
        AND (releases.first_seen IS NULL OR releases.first_seen > seen.first OR releases.last_seen < seen.last)`;
  }

  find(projectId: string, release: string, tx: Transaction = this.relational.client): Promise<Release | null> {
    return tx.release.findUnique({ where: { projectId_release: { projectId, release } } });
  }

  /** The releases of these names that exist, in any order. */
  findAll(projectId: string, names: readonly string[], tx: Transaction = this.relational.client): Promise<Release[]> {
    return tx.release.findMany({ where: { projectId, release: { in: [...names] } } });
  }

  /** Lists the facts that determine the order of a project's releases, in any order. */
  listOrdered(projectId: string, tx: Transaction = this.relational.client): Promise<OrderedRelease[]> {
    return tx.release.findMany({
      where: { projectId },
      select: { release: true, deployedAt: true, firstSeen: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: MAX_ORDERED,
    });
  }

  /** The releases that were deployed until a time, the last one first. */
  async listDeployed(
    projectId: string,
    until: Date,
    tx: Transaction = this.relational.client,
  ): Promise<DeployedRelease[]> {
    const found = await tx.release.findMany({
      where: { projectId, deployedAt: { lte: until } },
      select: { release: true, deployedAt: true, firstSeen: true },
      orderBy: [{ deployedAt: 'desc' }, { id: 'desc' }],
      take: MAX_ORDERED,
    });
    return found.flatMap(({ deployedAt, ...release }) => (deployedAt ? [{ ...release, deployedAt }] : []));
  }

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  /** Creates the release unless it exists, and locks it. */
  async claim(owner: ReleaseOwner, release: string, createdBy: string, now: Date, tx: Transaction): Promise<Release> {
    const where = { projectId: owner.id, release };
    const data = { ...where, projectNumber: owner.number, createdBy, createdAt: now, updatedAt: now };
    await tx.release.createMany({ data: [data], skipDuplicates: true });
    await tx.$queryRaw`SELECT 1 FROM releases WHERE project_id = ${owner.id}::uuid AND release = ${release} FOR UPDATE`;
    return tx.release.findUniqueOrThrow({ where: { projectId_release: where } });
  }

  update(id: string, details: ReleaseDetails, now: Date, tx: Transaction): Promise<Release> {
    return tx.release.update({ where: { id }, data: { ...details, version: { increment: 1 }, updatedAt: now } });
  }

  /** The last recorded first. */
  list(projectId: string, after: TimeKey<'createdAt'> | undefined, take: number): Promise<Release[]> {
    return this.relational.client.release.findMany({
      where: { projectId, ...beforeKey('createdAt', after) },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
    });
  }

  /** The time of the first deploy after another one. */
  async findNextDeploy(projectId: string, after: Date): Promise<Date | undefined> {
    const where = { projectId, deployedAt: { gt: after } };
    const next = await this.relational.client.release.findFirst({ where, orderBy: { deployedAt: 'asc' } });
    return next?.deployedAt ?? undefined;
  }

  /** The earliest deploy first; both bounds are inclusive. */
  deployedBetween(projectId: string, from: Date, to: Date, take: number): Promise<Release[]> {
    const where = { projectId, deployedAt: { gte: from, lte: to } };
    return this.relational.client.release.findMany({ where, orderBy: [{ deployedAt: 'asc' }, { id: 'asc' }], take });
  }

  /** The latest deploy before `to` and not before `from` first. */
  latestDeployed(
    projectId: string,
    { from, to, after }: { from: Date; to: Date; after: TimeKey<'deployedAt'> | undefined },
    take: number,
  ): Promise<Release[]> {
    const where = { projectId, deployedAt: { gte: from, lt: to }, ...beforeKey('deployedAt', after) };
    return this.relational.client.release.findMany({ where, orderBy: [{ deployedAt: 'desc' }, { id: 'desc' }], take });
  }

  /** Counts the issues that began or came back in releases, except issues that were merged into others. */
  async countIssues(projectId: string, releases: readonly string[]): Promise<IssueCounts> {
    const { issue } = this.relational.client;
    const shared = { projectId, mergedInto: null };
    const among = { in: [...releases] };
    const [begun, regressed] = await Promise.all([
      issue.groupBy({ by: ['firstRelease'], where: { ...shared, firstRelease: among }, _count: true }),
      issue.groupBy({ by: ['regressedRelease'], where: { ...shared, regressedRelease: among }, _count: true }),
    ]);
    return {
      begun: new Map(begun.map((row) => [row.firstRelease, row._count])),
      regressed: new Map(regressed.map((row) => [row.regressedRelease ?? '', row._count])),
    };
  }
}
