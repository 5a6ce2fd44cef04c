import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { GroupRow } from '../../grouping/top-groups.query.js';
import { selectLogGroups, selectLogSeries, type LogCounting, type LogSeriesRow } from './aggregate.query.js';

@Injectable()
export class AggregateRepository {
  groups(counting: LogCounting, limit: number, reader: ProjectReader): Promise<GroupRow[]> {
    return reader.rows(selectLogGroups(counting, limit));
  }

  series(
    counting: LogCounting,
    groups: readonly GroupRow[],
    interval: bigint,
    reader: ProjectReader,
  ): Promise<LogSeriesRow[]> {
    const hashes = groups.map(({ hash }) => hash);
    return reader.rows(selectLogSeries(counting, hashes, interval));
  }
}
