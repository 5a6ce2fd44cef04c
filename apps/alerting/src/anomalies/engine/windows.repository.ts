import { Inject, Injectable } from '@nestjs/common';
import { readJson, type AnomalySeries, type Relational, type Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import type { Labels, Memory, Series } from './series.js';
import type { MeasuredWindow } from './windows.js';

/**
 * Measured windows of the detectors of a project, and the watched series. Only the holder of the project's job writes.
 */
@Injectable()
export class WindowsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  /** The end of the last window that a detector has evaluated. */
  async lastEnd(projectId: string, detector: string): Promise<number | undefined> {
    const last = await this.relational.client.anomalyWindow.findFirst({
      where: { projectId, detector },
      orderBy: { endAt: 'desc' },
      select: { endAt: true },
    });
    return last?.endAt.getTime();
  }

  /** Deletes windows that end after a time. */
  async deleteAfter(tx: Transaction, projectId: string, detector: string, end: number): Promise<void> {
    await tx.anomalyWindow.deleteMany({ where: { projectId, detector, endAt: { gt: new Date(end) } } });
  }

  async windows(projectId: string, detector: string, ends: readonly number[]): Promise<MeasuredWindow[]> {
    const rows = await this.relational.client.anomalyWindow.findMany({
      where: { projectId, detector, endAt: { in: ends.map((end) => new Date(end)) } },
    });
    return rows.map(({ endAt, truncated, series, values, samples }) => ({
      end: endAt.getTime(),
      isTruncated: truncated,
      observations: new Map(
        series.map((number, index) => [number, { value: values[index] ?? 0, records: samples[index] ?? 0 }]),
      ),
    }));
  }

  /** Keeps windows; one that is kept already stays as it is. */
  async insertWindows(
    tx: Transaction,
    projectId: string,
    detector: string,
    windows: readonly MeasuredWindow[],
  ): Promise<void> {
    const data = windows.map(({ end, isTruncated, observations }) => ({
      projectId,
      detector,
      endAt: new Date(end),
      truncated: isTruncated,
      series: [...observations.keys()],
      values: [...observations.values()].map(({ value }) => value),
      samples: [...observations.values()].map(({ records }) => records),
    }));
    await tx.anomalyWindow.createMany({ data, skipDuplicates: true });
  }

  async hasSeries(projectId: string, detector: string): Promise<boolean> {
    const found = await this.relational.client.anomalySeries.findFirst({
      where: { projectId, detector },
      select: { id: true },
    });
    return found !== null;
  }

  async series(projectId: string, detector: string): Promise<Series[]> {
    const rows = await this.relational.client.anomalySeries.findMany({ where: { projectId, detector } });
    return rows.map(toSeries);
  }

  async saveSeries(tx: Transaction, projectId: string, detector: string, changed: readonly Series[]): Promise<void> {
    if (changed.length === 0) return;
    const rows = changed.map(({ number, labels, firstEnd, lastEnd, memory }) => ({
      number,
      labels,
      first_end: new Date(firstEnd),
      last_end: new Date(lastEnd),
      memory: Object.keys(memory).length === 0 ? null : memory,
    }));
    await tx.$executeRaw`
      INSERT INTO anomaly_series (id, project_id, detector, number, labels, first_end, last_end, memory)
      SELECT gen_random_uuid(), ${projectId}::uuid, ${detector}, one.number, one.labels, one.first_end, one.last_end, one.memory
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS one(number integer, labels json, first_end timestamptz, last_end timestamptz, memory json)
      ON CONFLICT (project_id, detector, number) DO UPDATE
      SET first_end = excluded.first_end, last_end = excluded.last_end, memory = excluded.memory`;
  }

  /** Whether anything was measured since, or a series is not normal. */
  async isBusy(projectId: string, since: Date): Promise<boolean> {
    const [found] = await this.relational.client.$queryRaw<{ busy: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM anomaly_windows
                     WHERE project_id = ${projectId}::uuid AND end_at > ${since} AND cardinality(series) > 0)
          OR EXISTS (SELECT 1 FROM anomaly_series WHERE project_id = ${projectId}::uuid AND memory IS NOT NULL) AS busy`;
    return found?.busy ?? false;
  }
}

function toSeries({ number, labels, firstEnd, lastEnd, memory }: AnomalySeries): Series {
  return {
    number,
    // The columns only hold what the detector wrote.
    labels: labels as Labels,
    firstEnd: firstEnd.getTime(),
    lastEnd: lastEnd.getTime(),
    memory: readJson<Memory>(memory ?? {}),
  };
}
