import { randomUUID } from 'node:crypto';
import type { ClickHouseSettings, QueryParams, ResponseJSON } from '@clickhouse/client';
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
        const query = {
          query: sql,
          query_params: { ...parameters },
          query_id,
          abort_signal: timer.signal,
          http_headers: laneHeaders(lane, projectNumber),
          clickhouse_settings: { ...limitSettings(limits), ...extra },
        };
        if (onBytesRead) {
          const counted = await this.connection.connected(timer, () => this.#document<Row>(query));
          onBytesRead(counted.statistics?.bytes_read ?? 0);
          isComplete = true;
          yield counted.data;
          return;
        }
        const result = await this.connection.connected(timer, () =>
          this.connection.client.query({ ...query, format: 'JSONEachRow' }),
        );
        const rows = result.stream<Row>();
        using _cut = cutOnAbort(rows, timer.signal);
        for await (const chunk of rows) {
          hasRows = true;
          yield chunk.map((row) => row.json<Row>());
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

  /** The whole result as one document, which ends with what the statement read. */
  async #document<Row>(query: Omit<QueryParams, 'format'>): Promise<ResponseJSON<Row>> {
    const result = await this.connection.client.query({ ...query, format: 'JSON' });
    return result.json<Row>();
  }
}
