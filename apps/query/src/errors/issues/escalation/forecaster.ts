import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import {
  floorTo,
  fromMilliseconds,
  NANOSECONDS_PER_DAY,
  NANOSECONDS_PER_HOUR,
  NANOSECONDS_PER_SECOND,
} from '@svc/reading/time';
import type { Issue } from '@svc/relational';
import { LRUCache } from 'lru-cache';
import { selectHours } from '../figures/figures.query.js';
import { readVariantMap } from '../figures/variant-map.js';
import { IssuesRepository } from '../issues.repository.js';
import { selectProjectP95 } from './escalation.query.js';
import { forecastFromHistory, forecastFromProject, type Forecast } from './forecast.js';

const HISTORY = 7n * NANOSECONDS_PER_DAY;
const PROJECTS = 10_000;
const P95_KEPT_MS = 24 * 3_600_000;

/** Computes when issues count as escalating. */
@Injectable()
export class Forecaster {
  readonly #p95 = new LRUCache<number, number>({ max: PROJECTS, ttl: P95_KEPT_MS });

  constructor(private readonly issues: IssuesRepository) {}

  /** @returns the forecasts by issue. */
  async compute(issues: readonly Issue[], nowMs: number, reader: ProjectReader): Promise<Map<string, Forecast>> {
    const now = fromMilliseconds(nowMs);
    const currentHour = floorTo(now, NANOSECONDS_PER_HOUR);
    const range = { from: currentHour - HISTORY, to: currentHour + NANOSECONDS_PER_HOUR };
    const { scope } = reader;
    const variants = await readVariantMap(
      this.issues,
      issues.map(({ id }) => id),
      scope,
    );
    const rows = variants ? await reader.rows(selectHours({ scope, variants, places: [] }, range)) : [];
    const byIssue = Map.groupBy(rows, ({ issue }) => issue);
    const p95 = issues.some(({ state }) => state === 'new') ? await this.#projectP95(now, reader) : 0;
    return new Map(
      issues.map((issue) => {
        const counts = new Map(
          (byIssue.get(issue.id) ?? []).map(({ hour, events }) => [
            BigInt(hour) * NANOSECONDS_PER_SECOND,
            Number(events),
          ]),
        );
        const limits =
          issue.state === 'new'
            ? forecastFromProject(p95)
            : forecastFromHours(counts, issue.firstSeen, range.from, currentHour);
        const current = counts.get(currentHour) ?? 0;
        return [issue.id, { ...limits, current, evaluatedAt: new Date(nowMs).toISOString() }];
      }),
    );
  }

  async #projectP95(now: bigint, reader: ProjectReader): Promise<number> {
    const { projectNumber } = reader.scope;
    const kept = this.#p95.get(projectNumber);
    if (kept !== undefined) return kept;
    const [row] = await reader.rows(selectProjectP95(reader.scope, { from: now - HISTORY, to: now }));
    const p95 = row?.p95 ?? 0;
    this.#p95.set(projectNumber, p95);
    return p95;
  }
}

/** The complete hours of the last seven days since the first event. */
function forecastFromHours(counts: ReadonlyMap<bigint, number>, firstSeen: Date, from: bigint, currentHour: bigint) {
  const first = floorTo(fromMilliseconds(firstSeen.getTime()), NANOSECONDS_PER_HOUR);
  const start = first > from ? first : from;
  const starts: bigint[] = [];
  for (let hour = start; hour < currentHour; hour += NANOSECONDS_PER_HOUR) starts.push(hour);
  return forecastFromHistory(
    starts.map((hour) => counts.get(hour) ?? 0),
    starts.map(dayOfWeek),
    dayOfWeek(currentHour),
  );
}

const dayOfWeek = (time: bigint): number => new Date(Number(time / 1_000_000n)).getUTCDay();
