import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '@svc/service';
import type { Budget } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { selectLogCount, selectSampleStart, type LogSample, type SampleStartRow } from '../log-sample.query.js';
import { selectLogFields, type LogFieldRow } from './fields.query.js';

export interface SampledFields {
  readonly rows: readonly LogFieldRow[];
  /** Records that were looked at. */
  readonly scanned: number;
  /** Records there are. */
  readonly total: number;
}

@Injectable()
export class FieldsRepository {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  async read(records: LogSample, values: number, limit: number, budget: Budget): Promise<SampledFields> {
    const [found] = await this.store.query<SampleStartRow>(budget.statement(selectSampleStart(records)));
    const scanned = Number(found?.records ?? 0);
    if (scanned === 0) return { rows: [], scanned, total: 0 };
    const range: TimeRange = { from: BigInt(found?.start ?? 0), to: records.range.to };
    const [rows, [counted]] = await Promise.all([
      this.store.query<LogFieldRow>(budget.statement(selectLogFields({ ...records, range }, values, limit))),
      scanned < records.sample
        ? [{ records: scanned }]
        : this.store.query<{ records: string }>(budget.statement(selectLogCount(records))),
    ]);
    return { rows, scanned, total: Math.max(scanned, Number(counted?.records ?? 0)) };
  }
}
