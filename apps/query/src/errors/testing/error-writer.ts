import type { ColumnStore } from '@svc/columnar';
import { TelemetryWriter } from '@svc/reading/testing';
import { analyzeError } from '@svc/stacks';

/** An error as a test writes it; times in nanoseconds since 1970. */
export interface WrittenError {
  readonly project: number;
  readonly timestamp: bigint;
  readonly type?: string;
  readonly message?: string;
  readonly stacktrace?: string;
  readonly release?: string;
  readonly environment?: string;
  readonly service?: string;
  readonly distinctId?: string;
  readonly sessionId?: string;
  readonly fingerprint?: string;
  readonly debugIds?: Readonly<Record<string, string>>;
  /** Instead of the hashes that grouping finds, the newest version first. */
  readonly hashes?: readonly string[];
}

const TEXTS = [
  'type',
  'message',
  'stacktrace',
  'culprit',
  'platform',
  'release',
  'environment',
  'service_name',
  'distinct_id',
  'session_id',
];

/** Writes errors as the sink does. */
export class ErrorWriter {
  readonly #writer: TelemetryWriter;
  #written = 0;

  constructor(store: ColumnStore) {
    this.#writer = new TelemetryWriter(store);
  }

  async write(...errors: readonly WrittenError[]): Promise<void> {
    await this.#writer.insert(
      'errors',
      [
        ['project_number', 'UInt32'],
        ['retention_days', 'UInt16'],
        ['timestamp', 'Int64', 'fromUnixTimestamp64Nano(timestamp)'],
        ['record_id', 'String', 'toFixedString(unhex(record_id), 8)'],
        ['variant', 'String', 'toFixedString(unhex(variant), 16)'],
        ['hashes', 'Array(String)', 'arrayMap(h -> toFixedString(unhex(h), 16), hashes)'],
        ['source', 'String'],
        ['level', 'String'],
        ['debug_ids', 'Map(String, String)'],
        ['attributes', 'Map(String, String)'],
        ...TEXTS.map((name): [string, string] => [name, 'String']),
      ],
      errors.map((error) => this.#toRow(error)),
    );
  }

  #toRow(error: WrittenError) {
    const { type = 'Error', message = 'no', stacktrace = '', release = '', service = '', fingerprint } = error;
    const debugIds = error.debugIds ?? {};
    const input = { type, message, stacktrace, release, dist: '', serviceName: service, debugIds };
    const analyzed = analyzeError({ ...input, ...(fingerprint !== undefined && { fingerprint: [fingerprint] }) });
    const hashes = error.hashes ?? analyzed.hashes;
    return {
      project_number: error.project,
      retention_days: 30,
      timestamp: error.timestamp,
      record_id: (++this.#written).toString(16).padStart(16, '0'),
      variant: analyzed.needsSymbols ? analyzed.variant : hashes[0],
      hashes,
      source: 'log',
      level: 'error',
      debug_ids: debugIds,
      attributes: fingerprint === undefined ? {} : { 'error.fingerprint': fingerprint },
      type,
      message,
      stacktrace,
      culprit: analyzed.culprit,
      platform: analyzed.platform,
      release,
      environment: error.environment ?? '',
      service_name: service,
      distinct_id: error.distinctId ?? '',
      session_id: error.sessionId ?? '',
    };
  }
}
