import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import {
  selectLogGroups,
  selectLogSeries,
  type LogCounting,
  type LogGroupRow,
  type LogSeriesRow,
} from './aggregate.query.js';

@Injectable()
export class AggregateRepository {
  groups(counting: LogCounting, limit: number, reader: ProjectReader): Promise<LogGroupRow[]> {
    return reader.rows(selectLogGroups(counting, limit));
  }

  series(
    counting: LogCounting,
    groups: readonly LogGroupRow[],
    interval: bigint,
    reader: ProjectReader,
  ): Promise<LogSeriesRow[]> {
    const hashes = groups.map(({ hash }) => hash);
    return reader.rows(selectLogSeries(counting, hashes, interval));
  }
}
