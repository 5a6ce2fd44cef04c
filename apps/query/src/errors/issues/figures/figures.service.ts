import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Sql } from '@svc/reading/statement';
import { floorTo, NANOSECONDS_PER_HOUR, NANOSECONDS_PER_SECOND, type TimeRange } from '@svc/reading/time';
import { IssuesRepository } from '../issues.repository.js';
import { selectHours, selectUsers, type CountedIssues } from './figures.query.js';
import { readVariantMap } from './variant-map.js';

/** Figures of an issue in a window. */
export interface Figures {
  readonly events: bigint;
  readonly users: bigint;
  readonly series: readonly HourCount[];
}

/** The figures of one issue over all retained time. */
export interface Totals {
  readonly events: bigint;
  /** Estimated. */
  readonly users: bigint;
}

export interface HourCount {
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly events: bigint;
}

const SERIES_HOURS = 24n;

/** Counts events and users of issues. All counts are sums over the variants of an issue, so merges and moves never change them. */
@Injectable()
export class FiguresService {
  constructor(private readonly issues: IssuesRepository) {}

  /**
   * @param window of events and users.
   * @param places conditions on the place of an error.
   * @returns figures by issue, also of issues without events.
   */
  async read(
    issueIds: readonly string[],
    window: TimeRange,
    places: readonly (Sql | undefined)[],
    reader: ProjectReader,
  ): Promise<Map<string, Figures>> {
    const hours = seriesRange(window.to);
    const counted = await this.#counted(issueIds, places, reader);
    if (!counted) return new Map(issueIds.map((id) => [id, { events: 0n, users: 0n, series: toSeries([], hours) }]));
    const isSeries = window.from === hours.from && window.to === hours.to;
    const [series, totals, users] = await Promise.all([
      reader.rows(selectHours(counted, hours)),
      isSeries ? undefined : reader.rows(selectHours(counted, window)),
      reader.rows(selectUsers(counted, window)),
    ]);
    const [seriesById, totalsById] = [groupById(series), groupById(totals ?? series)];
    const usersById = new Map(users.map((row) => [row.issue, BigInt(row.users)]));
    return new Map(
      issueIds.map((id) => [
        id,
        {
          events: (totalsById.get(id) ?? []).reduce((sum, row) => sum + BigInt(row.events), 0n),
          users: usersById.get(id) ?? 0n,
          series: toSeries(seriesById.get(id) ?? [], hours),
        },
      ]),
    );
  }

  /** Events and estimated users of an issue in all retained time. */
  async total(issueId: string, now: bigint, reader: ProjectReader): Promise<Totals> {
    return (await this.totals([issueId], now, reader)).get(issueId) ?? { events: 0n, users: 0n };
  }

  /** Returns the totals of each issue that has events. */
  async totals(issueIds: readonly string[], now: bigint, reader: ProjectReader): Promise<Map<string, Totals>> {
    const counted = await this.#counted(issueIds, [], reader);
    const range = { from: now - reader.scope.retention, to: now + NANOSECONDS_PER_HOUR };
    const rows = counted ? await reader.rows(selectUsers(counted, range)) : [];
    return new Map(rows.map(({ issue, events, users }) => [issue, { events: BigInt(events), users: BigInt(users) }]));
  }

  async #counted(
    issueIds: readonly string[],
    places: readonly (Sql | undefined)[],
    { scope }: ProjectReader,
  ): Promise<CountedIssues | undefined> {
    if (issueIds.length === 0) return undefined;
    const variants = await readVariantMap(this.issues, issueIds, scope);
    return variants && { scope, variants, places };
  }
}

/** The last hour, which may not be complete, and those before it. */
export function seriesRange(end: bigint): TimeRange {
  return { from: floorTo(end - 1n, NANOSECONDS_PER_HOUR) - (SERIES_HOURS - 1n) * NANOSECONDS_PER_HOUR, to: end };
}

type HourRow = { readonly issue: string; readonly hour: number; readonly events: string };

function groupById(rows: readonly HourRow[]): Map<string, HourRow[]> {
  return Map.groupBy(rows, ({ issue }) => issue);
}

function toSeries(rows: readonly HourRow[], { from }: TimeRange): HourCount[] {
  const events = new Map(rows.map((row) => [BigInt(row.hour) * NANOSECONDS_PER_SECOND, BigInt(row.events)]));
  return Array.from({ length: Number(SERIES_HOURS) }, (_, hour) => {
    const start = from + BigInt(hour) * NANOSECONDS_PER_HOUR;
    return { start, events: events.get(start) ?? 0n };
  });
}
