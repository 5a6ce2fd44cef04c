import { Inject, Injectable } from '@nestjs/common';
import { findProjectsByNumber } from '@svc/directory';
import type { ProjectIdentity } from '@svc/reading/statement';
import {
  Prisma,
  type ErrorIntake,
  type Issue,
  type IssueHash,
  type Relational,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { DueWatch } from '@svc/work';
import type { SeenFacts, SeenPlace } from './arrivals/place-facts.js';
import { readableCulprit, type NewVariant } from './variants/new-variant.js';

/** Places of an issue beyond these are counted, but not listed or filtered by. */
const MAX_PLACES = 1_000;
/** Times of places and variants are exact to this, so that a busy one is not written every second. */
const COARSE = '60 seconds';

/** The statements of the intake. Repeating one changes nothing. */
@Injectable()
export class IntakeRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  /** Projects that exist, by number. */
  projects(numbers: readonly number[]): Promise<Map<number, ProjectIdentity>> {
    return findProjectsByNumber(this.relational.client, numbers);
  }

  /** IDs of issues by variant. */
  async known(
    projectId: string,
    variants: readonly string[],
    tx: Transaction = this.relational.client,
  ): Promise<Map<string, string>> {
    const found = await tx.$queryRaw<{ variant: string; issue: string }[]>`
      SELECT variant, issue_id::text AS issue FROM error_variants
      WHERE project_id = ${projectId}::uuid AND variant = ANY(${[...variants]})`;
    return new Map(found.map(({ variant, issue }) => [variant, issue]));
  }

  async hashes(projectId: string, hashes: readonly string[], tx: Transaction): Promise<Map<string, IssueHash>> {
    const found = await tx.issueHash.findMany({ where: { projectId, hash: { in: [...hashes] } } });
    return new Map(found.map((row) => [row.hash, row]));
  }

  async insertIssues(issues: readonly Prisma.IssueCreateManyInput[], tx: Transaction): Promise<Issue[]> {
    return issues.length === 0 ? [] : tx.issue.createManyAndReturn({ data: [...issues] });
  }

  async insertHashes(hashes: readonly Prisma.IssueHashCreateManyInput[], tx: Transaction): Promise<void> {
    if (hashes.length > 0) await tx.issueHash.createMany({ data: [...hashes], skipDuplicates: true });
  }

  async insertVariants(
    projectId: string,
    variants: readonly (readonly [issueId: string, NewVariant])[],
    now: Date,
    tx: Transaction,
  ): Promise<void> {
    const data = variants.map(([issueId, { grouping, symbolication, sampleTime, type: _type, ...own }]) => ({
      projectId,
      issueId,
      variant: own.variant,
      hash: grouping.hash,
      platform: own.platform,
      release: own.release,
      dist: own.dist,
      sampleTimeNs: sampleTime,
      sampleId: own.sampleId,
      symbolication: symbolication.status,
      culprit: readableCulprit(own.culprit, symbolication),
      ...(symbolication.exceptions && { exceptions: toJson(symbolication.exceptions) }),
      ...(symbolication.status !== 'none' && { symbolicatedAt: now }),
      firstSeen: toDate(sampleTime),
      lastSeen: toDate(sampleTime),
    }));
    if (data.length > 0) await tx.errorVariant.createMany({ data, skipDuplicates: true });
  }

  /** Widens the times of issues and their releases. Returns the issues as they are now. */
  async sawIssues(facts: readonly SeenFacts[], now: Date, tx: Transaction): Promise<Issue[]> {
    // Rows are locked in one order, because users change several issues at once too.
    const sorted = facts.toSorted((a, b) => (a.issueId < b.issueId ? -1 : 1));
    const ids = sorted.map(({ issueId }) => issueId);
    await tx.$executeRaw`
      UPDATE issues SET
        first_release = CASE WHEN seen.first < first_seen THEN seen.first_release ELSE issues.first_release END,
        last_release = CASE WHEN ${IS_LATER_NAMED} THEN seen.last_release ELSE issues.last_release END,
        last_release_at = CASE WHEN ${IS_LATER_NAMED} THEN seen.last_named ELSE last_release_at END,
        first_seen = LEAST(first_seen, seen.first), last_seen = GREATEST(last_seen, seen.last), updated_at = ${now}
      FROM (SELECT id::uuid, ${TIME('first')} AS first, ${TIME('last')} AS last, ${TIME('named')} AS last_named, first_release, last_release
        FROM unnest(${ids}::text[], ${sorted.map(({ first }) => micros(first))}::text[],
          ${sorted.map(({ last }) => micros(last))}::text[], ${sorted.map(({ lastNamed }) => micros(lastNamed))}::text[],
          ${sorted.map(({ firstRelease }) => firstRelease)}::text[], ${sorted.map(({ lastRelease }) => lastRelease)}::text[])
          AS given (id, first, last, named, first_release, last_release)) AS seen
      WHERE issues.id = seen.id
        AND (seen.first < first_seen OR seen.last > last_seen OR ${IS_LATER_NAMED})`;
    return tx.issue.findMany({ where: { id: { in: ids } } });
  }

  async sawVariants(
    projectId: string,
    seen: ReadonlyMap<string, readonly [first: bigint, last: bigint]>,
    tx: Transaction,
  ) {
    const sorted = [...seen].sort(([a], [b]) => (a < b ? -1 : 1));
    await tx.$executeRaw`
      UPDATE error_variants SET first_seen = LEAST(first_seen, seen.first), last_seen = GREATEST(last_seen, seen.last)
      FROM (SELECT variant, ${TIME('first')} AS first, ${TIME('last')} AS last
        FROM unnest(${sorted.map(([variant]) => variant)}::text[], ${sorted.map(([, [first]]) => micros(first))}::text[],
          ${sorted.map(([, [, last]]) => micros(last))}::text[]) AS given (variant, first, last)) AS seen
      WHERE project_id = ${projectId}::uuid AND error_variants.variant = seen.variant
        AND (seen.first < first_seen OR seen.last > last_seen + ${COARSE}::interval)`;
  }

  async sawPlaces(projectId: string, places: readonly SeenPlace[], tx: Transaction): Promise<void> {
    const sorted = places.toSorted((a, b) => (a.issueId < b.issueId ? -1 : 1));
    const texts = (value: (place: SeenPlace) => string): string[] => sorted.map(value);
    await tx.$executeRaw`
      INSERT INTO issue_places (issue_id, environment, service, release, platform, mechanism, project_id, first_seen, last_seen)
      SELECT id::uuid, environment, service, release, platform, mechanism, ${projectId}::uuid, ${TIME('first')}, ${TIME('last')}
      FROM unnest(${texts(({ issueId }) => issueId)}::text[], ${texts(({ environment }) => environment)}::text[],
        ${texts(({ service }) => service)}::text[], ${texts(({ release }) => release)}::text[],
        ${texts(({ platform }) => platform)}::text[], ${texts(({ mechanism }) => mechanism)}::text[],
        ${texts(({ first }) => micros(first))}::text[], ${texts(({ last }) => micros(last))}::text[])
        AS given (id, environment, service, release, platform, mechanism, first, last)
      WHERE (SELECT count(*) FROM issue_places WHERE issue_id = id::uuid) < ${MAX_PLACES}
        OR EXISTS (SELECT FROM issue_places AS known WHERE known.issue_id = id::uuid AND known.environment = given.environment
          AND known.service = given.service AND known.release = given.release AND known.platform = given.platform
          AND known.mechanism = given.mechanism)
      ON CONFLICT (issue_id, environment, service, release, platform, mechanism) DO UPDATE
      SET first_seen = LEAST(issue_places.first_seen, EXCLUDED.first_seen), last_seen = GREATEST(issue_places.last_seen, EXCLUDED.last_seen)
      WHERE EXCLUDED.first_seen < issue_places.first_seen OR EXCLUDED.last_seen > issue_places.last_seen + ${COARSE}::interval`;
  }

  progress(): Promise<ErrorIntake[]> {
    return this.relational.client.errorIntake.findMany();
  }

  async saveProgress(
    { projectNumber, ...position }: ErrorIntake,
    tx: Transaction = this.relational.client,
  ): Promise<void> {
    await tx.errorIntake.upsert({
      where: { projectNumber },
      create: { projectNumber, ...position },
      update: position,
    });
  }

  async caughtUp(projectNumber: number): Promise<void> {
    await this.relational.client.errorIntake.deleteMany({ where: { projectNumber } });
  }

  /** Issues with a condition of time that is due, the longest due first. */
  due(now: Date, take: number): Promise<Issue[]> {
    return this.relational.client.issue.findMany({
      where: { dueAt: { lte: now }, mergedInto: null },
      orderBy: { dueAt: 'asc' },
      take,
    });
  }

  /**
   * Checks at this interval whether `due` would find any, and calls back if so.
   * @returns a function that stops the checks.
   */
  watchDue(everyMs: number, clock: () => number, wake: () => void): () => void {
    return DueWatch.of(this.relational).add({
      everyMs,
      select: (bind) => `
        (SELECT 'issues' FROM issues WHERE due_at <= ${bind(new Date(clock()))} AND merged_into IS NULL
         ORDER BY due_at LIMIT 1)`,
      wake,
    });
  }

  /** Issues with events since a time that are new, or snoozed until they escalate; by ID. */
  escalatable(since: Date, after: string | undefined, take: number): Promise<Issue[]> {
    return this.relational.client.issue.findMany({
      where: {
        mergedInto: null,
        lastSeen: { gte: since },
        OR: [{ state: 'new' }, { state: 'snoozed', snooze: { path: ['condition', 'escalating'], equals: true } }],
        ...(after !== undefined && { id: { gt: after } }),
      },
      orderBy: { id: 'asc' },
      take,
    });
  }

  /** Does not increment the version, because no decision depends on it. */
  async saveForecast(id: string, forecast: object, tx: Transaction): Promise<void> {
    await tx.issue.updateMany({ where: { id }, data: { forecast: { ...forecast } } });
  }
}

/** Whether an event that named a release is later than all such events before. */
const IS_LATER_NAMED = Prisma.sql`(seen.last_release <> '' AND (last_release_at IS NULL OR seen.last_named > last_release_at))`;

/** A column with microseconds since 1970, as text. */
const TIME = (column: 'first' | 'last' | 'named'): Prisma.Sql =>
  Prisma.raw(`'epoch'::timestamptz + ${column}::bigint * '1 microsecond'::interval`);

const micros = (nanoseconds: bigint): string => String(nanoseconds / 1_000n);
const toDate = (nanoseconds: bigint): Date => new Date(Number(nanoseconds / 1_000_000n));

/** JSON without the properties that are undefined. */
const toJson = (value: object): Prisma.InputJsonArray => JSON.parse(JSON.stringify(value)) as Prisma.InputJsonArray;
