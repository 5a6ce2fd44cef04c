import { Inject, Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { NANOSECONDS_PER_MILLISECOND, type TimeRange } from '@svc/reading/time';
import type { RecordingKeys } from '@svc/recordings/keys';
import { CLOCK, RECORDING_KEYS, type Clock } from '@svc/runtime';
import { ModelUsage, type Sums } from '../ai/index.js';
import { parsePeriod, type Period } from './period.js';
import { POINT_TABLES, selectSeriesWithPoints, selectUsage, type UsageRow } from './usage.query.js';

export interface MonthlyUsage {
  readonly period: Period;
  readonly rows: readonly UsageRow[];
  readonly metricSeries: bigint;
  readonly models: Sums;
  readonly replaySessions: number;
}

/** A month of points has more rows than a page of telemetry may read; the time is bounded all the same. */
const MAX_POINTS = 20_000_000_000;

@Injectable()
export class UsageService {
  constructor(
    private readonly models: ModelUsage,
    @Inject(RECORDING_KEYS) private readonly recordings: RecordingKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(period: string, reader: ProjectReader): Promise<MonthlyUsage> {
    const month = parsePeriod(period, this.clock());
    const [rows, metricSeries, models, replaySessions] = await Promise.all([
      reader.rows(selectUsage(reader.scope, month.range)),
      this.#countSeries(month.range, reader),
      this.models.of(month.range, reader),
      this.#countSessions(month.range, reader),
    ]);
    return { period: month, rows, metricSeries, models, replaySessions };
  }

  #countSessions({ from, to }: TimeRange, { scope }: ProjectReader): Promise<number> {
    const [start, end] = [from, to].map((time) => new Date(Number(time / NANOSECONDS_PER_MILLISECOND)));
    return this.recordings.countStarted(scope.projectNumber, start ?? new Date(0), end ?? new Date(0));
  }

  async #countSeries(range: TimeRange, reader: ProjectReader): Promise<bigint> {
    const counts = await Promise.all(
      POINT_TABLES.map((table) =>
        reader.rows(selectSeriesWithPoints(table, reader.scope, range), {
          maxRowsToRead: MAX_POINTS,
        }),
      ),
    );
    return counts.reduce((sum, [row]) => sum + BigInt(row?.series ?? 0), 0n);
  }
}
