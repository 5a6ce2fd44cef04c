import { Inject, Injectable } from '@nestjs/common';
import { Prisma, readJson, type Relational, type ReplayAsset, type Transaction } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import type { AssetNeed } from '../thread/style-text.js';
import type { NamedAsset, PinnedAsset } from './asset-levels.js';

const HOUR_MS = 3_600_000;
/** Rows of a project that have a copy or wait for one: anybody who has a publishable key can name addresses. */
const MAX_ROWS = 50_000;
/** Pauses after attempts that may succeed later, in milliseconds; none is shorter than the period in which attempts are counted. */
const PAUSES_MS = [HOUR_MS, 4 * HOUR_MS, 24 * HOUR_MS];
/** A file that was given up is tried again for a recording after this long, in milliseconds; its row is deleted if none comes. */
const REVIVAL_MS = 24 * HOUR_MS;
/** Rows without a copy for which nothing is tried any more. */
const GIVEN_UP = { nextAt: null, sha256: null } as const;
/** Rows that one statement reads or writes. */
const BATCH = 100;
/** Style sheets whose needs one statement reads; those of one can have 32 KiB. */
const STYLES = 10;

/** A row without what its style sheet needs, which is read on its own. */
export type AssetRow = Omit<ReplayAsset, 'needs'>;
const WITHOUT_NEEDS = { needs: true } as const;

/** What recordings want, at a depth of style sheets. */
export interface WantedLevel {
  readonly projectNumber: number;
  readonly depth: number;
  readonly until: Date;
  readonly files: readonly NamedAsset[];
}

