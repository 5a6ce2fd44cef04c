/** The most agents whose runs are read: those whose runs cost most, and then those with most tokens. */
export const MAX_AGENTS = 50;

/** Runs of an agent in a service that began in a bucket. */
export interface AgentBucket {
  readonly agent: string;
  readonly service: string;
  /** Epoch milliseconds. */
  readonly start: number;
  readonly runs: number;
  /** Runs that failed, timed out or reached their largest number of steps. */
  readonly failed: number;
  /** Calls of models. */
  readonly calls: number;
  /** Tokens of all calls, including those without a price. */
  readonly tokens: number;
  /** US dollars of the calls with a price. */
  readonly cost: number;
  /** Models that the runs called. */
  readonly models: readonly string[];
}
