import type { ReadStatement, StatementLimits } from '@svc/columnar';
import { render, type Sql } from '@svc/sql';

/** What one request may take of the store, over all its statements. */
export const REQUEST_BUDGET_MS = 10_000;

/** Bounds of one statement; the engine refuses with `query_too_expensive` beyond them. */
export const STATEMENT_LIMITS: StatementLimits = {
  timeoutMs: REQUEST_BUDGET_MS,
  maxRowsToRead: 500_000_000,
  maxResultRows: 100_000,
  // The engine's process may take 1.5 GB in all under load; two such statements side by side must fit.
  maxMemoryBytes: 512 * 1024 * 1024,
};

/** Less than this is not worth starting a statement for. */
const LEAST_MS = 50;

/** The time a request has left, and the client that may leave before. */
export class Budget {
  private readonly endsAt: number;

  constructor(
    private readonly signal: AbortSignal,
    totalMs: number = REQUEST_BUDGET_MS,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {
    this.endsAt = this.monotonicMs() + totalMs;
  }

  /** Of a call: ends when its caller stops waiting. */
  static of(call: { readonly signal: AbortSignal; readonly deadlineMs: number }): Budget {
    return new Budget(call.signal, Math.min(REQUEST_BUDGET_MS, call.deadlineMs - Date.now()));
  }

  /** Whether less than this is left, or nobody waits any more. */
  isSpent(leastMs = LEAST_MS): boolean {
    return this.signal.aborted || this.remainingMs() < leastMs;
  }

  /** A statement that ends with the request: by its time, its limits or because the client left. */
  statement<Row>(query: Sql<Row>, limits: Partial<StatementLimits> = {}): ReadStatement<Row> {
    return {
      ...render(query),
      ...(query.types && { types: query.types }),
      limits: { ...STATEMENT_LIMITS, ...limits, timeoutMs: Math.max(LEAST_MS, Math.floor(this.remainingMs())) },
      lane: 'interactive',
      signal: this.signal,
    };
  }

  private remainingMs(): number {
    return this.endsAt - this.monotonicMs();
  }
}
