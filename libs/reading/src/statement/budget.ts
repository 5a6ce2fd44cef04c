import type { Lane, ReadStatement, StatementLimits } from '@svc/columnar';
import { deadline } from '@svc/config';
import { render, type Sql } from '@svc/tables/sql';

/** The maximum time that one request may use in the store, over all its statements. */
export const REQUEST_BUDGET_MS = deadline(10_000);

/** Limits of one statement; beyond them the engine fails with `query_too_expensive`. */
export const STATEMENT_LIMITS: StatementLimits = {
  timeoutMs: REQUEST_BUDGET_MS,
  maxRowsToRead: 500_000_000,
  maxResultRows: 100_000,
  // The engine's process may use 1.5 GB in total under load; two such statements must fit at the same time.
  maxMemoryBytes: 512 * 1024 * 1024,
};

/** A statement is not worth starting with less time than this. */
const MIN_STATEMENT_MS = 50;
/**
 * Time limit of a statement that completes the results found before the deadline, for example with the resources of
 * rows.
 */
const LAST_STATEMENT_MS = deadline(1_000);

/** The remaining time of a request, and the signal of a client that may disconnect earlier. */
export class Budget {
  private readonly endsAt: number;

  constructor(
    private readonly signal: AbortSignal,
    totalMs: number = REQUEST_BUDGET_MS,
    private readonly monotonicMs: () => number = () => performance.now(),
    private readonly lane: Lane = 'interactive',
  ) {
    this.endsAt = this.monotonicMs() + totalMs;
  }

  /** The budget of a call; ends when its caller stops waiting. */
  static of(call: { readonly signal: AbortSignal; readonly deadlineMs: number }): Budget {
    return new Budget(call.signal, Math.min(REQUEST_BUDGET_MS, call.deadlineMs - Date.now()));
  }

  /** The budget of work that no caller waits for. */
  static inBackground(signal: AbortSignal, totalMs: number): Budget {
    return new Budget(signal, totalMs, undefined, 'background');
  }

  /** Whether less than this is left, or the caller has stopped waiting. */
  isSpent(leastMs = MIN_STATEMENT_MS): boolean {
    return this.signal.aborted || this.#remainingMs() < leastMs;
  }

  /** A statement that ends with the request: at its deadline, at its limits or when the client disconnects. */
  statement<Row>(query: Sql<Row>, limits: Partial<StatementLimits> = {}): ReadStatement<Row> {
    return {
      ...render(query),
      ...(query.types && { types: query.types }),
      limits: {
        ...STATEMENT_LIMITS,
        ...limits,
        timeoutMs: Math.max(LAST_STATEMENT_MS, Math.floor(this.#remainingMs())),
      },
      lane: this.lane,
      ...(query.projectNumber !== undefined && { projectNumber: query.projectNumber }),
      signal: this.signal,
    };
  }

  #remainingMs(): number {
    return this.endsAt - this.monotonicMs();
  }
}
