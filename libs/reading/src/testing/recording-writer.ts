import type { TelemetryWriter } from './telemetry-writer.js';

/** The only chunk of a recorded session; omitted fields have plain values. */
export interface RecordingFixture {
  readonly project: number;
  readonly sessionId: string;
  /** When it begins, in nanoseconds since 1970. */
  readonly timestamp: bigint;
  /** A minute by default. */
  readonly durationMs?: number;
  readonly distinctId?: string;
  readonly url?: string;
  readonly consoleErrors?: number;
}

const COLUMNS: readonly (readonly [string, string, string?])[] = [
  ['project_number', 'UInt32'],
  ['retention_days', 'UInt16'],
  ['timestamp', 'Int64', 'fromUnixTimestamp64Nano(timestamp)'],
  ['ingested_at', 'Int64', 'fromUnixTimestamp64Milli(ingested_at)'],
  ...['session_id', 'window_id', 'distinct_id'].map((name) => [name, 'String'] as const),
  ['events', 'UInt32'],
  ['first_ms', 'UInt64'],
  ['last_ms', 'UInt64'],
  ['urls', 'Array(String)'],
  ['console_errors', 'UInt32'],
];

/** Writes the rows of recordings, without their objects and keys. */
export function writeRecordings(telemetry: TelemetryWriter, recordings: readonly RecordingFixture[]): Promise<void> {
  const rows = recordings.map(({ timestamp, durationMs = 60_000, ...recording }) => {
    const firstMs = timestamp / 1_000_000n;
    return {
      project_number: recording.project,
      retention_days: 30,
      timestamp,
      ingested_at: firstMs,
      session_id: recording.sessionId,
      window_id: 'w1',
      distinct_id: recording.distinctId ?? 'ann',
      events: 2,
      first_ms: firstMs,
      last_ms: firstMs + BigInt(durationMs),
      urls: [recording.url ?? 'https://shop.example/cart'],
      console_errors: recording.consoleErrors ?? 0,
    };
  });
  return telemetry.insert('replay_blocks', COLUMNS, rows);
}
