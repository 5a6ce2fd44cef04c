import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { TimeRange } from '@svc/reading/time';
import type { CountedRecords } from '../log-counts.query.js';
import { selectLogCount, selectSampleStart, type LogSample } from '../log-sample.query.js';
import { selectLogFields, type LogFieldRow } from './fields.query.js';

export interface SampledFields {
  readonly rows: readonly LogFieldRow[];
  /** Number of records that were read. */
  readonly scanned: number;
  /** Number of matching records. */
  readonly total: number;
}

@Injectable()
export class FieldsRepository {
  async read(
    records: LogSample & Pick<CountedRecords, 'isByMinute'>,
    values: number,
    limit: number,
    reader: ProjectReader,
  ): Promise<SampledFields> {
    const [found] = await reader.rows(selectSampleStart(records));
    const scanned = Number(found?.records ?? 0);
    if (scanned === 0) return { rows: [], scanned, total: 0 };
    const range: TimeRange = { from: BigInt(found?.start ?? 0), to: records.range.to };
    const [rows, [counted]] = await Promise.all([
      reader.rows(selectLogFields({ ...records, range }, values, limit)),
      scanned < records.sample ? [{ records: scanned }] : reader.rows(selectLogCount(records)),
    ]);
    return { rows, scanned, total: Math.max(scanned, Number(counted?.records ?? 0)) };
  }
}
