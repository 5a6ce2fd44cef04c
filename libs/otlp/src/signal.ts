export type Signal = 'traces' | 'logs' | 'metrics';

/** Context of a request for the rejection rules. `skim` and the encoder must receive the same values. */
export interface AcceptanceContext {
  /** When the request arrived, in nanoseconds since the epoch. */
  readonly receivedAtNs: bigint;
  /** Items older than this many days are rejected. */
  readonly retentionDays: number;
}

/** One logged request with its position in the event log and its project. */
export interface RequestContext extends AcceptanceContext {
  /** The number of the project, which is the first key column of every table. */
  readonly projectNumber: number;
  readonly partition: number;
  readonly offset: number;
  /** Whether personal data and credentials in texts of the request are replaced; false if absent. */
  readonly redacts?: boolean;
}

/** The last segment of field paths and the noun of messages, per signal. */
export const SIGNALS = {
  traces: { resources: 'resource_spans', scopes: 'scope_spans', items: 'spans', noun: 'spans' },
  logs: { resources: 'resource_logs', scopes: 'scope_logs', items: 'log_records', noun: 'log records' },
  metrics: { resources: 'resource_metrics', scopes: 'scope_metrics', items: 'metrics', noun: 'data points' },
} as const satisfies Record<Signal, { resources: string; scopes: string; items: string; noun: string }>;
