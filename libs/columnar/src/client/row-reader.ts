import { randomUUID } from 'node:crypto';
import { isProgressRow, isRow, type ClickHouseSettings } from '@clickhouse/client';
import type { ReadStatement } from '../port.js';
import { limitSettings } from '../statement-settings.js';
import { isHangUp, toStoreError } from './errors.js';
import { cutOnAbort, laneHeaders, type ServerConnection } from './server-connection.js';
import { StatementTimer, TIMEOUT_GRACE_MS } from './statement-timer.js';

/** Reads the rows of statements. */
export class RowReader {
  constructor(private readonly connection: ServerConnection) {}

  /** @param startAgain forgets the rows of an attempt whose connection was lost; without it, only an attempt without rows is repeated. */
  async *read<Row>(
    statement: ReadStatement,
    extra: ClickHouseSettings,
    startAgain?: () => void,
  ): AsyncGenerator<Row[], void, void> {
    const { sql, parameters = {}, limits, lane = 'interactive', projectNumber, signal, onBytesRead } = statement;
    using timer = new StatementTimer(limits.timeoutMs + TIMEOUT_GRACE_MS, signal);
    using _place = await this.connection
      .enter(statement, timer.signal, limits.timeoutMs)
      .catch((error: unknown) => Promise.reject(toStoreError(error, timer)));
    let attempts = 0;
    for (;;) {
      const query_id = randomUUID();
      let hasRows = false;
      let isComplete = false;
      try {
        const result = await this.connection.connected(timer, () =>
          this.connection.client.query({
            query: sql,
            format: onBytesRead ? 'JSONEachRowWithProgress' : 'JSONEachRow',
            query_params: { ...parameters },
            query_id,
            abort_signal: timer.signal,
            http_headers: laneHeaders(lane, projectNumber),
            clickhouse_settings: { ...limitSettings(limits), ...extra },
          }),
        );
        const rows = result.stream();
        using _cut = cutOnAbort(rows, timer.signal);
        for await (const chunk of rows) {
          hasRows = true;
          const lines = chunk.map((line) => line.json<unknown>());
          yield onBytesRead ? toRows<Row>(lines, onBytesRead) : (lines as Row[]);
        }
        isComplete = true;
        return;
      } catch (error) {
        isComplete = true;
        // Retried only once, because the statement itself may have ended the server.
        const isRepeated = isHangUp(error) && (!hasRows || startAgain) && attempts++ === 0;
        if (isRepeated && !timer.signal.aborted && !this.connection.isClosed) {
          startAgain?.();
          await this.connection.answering(timer);
          continue;
        }
        if (timer.signal.aborted) this.connection.kill(query_id);
        throw toStoreError(error, timer);
      } finally {
        // The consumer left the loop early.
        if (!isComplete) this.connection.kill(query_id);
      }
    }
  }
}

/** The rows of lines, of which some may say how much was read so far. */
function toRows<Row>(lines: readonly unknown[], onBytesRead: NonNullable<ReadStatement['onBytesRead']>): Row[] {
  return lines.flatMap((line) => {
    if (isProgressRow(line)) onBytesRead(Number(line.progress.read_bytes));
    return isRow<Row>(line) ? [line.row] : [];
  });
}
