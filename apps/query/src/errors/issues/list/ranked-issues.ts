import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { toUuid } from '@svc/reading/signals';
import type { Position, Sql } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { ListRepository, type IssueFilters, type ListedIssue } from './list.repository.js';
import { selectRanked, type IssueFigure } from './ranked.query.js';

/** Issues whose remaining filters are looked up together. */
const CANDIDATES = 500;

export interface RankedRequest {
  readonly filters: IssueFilters;
  readonly places: readonly (Sql | undefined)[];
  readonly figure: IssueFigure;
  readonly window: TimeRange;
  readonly after: Position | undefined;
  readonly take: number;
}

/** Issues in the order of a figure, which the column store knows, under filters that the relational store knows. */
@Injectable()
export class RankedIssues {
  constructor(private readonly repository: ListRepository) {}

  /** Up to `take` of the next issues, maybe none of those that were tried; `next` is absent after the last one. */
  async page(request: RankedRequest, reader: ProjectReader): Promise<{ issues: ListedIssue[]; next?: Position }> {
    const { filters, places, figure, window: range, after, take } = request;
    const { scope } = reader;
    const ranked = selectRanked({ scope, range, places, figure, after, limit: CANDIDATES + 1 });
    const rows = (await reader.rows(ranked)).map(({ issue, total }) => ({ id: issue, value: BigInt(total) }));
    const tried = rows.slice(0, CANDIDATES);
    const matching = await this.repository.matching(
      scope.projectId,
      tried.map(({ id }) => toUuid(id)),
      filters,
    );
    const wanted = tried.flatMap(({ id, value }) => {
      const issue = matching.get(toUuid(id));
      return issue ? [{ issue: { ...issue, position: value }, place: { id, value } }] : [];
    });
    const taken = wanted.slice(0, take);
    const last = taken.length === take ? taken.at(-1)?.place : tried.at(-1);
    const isLast = last === undefined || last.id === rows.at(-1)?.id;
    return { issues: taken.map(({ issue }) => issue), ...(!isLast && { next: last }) };
  }
}
