import { Injectable } from '@nestjs/common';
import { estimateBytes, MAX_ANSWER_BYTES, SliceSizes } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { sql, type FoundPage, type SliceWidths } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { LOG_MINUTES, LOGS } from '@svc/tables';
import { selectUncounted } from './log-deletion.query.js';
import { hasRecordId, toTimeRange } from './log-id.js';
import { selectLogs, toPosition, type LogPage, type LogRow } from './logs.query.js';

export interface LogSearch extends Omit<LogPage, 'scope' | 'slice'> {
  readonly range: TimeRange;
  readonly widths?: SliceWidths;
  /** Maximum bytes of all rows together; by default the maximum of a whole response. */
  readonly maxBytes?: number;
}

/** Rows of the first slice: reading their times costs less than another statement would. */
const SLICE_ROWS = 20_000;

@Injectable()
export class LogsRepository {
  readonly #sizes = new SliceSizes(SLICE_ROWS);

  async search(search: LogSearch, reader: ProjectReader): Promise<FoundPage<LogRow>> {
    const { maxBytes = MAX_ANSWER_BYTES } = search;
    const { projectNumber } = reader.scope;
    let bytes = 0;
    const page = await reader.page({
      widths: this.#sizes.widths(projectNumber),
      ...search,
      toPosition,
      read: async (slice, limit) => {
        const rows: LogRow[] = [];
        for await (const chunk of reader.stream(selectLogs({ ...search, scope: reader.scope, slice, limit }))) {
          rows.push(...chunk);
          bytes += estimateBytes(chunk);
          if (bytes > maxBytes && rows.length > 1) return { rows, isTruncated: true };
        }
        return { rows };
      },
    });
    const isUnfiltered = search.filter.every((condition) => !condition);
    if (isUnfiltered) {
      this.#sizes.learn(
        projectNumber,
        page.rows.map((row) => BigInt(row.timestamp_ns)),
      );
    }
    return page;
  }

  /**
   * An upper bound of the records that indexes and times leave to be read; undefined if the store, as a cluster, does
   * not report it.
   */
  async recordsToRead(search: LogSearch, reader: ProjectReader): Promise<bigint | undefined> {
    const page = sql`EXPLAIN ESTIMATE ${selectLogs({ ...search, scope: reader.scope, slice: search.range, after: undefined })}`;
    const estimates = await reader.rows<{ rows: string }>(page);
    const [first] = estimates;
    return first && estimates.reduce((sum, { rows }) => sum + BigInt(rows), 0n);
  }

  async find(logId: string, reader: ProjectReader): Promise<LogRow | undefined> {
    const range = toTimeRange(logId);
    if (!range) return undefined;
    const search = { range, filter: [hasRecordId(logId)], after: undefined, limit: 1 };
    const { rows } = await this.search({ ...search, direction: 'desc' }, reader);
    return rows[0];
  }

  /** Permanently deletes the record. Resolves when no read sees it any more. */
  async delete(logId: string, reader: ProjectReader): Promise<void> {
    const during = toTimeRange(logId);
    if (!during) return;
    // The counts are corrected before the record is deleted, so that an attempt after a crash finds it again; the token
    // keeps it from being subtracted twice.
    const uncounted = selectUncounted(reader.scope, logId, during);
    await reader.insert(LOG_MINUTES, uncounted, `deletion/${reader.scope.projectNumber}/${logId.toLowerCase()}`);
    await reader.delete({ from: LOGS, during, where: [hasRecordId(logId)] });
  }
}
