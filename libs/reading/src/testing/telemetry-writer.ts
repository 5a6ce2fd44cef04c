import type { ColumnStore } from '@svc/columnar';

/** Values as tests write them: IDs in hexadecimal, times in nanoseconds. Omitted fields get the engine's default. */
export interface LogFixture {
  readonly project?: number;
  readonly timestamp: bigint;
  /** 16 hexadecimal digits: the low half of the log ID; the high half is its time. */
  readonly idTail: string;
  readonly body?: string;
  readonly severityNumber?: number;
  readonly severityText?: string;
  readonly eventName?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly traceId?: string;
  readonly spanId?: string;
  readonly distinctId?: string;
  readonly sessionId?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly resourceHash?: bigint;
}

export interface SpanFixture {
  readonly project?: number;
  readonly timestamp: bigint;
  readonly durationNs?: bigint;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name?: string;
  readonly kind?: number;
  readonly statusCode?: number;
  readonly statusMessage?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly traceState?: string;
  readonly distinctId?: string;
  readonly sessionId?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly resourceHash?: bigint;
  /** The column `dropped_counts`, as the encoder writes it. */
  readonly droppedCounts?: string;
  /** Whether the span is one of AI work. */
  readonly isAi?: boolean;
  readonly events?: readonly {
    readonly timestamp: bigint;
    readonly name: string;
    readonly attributes: Record<string, string>;
  }[];
  readonly links?: readonly {
    readonly traceId: string;
    readonly spanId: string;
    readonly attributes: Record<string, string>;
  }[];
}

export const logId = (log: Pick<LogFixture, 'timestamp' | 'idTail'>): string =>
  (log.timestamp.toString(16).padStart(16, '0') + log.idTail).toUpperCase();

/** Writes rows into the ingestion tables with plain statements; ingestion's encoder has its own tests. */
export class TelemetryWriter {
  constructor(private readonly store: ColumnStore) {}

  async logs(rows: readonly LogFixture[]): Promise<void> {
    const text = (name: string): [string, string] => [name, 'String'];
    await this.insert(
      'logs',
      [
        ...COMMON,
        ['timestamp', 'Int64', 'fromUnixTimestamp64Nano(timestamp)'],
        ['observed_timestamp', 'Int64', 'fromUnixTimestamp64Nano(observed_timestamp)'],
        ['record_id', 'String', 'toFixedString(unhex(record_id), 8)'],
        ['severity_number', 'UInt8'],
        ...['severity_text', 'body', 'event_name', 'service_name', 'environment', 'release'].map(text),
        ['trace_id', 'String', 'toFixedString(unhex(trace_id), 16)'],
        ['span_id', 'String', 'toFixedString(unhex(span_id), 8)'],
        ...['distinct_id', 'session_id'].map(text),
        ...ORIGIN,
      ],
      rows.map((row) => ({
        ...common(row),
        timestamp: row.timestamp,
        observed_timestamp: row.timestamp,
        record_id: logId(row).slice(16),
        severity_number: row.severityNumber ?? 0,
        severity_text: row.severityText ?? '',
        body: row.body ?? '',
        event_name: row.eventName ?? '',
        release: row.release ?? '',
        trace_id: row.traceId ?? '',
        span_id: row.spanId ?? '',
        session_id: row.sessionId ?? '',
      })),
    );
  }

