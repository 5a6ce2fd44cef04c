import { Inject, Injectable } from '@nestjs/common';
import type { IssuesListRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import { WindowCursors, type WindowedList } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { toUuid } from '@svc/reading/signals';
import { nonEmpty, oneOf, resolveWindow, sql, type Position, type Sql } from '@svc/reading/statement';
import { fromMilliseconds, type TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { FiguresService, seriesRange, type Figures } from '../figures/figures.service.js';
import { ListRepository, type IssueFilters, type IssueTime, type ListedIssue } from './list.repository.js';
import { RankedIssues } from './ranked-issues.js';
import type { IssueFigure } from './ranked.query.js';

const PAGE = { default: 30, max: 200 };
/** Pages that are searched for issues with events in the window, before a shorter page is the answer. */
const ROUNDS = 5;
const NS_PER_MICRO = 1_000n;

export interface FoundIssue {
  readonly issue: ListedIssue;
  readonly figures: Figures;
}

export interface IssuesFound {
  readonly found: readonly FoundIssue[];
  readonly nextCursor: string | undefined;
}

/** The list of issues. */
@Injectable()
export class ListService {
  constructor(
    private readonly repository: ListRepository,
    private readonly ranked: RankedIssues,
    private readonly figures: FiguresService,
    private readonly cursors: WindowCursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: IssuesListRequest, reader: ProjectReader): Promise<IssuesFound> {
    const filters = toFilters(request);
    const sort = (request.sort || 'last_seen') as IssueSort;
    const list = { operation: 'issues.list', scope: reader.scope, window: request, filters: { ...filters }, sort };
    const position = this.cursors.decode(request.cursor, list);
    const window = position?.range ?? this.#window(request, reader);
    const limit = pageLimit(request.limit, PAGE);
    const isBounded = request.startTime !== undefined || request.endTime !== undefined;
    const found: FoundIssue[] = [];
    let after: Position | undefined = position;
    for (let round = 0; ; round++) {
      const page = await this.#page({ filters, sort, window, isBounded, after, take: limit - found.length }, reader);
      found.push(...page.found);
      after = page.next;
      const isOver = found.length >= limit || round + 1 >= ROUNDS || reader.budget.isSpent();
      if (!after) return { found, nextCursor: undefined };
      if (isOver) return { found, nextCursor: this.#encode(list, window, after) };
    }
  }

  /** Issues of the next rows; `next` is absent after the last one. */
  async #page(page: PageRequest, reader: ProjectReader): Promise<{ found: FoundIssue[]; next: Position | undefined }> {
    const { filters, window, isBounded } = page;
    const places = placeConditions(filters);
    const { issues, next } = await this.#issues(page, places, reader);
    const figures = await this.figures.read(
      issues.map(({ id }) => id),
      window,
      places,
      reader,
    );
    const found = issues.flatMap((issue) => {
      const counted = figures.get(issue.id);
      return counted && (!isBounded || counted.events > 0n) ? [{ issue, figures: counted }] : [];
    });
    return { found, next };
  }

  async #issues(page: PageRequest, places: readonly (Sql | undefined)[], reader: ProjectReader) {
    const { filters, sort, window, isBounded, after, take } = page;
    if (sort === 'events' || sort === 'users')
      return this.ranked.page({ filters, places, figure: sort, window, after, take }, reader);
    const rows = await this.repository.list({
      projectId: reader.scope.projectId,
      filters,
      sort,
      seenSince: isBounded ? window.from / NS_PER_MICRO : undefined,
      seenBefore: isBounded ? (window.to + NS_PER_MICRO - 1n) / NS_PER_MICRO : undefined,
      after: after && { value: after.value, id: toUuid(after.id) },
      take: take + 1,
    });
    const issues = rows.slice(0, take);
    const last = rows.length > take ? issues.at(-1) : undefined;
    return { issues, next: last && { value: last.position, id: last.id.replaceAll('-', '') } };
  }

  #window({ startTime, endTime }: IssuesListRequest, reader: ProjectReader): TimeRange {
    const now = this.clock();
    if (startTime) return resolveWindow({ startTime, endTime }, reader.scope, now);
    const { to } = endTime ? resolveWindow({ endTime }, reader.scope, now) : { to: fromMilliseconds(now) };
    // Issues of any age that were first seen before the end and have events in the window of the figures.
    return seriesRange(to);
  }

  #encode(list: WindowedList, range: TimeRange, { value, id }: Position): string {
    return this.cursors.encode(list, { range, value, id });
  }
}

type IssueSort = IssueTime | IssueFigure;

interface PageRequest {
  readonly filters: IssueFilters;
  readonly sort: IssueSort;
  readonly window: TimeRange;
  readonly isBounded: boolean;
  readonly after: Position | undefined;
  readonly take: number;
}

function toFilters({ status, service, environment, release, q, assignee }: IssuesListRequest): IssueFilters {
  const values = { service: nonEmpty(service), environment: nonEmpty(environment), release: nonEmpty(release) };
  return { ...values, status: nonEmpty(status), q: q.trim(), assignee };
}

function placeConditions({ service, environment, release }: IssueFilters): (Sql | undefined)[] {
  return [oneOf(sql`service_name`, service), oneOf(sql`environment`, environment), oneOf(sql`release`, release)];
}
