import { createHash } from 'node:crypto';
import type { TelemetryWriter } from './telemetry-writer.js';

/** A row of the table `errors`; omitted fields have plain values. */
export interface ErrorFixture {
  readonly project: number;
  readonly timestamp: bigint;
  /** Any text; errors of the same text have the same variant. */
  readonly cause?: string;
  readonly type?: string;
  readonly message?: string;
  readonly level?: string;
  readonly handled?: string;
  readonly source?: string;
  readonly platform?: string;
  readonly mechanism?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly distinctId?: string;
  readonly sessionId?: string;
  readonly groups?: Readonly<Record<string, string>>;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** The variant of errors of a cause: 32 hexadecimal digits. */
export const variantFor = (cause: string): string => createHash('md5').update(cause).digest('hex');

const COLUMNS: readonly (readonly [string, string, string?])[] = [
  ['project_number', 'UInt32'],
  ['retention_days', 'UInt16'],
  ['timestamp', 'Int64', 'fromUnixTimestamp64Nano(timestamp)'],
  ['record_id', 'String', 'toFixedString(unhex(record_id), 8)'],
  ['variant', 'String', 'toFixedString(unhex(variant), 16)'],
  ...['type', 'message', 'level', 'handled', 'source', 'platform', 'mechanism'].map(
    (name) => [name, 'String'] as const,
  ),
  ...['service_name', 'environment', 'release', 'distinct_id', 'session_id'].map((name) => [name, 'String'] as const),
  ['trace_id', 'String', 'toFixedString(unhex(trace_id), 16)'],
  ['span_id', 'String', 'toFixedString(unhex(span_id), 8)'],
  ['groups', 'Map(String, String)'],
  ['attributes', 'Map(String, String)'],
];

let records = 0;

/** Writes errors as the sink does. */
export function writeErrors(telemetry: TelemetryWriter, errors: readonly ErrorFixture[]): Promise<void> {
  const rows = errors.map((error) => ({
    project_number: error.project,
    retention_days: 30,
    timestamp: error.timestamp,
    record_id: (++records).toString(16).padStart(16, '0'),
    variant: variantFor(error.cause ?? 'cause'),
    type: error.type ?? 'Error',
    message: error.message ?? 'failed',
    level: error.level ?? 'error',
    handled: error.handled ?? '',
    source: error.source ?? 'event',
    platform: error.platform ?? 'node',
    mechanism: error.mechanism ?? '',
    service_name: error.service ?? '',
    environment: error.environment ?? '',
    release: error.release ?? '',
    distinct_id: error.distinctId ?? '',
    session_id: error.sessionId ?? '',
    trace_id: error.traceId ?? '',
    span_id: error.spanId ?? '',
    groups: error.groups ?? {},
    attributes: error.attributes ?? {},
  }));
  return telemetry.insert('errors', COLUMNS, rows);
}

const VARIANT_COLUMNS: readonly (readonly [string, string, string?])[] = [
  ['project_number', 'UInt32'],
  ['variant', 'String', 'toFixedString(unhex(variant), 16)'],
  ['issue_id', 'String', 'toFixedString(unhex(issue_id), 16)'],
  ['is_open', 'UInt8'],
  ['version', 'UInt64'],
  ['culprit', 'String'],
];

/** Says which issue the errors of causes belong to, as the intake does. */
export function writeIssueVariants(
  telemetry: TelemetryWriter,
  project: number,
  causes: readonly string[],
  { id, isOpen = true, culprit = '' }: { readonly id: string; readonly isOpen?: boolean; readonly culprit?: string },
): Promise<void> {
  const rows = causes.map((cause) => ({
    project_number: project,
    variant: variantFor(cause),
    issue_id: id.replaceAll('-', ''),
    is_open: isOpen ? 1 : 0,
    version: ++records,
    culprit,
  }));
  return telemetry.insert('issue_variants', VARIANT_COLUMNS, rows);
}
