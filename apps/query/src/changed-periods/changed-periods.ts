import { Inject, Injectable, Module } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { select, sql, typed, type Deletion } from '@svc/reading/statement';
import { floorTo, NANOSECONDS_PER_HOUR, NANOSECONDS_PER_MILLISECOND, type TimeRange } from '@svc/reading/time';
import type { LlmChangedPeriod, Relational, Transaction } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { AGENT_STEPS } from '@svc/tables';
import { periodLength, SPANS_HOURS, type SpanHours } from './period.js';

/** Hours with steps of one person or trace, more than any retention has. */
const MAX_HOURS = 100_000;

/**
 * The hours and days in which steps of agent runs changed since their figures were counted. They are marked before a change, and figures of
 * marked periods are read from the steps, so that no interruption leaves figures that are wrong.
 */
@Injectable()
export class ChangedPeriods {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param times of steps that are about to change, in nanoseconds since 1970. */
  async mark(projectNumber: number, times: Iterable<bigint>, tx: Transaction = this.relational.client): Promise<void> {
    const hours = new Set<bigint>();
    for (const time of times) hours.add(floorTo(time, NANOSECONDS_PER_HOUR));
    const now = new Date(this.clock());
    for (const spanHours of SPANS_HOURS) {
      const starts = new Set([...hours].map((hour) => floorTo(hour, periodLength(spanHours))));
      if (starts.size === 0) continue;
      // In ascending order, so that two transactions that mark the same periods do not wait for each other.
      const sorted = [...starts].sort((one, other) => (one < other ? -1 : 1)).map(toDate);
      await tx.$executeRaw`
        INSERT INTO llm_changed_periods AS known (project_number, span_hours, start, changed_at)
        SELECT ${projectNumber}, ${spanHours}, start, ${now} FROM unnest(${sorted}::timestamptz[]) AS start
        ON CONFLICT (project_number, span_hours, start)
        DO UPDATE SET changed_at = EXCLUDED.changed_at, revision = known.revision + 1`;
    }
  }

  /** Marks the periods of the steps that work deletes: before it, and again at its end, because deletions can take long. */
  async whileDeleting(where: Deletion['where'], reader: ProjectReader, work: () => Promise<void>): Promise<void> {
    const { scope } = reader;
    const statement = select({
      columns: { hour_number: typed('Int64', sql`intDiv(toUnixTimestamp64Nano(timestamp), 3600000000000)`) },
      from: AGENT_STEPS,
      scope,
      during: 'retention',
      where,
      groupBy: sql`hour_number`,
    });
    const found = await reader.rows(statement, { maxResultRows: MAX_HOURS });
    const times = found.map((row) => BigInt(row.hour_number) * NANOSECONDS_PER_HOUR);
    await this.mark(scope.projectNumber, times);
    await work();
    await this.mark(scope.projectNumber, times);
  }

  /** The marked periods of a project that overlap a range: their starts in nanoseconds since 1970. */
  async within(projectNumber: number, { from, to }: TimeRange): Promise<Record<SpanHours, ReadonlySet<bigint>>> {
    const rows = await this.relational.client.llmChangedPeriod.findMany({
      where: { projectNumber, start: { gt: toDate(from - periodLength(24)), lt: toDate(to) } },
      select: { spanHours: true, start: true },
    });
    const startsOf = (length: SpanHours) =>
      new Set(rows.filter(({ spanHours }) => spanHours === length).map(({ start }) => toNanoseconds(start)));
    return { 1: startsOf(1), 24: startsOf(24) };
  }

  /** Periods of a length that ended and have not changed since a time, the longest unchanged first. */
  unchangedSince(time: Date, spanHours: SpanHours, limit: number): Promise<LlmChangedPeriod[]> {
    const ended = toDate(toNanoseconds(time) - periodLength(spanHours));
    return this.relational.client.llmChangedPeriod.findMany({
      where: { spanHours, changedAt: { lt: time }, start: { lte: ended } },
      orderBy: [{ changedAt: 'asc' }, { projectNumber: 'asc' }, { start: 'asc' }],
      take: limit,
    });
  }

  async isUnchanged({ projectNumber, spanHours, start, revision }: LlmChangedPeriod): Promise<boolean> {
    const where = { projectNumber, spanHours, start, revision };
    return (await this.relational.client.llmChangedPeriod.count({ where })) === 1;
  }

  /** Removes the mark of a period that was counted, unless it changed again. */
  async counted({ projectNumber, spanHours, start, revision }: LlmChangedPeriod): Promise<void> {
    await this.relational.client.llmChangedPeriod.deleteMany({ where: { projectNumber, spanHours, start, revision } });
  }

  /** Removes the marks of a project that does not exist any more. */
  async forget(projectNumber: number): Promise<void> {
    await this.relational.client.llmChangedPeriod.deleteMany({ where: { projectNumber } });
  }
}

const toDate = (time: bigint): Date => new Date(Number(time / NANOSECONDS_PER_MILLISECOND));
const toNanoseconds = (time: Date): bigint => BigInt(time.getTime()) * NANOSECONDS_PER_MILLISECOND;

/** Needs RELATIONAL and CLOCK of the process. */
@Module({ providers: [ChangedPeriods], exports: [ChangedPeriods] })
export class ChangedPeriodsModule {}