/** The rows of copies, and of what has to be fetched. */
@Injectable()
export class AssetIndex {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Adds what is not known, as far as the project has room. The job that fetches it is added before. */
  async want({ projectNumber, depth, until, files }: WantedLevel, tx: Transaction): Promise<void> {
    const now = new Date(this.clock());
    const dayAgo = new Date(now.getTime() - REVIVAL_MS);
    const rows = files.map(({ name: key, pin, url, kind }) => {
      return { projectNumber, key, pin, url, kind, depth, wantedUntil: until, nextAt: now };
    });
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH);
      const where = { projectNumber, key: { in: batch.map(({ key }) => key) } };
      await tx.replayAsset.updateMany({
        where: { ...where, wantedUntil: { lt: until } },
        data: { wantedUntil: until },
      });
      await tx.replayAsset.updateMany({
        where: {
          ...where,
          ...GIVEN_UP,
          OR: [{ attemptedAt: { lt: dayAgo } }, { failure: 'not_mirrored' }],
        },
        data: { nextAt: now, attempts: 0 },
      });
      const known = new Set((await tx.replayAsset.findMany({ where, select: { key: true } })).map(({ key }) => key));
      const room = MAX_ROWS - (await tx.replayAsset.count({ where: { projectNumber, NOT: GIVEN_UP } }));
      const unknown = batch.filter(({ key }) => !known.has(key)).slice(0, Math.max(0, room));
      await tx.replayAsset.createMany({ data: unknown, skipDuplicates: true });
    }
  }

  /** The rows of these names, by their names. */
  async find(projectNumber: number, names: readonly string[]): Promise<ReadonlyMap<string, AssetRow>> {
    const found = new Map<string, AssetRow>();
    for (let at = 0; at < names.length; at += BATCH) {
      const where = { projectNumber, key: { in: names.slice(at, at + BATCH) } };
      const rows = await this.relational.client.replayAsset.findMany({ where, omit: WITHOUT_NEEDS });
      for (const row of rows) found.set(row.key, row);
    }
    return found;
  }

  /** What each of these style sheets needs, in their order; nothing of those that have no copy. */
  async *needs(
    projectNumber: number,
    styles: readonly NamedAsset[],
    client: Pick<Transaction, 'replayAsset'> = this.relational.client,
  ): AsyncGenerator<readonly PinnedAsset[]> {
    for (let at = 0; at < styles.length; at += STYLES) {
      const batch = styles.slice(at, at + STYLES);
      const key = { in: batch.map(({ name }) => name) };
      const rows = await client.replayAsset.findMany({
        where: { projectNumber, key, sha256: { not: null } },
        select: { key: true, needs: true },
      });
      const found = new Map(rows.map((row) => [row.key, row.needs]));
      for (const { name, pin } of batch)
        yield readJson<AssetNeed[]>(found.get(name) ?? []).map(({ url, kind }) => ({ url, kind, pin }));
    }
  }

  /** What has to be fetched now: what failed after what did not, what style sheets need after what pages name, the longest due first. */
  due(projectNumber: number, most: number): Promise<AssetRow[]> {
    return this.relational.client.replayAsset.findMany({
      where: { projectNumber, nextAt: { lte: new Date(this.clock()) } },
      orderBy: [{ attempts: 'asc' }, { depth: 'asc' }, { nextAt: 'asc' }, { key: 'asc' }],
      take: most,
      omit: WITHOUT_NEEDS,
    });
  }

  /** When something has to be fetched next. */
  async nextAt(projectNumber: number): Promise<Date | undefined> {
    const { _min: least } = await this.relational.client.replayAsset.aggregate({
      where: { projectNumber },
      _min: { nextAt: true },
    });
    return least.nextAt ?? undefined;
  }

  /** Files that were fetched in the last hour; each is tried once in an hour. */
  attemptsOfHour(projectNumber: number): Promise<number> {
    const attemptedAt = { gt: new Date(this.clock() - HOUR_MS) };
    return this.relational.client.replayAsset.count({ where: { projectNumber, attemptedAt } });
  }

  /** Bytes of the copies of a project, each once. */
  async bytes(projectNumber: number): Promise<number> {
    const [row] = await this.relational.client.$queryRaw<{ bytes: bigint }[]>`
      SELECT COALESCE(sum(bytes), 0)::bigint AS bytes
      FROM (SELECT DISTINCT sha256, bytes FROM replay_assets WHERE project_number = ${projectNumber} AND sha256 IS NOT NULL) AS copies`;
    return Number(row?.bytes ?? 0);
  }

  /** @returns until when it is wanted by now; undefined if its row is gone. */
  async setStored(
    { projectNumber, key }: AssetRow,
    copy: Pick<ReplayAsset, 'sha256' | 'contentType' | 'bytes'> & { readonly needs: readonly AssetNeed[] },
    tx: Transaction,
  ): Promise<Date | undefined> {
    const { sha256, contentType, bytes, needs } = copy;
    const done = { nextAt: null, failure: '', detail: '', attemptedAt: new Date(this.clock()) };
    const [stored] = await tx.replayAsset.updateManyAndReturn({
      where: { projectNumber, key },
      data: { sha256, contentType, bytes, needs: needs.map(({ url, kind }) => ({ url, kind })), ...done },
      select: { wantedUntil: true },
    });
    return stored?.wantedUntil;
  }

  /** @param isTransient whether to try again, a few times. */
  async setFailed(
    { projectNumber, key, attempts }: AssetRow,
    { failure, detail, isTransient }: Pick<ReplayAsset, 'failure' | 'detail'> & { readonly isTransient: boolean },
    tx: Transaction,
  ): Promise<void> {
    const now = this.clock();
    const pause = isTransient ? PAUSES_MS[attempts] : undefined;
    const nextAt = pause === undefined ? null : new Date(now + pause);
    // Nothing was sent to a site that is not mirrored, so it is no attempt of the hour.
    const attemptedAt = failure === 'not_mirrored' ? {} : { attemptedAt: new Date(now) };
    const data = { failure, detail, nextAt, attempts: attempts + 1, ...attemptedAt };
    await tx.replayAsset.updateMany({ where: { projectNumber, key }, data });
  }

  /** Has copies fetched again whose objects are gone. The job that fetches them is added before. */
  async setLost(projectNumber: number, hashes: readonly string[], tx: Transaction): Promise<void> {
    await tx.replayAsset.updateMany({
      where: { projectNumber, sha256: { in: [...hashes] } },
      data: { sha256: null, contentType: '', bytes: 0, attempts: 0, nextAt: new Date(this.clock()) },
    });
  }

  /** Gives up all that waits and is of no origin that the project mirrors, which sends nothing. */
  async giveUpOthers(projectNumber: number, origins: ReadonlySet<string>, tx: Transaction): Promise<void> {
    const isOfOrigin = [...origins].map((origin) => ({ url: { startsWith: `${origin}/` } }));
    await tx.replayAsset.updateMany({
      where: { projectNumber, nextAt: { not: null }, NOT: { OR: isOfOrigin } },
      data: { nextAt: null, failure: 'not_mirrored', detail: 'The project does not mirror this origin any more.' },
    });
  }

  /** Says of all that is due that the project has no room for it, and looks again in an hour. It sends nothing. */
  async postpone(projectNumber: number, tx: Transaction): Promise<void> {
    const now = this.clock();
    await tx.replayAsset.updateMany({
      where: { projectNumber, nextAt: { lte: new Date(now) } },
      data: { nextAt: new Date(now + HOUR_MS), failure: 'limit', detail: 'The copies of the project have 2 GiB.' },
    });
  }

  /**
   * Deletes rows that no recording needs, and those that were given up a day ago.
   *
   * @returns how many; fewer than the limit if none is left.
   */
  deleteExpired(now: Date, limit: number): Promise<number> {
    const dayAgo = new Date(now.getTime() - REVIVAL_MS);
    // A recording can come to need a row between its selection and its deletion.
    const isExpired = Prisma.sql`(wanted_until < ${now} OR (next_at IS NULL AND sha256 IS NULL
      AND (attempted_at < ${dayAgo} OR (attempted_at IS NULL AND failure = 'not_mirrored'))))`;
    return this.relational.client.$executeRaw`
      DELETE FROM replay_assets WHERE (project_number, key) IN (
        SELECT project_number, key FROM replay_assets WHERE ${isExpired} LIMIT ${limit}) AND ${isExpired}`;
  }

  /** Which of these copies of a project some row has. */
  async referenced(projectNumber: number, hashes: readonly string[], tx: Transaction): Promise<ReadonlySet<string>> {
    const where = { projectNumber, sha256: { in: [...hashes] } };
    const rows = await tx.replayAsset.findMany({ where, select: { sha256: true }, distinct: ['sha256'] });
    return new Set(rows.map(({ sha256 }) => sha256 ?? ''));
  }
}

/** Copies of a project are not stored and swept away at the same time. */
export async function lockCopies(projectNumber: number, tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`replay-assets/${projectNumber}`}, 0))`;
}
