import type { FactName, FactParameters, Facts } from './facts.js';

export interface FactRequest {
  readonly projectId: string;
  readonly parameters: FactParameters;
  readonly limits: FactLimits;
  readonly signal: AbortSignal;
}

/** Limits of one statement of a reading. */
export interface FactLimits {
  readonly timeoutMs: number;
  readonly bytes: number;
}

export interface FactResult<Value> {
  readonly facts: Value;
  /** Bytes that the engine of the store read, of all statements. */
  readonly bytesRead: number;
}

/**
 * Reads facts of a project. Rejects with a ServiceError: `query_too_expensive` or `timeout` beyond the limits, `unavailable` if the store
 * cannot be read; with the reason of the signal when it aborts.
 */
export interface FactSource {
  read<Name extends FactName>(name: Name, request: FactRequest): Promise<FactResult<Facts[Name]>>;
  /** Epoch milliseconds from which the telemetry of the project is still stored. */
  retentionStart(projectId: string, now: number): Promise<number>;
}
