import { Inject, Injectable } from '@nestjs/common';
import { escapeLike, Prisma, type Issue, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** Filters of a list; each non-empty one has to match. */
export interface IssueFilters {
  readonly status: readonly string[];
  readonly service: readonly string[];
  readonly environment: readonly string[];
  readonly release: readonly string[];
  readonly q: string;
  /** ID of a user, `none`, or '' for any. */
  readonly assignee: string;
}

/** Columns that a list can be sorted by. */
export type IssueTime = 'last_seen' | 'first_seen';

/** The order of a list, and where it continues. Times are in microseconds since 1970. */
export interface IssuePage {
  readonly projectId: string;
  readonly filters: IssueFilters;
  readonly sort: IssueTime;
  /** Only issues that were last seen then or later. */
  readonly seenSince: bigint | undefined;
  /** Only issues that were first seen before. */
  readonly seenBefore: bigint | undefined;
  readonly after: { readonly value: bigint; readonly id: string } | undefined;
  readonly take: number;
}

/** An issue with its place in the list. */
export type ListedIssue = Issue & { readonly position: bigint };

@Injectable()
export class ListRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Returns issues in the order of the list. */
  async list(page: IssuePage): Promise<ListedIssue[]> {
    const places = placeConditions(page);
    const few = places && (await this.#few(page.projectId, places));
    const column = Prisma.raw(page.sort);
    const where = conditions(page, column);
    // Few issues are looked up; with many, issues are tried in the order of the list until enough match. Without the
    // condition on their project, places can only be found by their issue, a plan that Postgres would not choose
    // otherwise.
    if (few) where.push(Prisma.sql`id = ANY(${few}::uuid[])`);
    else if (places)
      where.push(Prisma.sql`EXISTS (SELECT FROM issue_places AS place WHERE issue_id = id AND ${places} OFFSET 0)`);
    const positions = await this.relational.client.$queryRaw<{ id: string; position: bigint }[]>`
      SELECT id::text, (EXTRACT(EPOCH FROM ${column}) * 1000000)::bigint AS position
      FROM issues WHERE ${Prisma.join(where, ' AND ')}
      ORDER BY ${order(page)}, ${column} DESC, id DESC LIMIT ${page.take}`;
    const found = await this.relational.client.issue.findMany({ where: { id: { in: positions.map(({ id }) => id) } } });
    const byId = new Map(found.map((issue) => [issue.id, issue]));
    return positions.flatMap(({ id, position }) => {
      const issue = byId.get(id);
      return issue ? [{ ...issue, position }] : [];
    });
  }

  /** Those of the issues that match the filters besides places, by ID. */
  async matching(projectId: string, ids: readonly string[], filters: IssueFilters): Promise<Map<string, Issue>> {
    const where = conditions({ projectId, filters, seenSince: undefined, seenBefore: undefined, after: undefined });
    where.push(Prisma.sql`id = ANY(${[...ids]}::uuid[])`);
    const rows = await this.relational.client.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM issues WHERE ${Prisma.join(where, ' AND ')}`;
    const found = await this.relational.client.issue.findMany({ where: { id: { in: rows.map(({ id }) => id) } } });
    return new Map(found.map((issue) => [issue.id, issue]));
  }

  /** The issues of the places; undefined if there are many places. */
  async #few(projectId: string, places: Prisma.Sql): Promise<readonly string[] | undefined> {
    const found = await this.relational.client.$queryRaw<{ id: string }[]>`
      SELECT issue_id::text AS id FROM issue_places AS place
      WHERE project_id = ${projectId}::uuid AND ${places} LIMIT ${FEW_PLACES + 1}`;
    return found.length > FEW_PLACES ? undefined : [...new Set(found.map(({ id }) => id))];
  }
}

/** The number of places up to which a look-up is cheaper than reading issues until enough match. */
const FEW_PLACES = 1_000;

function conditions(
  { projectId, filters, seenSince, seenBefore, after }: Omit<IssuePage, 'sort' | 'take'>,
  column = Prisma.empty,
): Prisma.Sql[] {
  const { status, q, assignee } = filters;
  const pattern = `%${escapeLike(q)}%`;
  const all: (Prisma.Sql | undefined)[] = [
    Prisma.sql`issues.project_id = ${projectId}::uuid AND merged_into IS NULL`,
    status.length > 1 ? Prisma.sql`state = ANY(${[...status]})` : undefined,
    status.length === 1 ? Prisma.sql`state = ${status[0]}` : undefined,
    assignee === 'none' ? Prisma.sql`assignee_id IS NULL` : undefined,
    assignee !== '' && assignee !== 'none' ? Prisma.sql`assignee_id::text = ${assignee}` : undefined,
    q === '' ? undefined : Prisma.sql`(title ILIKE ${pattern} OR type ILIKE ${pattern} OR culprit ILIKE ${pattern})`,
    seenSince === undefined ? undefined : Prisma.sql`last_seen >= ${toTime(seenSince)}`,
    seenBefore === undefined ? undefined : Prisma.sql`first_seen < ${toTime(seenBefore)}`,
    // The first condition is redundant, but the index can start from it.
    after &&
      Prisma.sql`${column} <= ${toTime(after.value)} AND (${column}, id) < (${toTime(after.value)}, ${after.id}::uuid)`,
  ];
  return all.filter((condition) => condition !== undefined);
}

/**
 * The columns of the index before the time, which ORDER BY has to contain so that Postgres reads the index in its
 * order, although they have one value each: Postgres does not treat IS NULL as a constant.
 */
function order({ filters }: IssuePage): Prisma.Sql {
  return filters.status.length === 1 ? Prisma.sql`merged_into, state` : Prisma.sql`merged_into`;
}

/** One place has to match all filters. Undefined if every place does. */
function placeConditions({ filters }: IssuePage): Prisma.Sql | undefined {
  const { service, environment, release } = filters;
  const own = [
    service.length > 0 ? Prisma.sql`place.service = ANY(${[...service]})` : undefined,
    environment.length > 0 ? Prisma.sql`place.environment = ANY(${[...environment]})` : undefined,
    release.length > 0 ? Prisma.sql`place.release = ANY(${[...release]})` : undefined,
  ].filter((condition) => condition !== undefined);
  if (own.length === 0) return undefined;
  return Prisma.join(own, ' AND ');
}

const toTime = (micros: bigint): Prisma.Sql =>
  Prisma.sql`('epoch'::timestamptz + ${String(micros)}::bigint * '1 microsecond'::interval)`;
