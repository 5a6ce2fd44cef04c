import type { TelemetryWriter } from './telemetry-writer.js';

/** A row of the table `ai_content`. */
export interface ContentFixture {
  readonly project: number;
  /** The start of the span. */
  readonly timestamp: bigint;
  readonly traceId: string;
  readonly spanId: string;
  /** 0 for the attributes of the span itself, which is the default; otherwise the number of its event, from 1. */
  readonly event?: number;
  readonly distinctId?: string;
  readonly content: Readonly<Record<string, string>>;
  readonly objectKey?: string;
}

/** Writes prompts and answers of spans as the sink does. */
export function writeContent(telemetry: TelemetryWriter, rows: readonly ContentFixture[]): Promise<void> {
  return telemetry.insert(
    'ai_content',
    [
      ['project_number', 'UInt32'],
      ['retention_days', 'UInt16'],
      ['timestamp', 'Int64', 'fromUnixTimestamp64Nano(timestamp)'],
      ['trace_id', 'String', 'toFixedString(unhex(trace_id), 16)'],
      ['span_id', 'String', 'toFixedString(unhex(span_id), 8)'],
      ['event', 'UInt16'],
      ['distinct_id', 'String'],
      ['content', 'Map(String, String)'],
      ['object_key', 'String'],
    ],
    rows.map((row) => ({
      project_number: row.project,
      retention_days: 30,
      timestamp: row.timestamp,
      trace_id: row.traceId,
      span_id: row.spanId,
      event: row.event ?? 0,
      distinct_id: row.distinctId ?? '',
      content: row.content,
      object_key: row.objectKey ?? '',
    })),
  );
}