  async spans(rows: readonly SpanFixture[]): Promise<void> {
    await this.insert(
      'spans',
      [
        ...COMMON,
        ['timestamp', 'Int64', 'fromUnixTimestamp64Nano(timestamp)'],
        ['duration_ns', 'UInt64'],
        ['trace_id', 'String', 'toFixedString(unhex(trace_id), 16)'],
        ['span_id', 'String', 'toFixedString(unhex(span_id), 8)'],
        ['parent_span_id', 'String', 'toFixedString(unhex(parent_span_id), 8)'],
        ['name', 'String'],
        ['kind', 'UInt8'],
        ['status_code', 'UInt8'],
        ['status_message', 'String'],
        ['service_name', 'String'],
        ['environment', 'String'],
        ['release', 'String'],
        ['trace_state', 'String'],
        ['distinct_id', 'String'],
        ['session_id', 'String'],
        ...ORIGIN,
        ['events.timestamp', 'Array(Int64)', 'arrayMap(t -> fromUnixTimestamp64Nano(t), `events.timestamp`)'],
        ['events.name', 'Array(String)'],
        ['events.attributes', 'Array(Map(String, String))'],
        ['links.trace_id', 'Array(String)', 'arrayMap(i -> toFixedString(unhex(i), 16), `links.trace_id`)'],
        ['links.span_id', 'Array(String)', 'arrayMap(i -> toFixedString(unhex(i), 8), `links.span_id`)'],
        ['links.trace_state', 'Array(String)'],
        ['links.attributes', 'Array(Map(String, String))'],
        ['dropped_counts', 'String'],
        ['is_ai', 'UInt8'],
      ],
      rows.map((row) => ({
        ...common(row),
        release: row.release ?? '',
        timestamp: row.timestamp,
        duration_ns: row.durationNs ?? 1_000_000n,
        trace_id: row.traceId,
        span_id: row.spanId,
        parent_span_id: row.parentSpanId ?? '',
        name: row.name ?? 'operation',
        kind: row.kind ?? 1,
        status_code: row.statusCode ?? 0,
        session_id: row.sessionId ?? '',
        trace_state: row.traceState ?? '',
        status_message: row.statusMessage ?? '',
        'events.timestamp': (row.events ?? []).map((event) => event.timestamp),
        'events.name': (row.events ?? []).map((event) => event.name),
        'events.attributes': (row.events ?? []).map((event) => event.attributes),
        'links.trace_id': (row.links ?? []).map((link) => link.traceId),
        'links.span_id': (row.links ?? []).map((link) => link.spanId),
        'links.trace_state': (row.links ?? []).map(() => ''),
        'links.attributes': (row.links ?? []).map((link) => link.attributes),
        dropped_counts: row.droppedCounts ?? '',
        is_ai: row.isAi ? 1 : 0,
      })),
    );
  }

  async resource(project: number, hash: bigint, attributes: Readonly<Record<string, string>>): Promise<void> {
    await this.insert(
      'resources',
      [
        ['project_number', 'UInt32'],
        ['resource_hash', 'UInt64'],
        ['attributes', 'Map(String, String)'],
        ['last_seen', 'UInt32'],
      ],
      [{ project_number: project, resource_hash: hash, attributes, last_seen: 4_000_000_000 }],
    );
  }

  /**
   * @param columns name, type in the JSON below and, if the table stores something else, the expression that computes
   * it.
   */
  async insert(
    table: string,
    columns: readonly (readonly [name: string, type: string, expression?: string])[],
    rows: readonly Record<string, unknown>[],
  ): Promise<void> {
    const names = columns.map(([name]) => `\`${name}\``).join(', ');
    const structure = columns.map(([name, type]) => `\`${name}\` ${type}`).join(', ');
    const values = columns.map(([name, , expression]) => expression ?? `\`${name}\``).join(', ');
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      const batch = rows.slice(start, start + ROWS_PER_STATEMENT);
      await this.store.command(
        `INSERT INTO ${table} (${names}) SELECT ${values} FROM format(JSONEachRow, {structure:String}, {rows:String})`,
        { structure, rows: batch.map((row) => JSON.stringify(row, bigints)).join('\n') },
      );
    }
  }
}

/** Parameters are sent in a request header, and the server refuses a long header. */
const ROWS_PER_STATEMENT = 200;

const COMMON: readonly [string, string][] = [
  ['project_number', 'UInt32'],
  ['retention_days', 'UInt16'],
];
const ORIGIN: readonly [string, string][] = [
  ['resource_hash', 'UInt64'],
  ['attributes', 'Map(String, String)'],
];

function common(row: LogFixture | SpanFixture): Record<string, unknown> {
  return {
    project_number: row.project ?? 1,
    retention_days: 30,
    service_name: row.service ?? '',
    environment: row.environment ?? '',
    distinct_id: row.distinctId ?? '',
    attributes: row.attributes ?? {},
    resource_hash: row.resourceHash ?? 0n,
  };
}

/** Nanoseconds exceed JSON's safe integers; the engine reads quoted ones. */
function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
