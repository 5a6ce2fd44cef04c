import { COMPRESSIONS, expandAsync, expandSync, type ContentEncoding, type Signal } from '@svc/otlp';
import { TOPICS, type ConsumerRecord, type PastRecord, type Topic } from '../port.js';

/** The topic of each signal. */
export const TOPIC_BY_SIGNAL: Readonly<Record<Signal, Topic>> = {
  traces: TOPICS.otlpTraces,
  logs: TOPICS.otlpLogs,
  metrics: TOPICS.otlpMetrics,
};

/** The consumer group of the sink, and its topics. */
export const SINK_GROUP = 'column-store';
/** The consumer group that links distinct IDs to persons. */
export const IDENTITY_GROUP = 'identity';
export const SINK_TOPICS: readonly Topic[] = [...Object.values(TOPIC_BY_SIGNAL), TOPICS.capture, TOPICS.replay];

/**
 * Metadata of an accepted request. With the body and the position of the record in the log it
 * determines every row, so that a replay writes the same rows.
 */
export interface RequestEnvelope {
  readonly projectNumber: number;
  readonly retentionDays: number;
  readonly receivedAtNs: bigint;
  readonly encoding: ContentEncoding;
  /** Hash of the body as received: the same for a byte-identical retry. */
  readonly hash: string;
  /** Whether readers replace personal data and credentials in its texts; the body in the log is as sent. False if absent. */
  readonly redacts?: boolean;
}

/** A reader that does not know redaction must refuse the record rather than store it as sent, so such a record has its own version. */
const VERSION = '1';
const REDACTING_VERSION = '2';

export function recordHeaders(envelope: RequestEnvelope): Record<string, string> {
  return {
    v: envelope.redacts === true ? REDACTING_VERSION : VERSION,
    project: String(envelope.projectNumber),
    retention: String(envelope.retentionDays),
    received: String(envelope.receivedAtNs),
    encoding: envelope.encoding,
    hash: envelope.hash,
  };
}

/** Throws on a record of an unknown version: skipping it would lose acknowledged data. */
export function readEnvelope(record: PastRecord): RequestEnvelope {
  const { v, project, retention, received, encoding, hash } = record.headers;
  if (
    (v !== VERSION && v !== REDACTING_VERSION) ||
    !project ||
    !retention ||
    !received ||
    !hash ||
    !isEncoding(encoding)
  ) {
    throw new Error(`record ${record.offset} has headers of an unknown version`);
  }
  return {
    projectNumber: Number(project),
    retentionDays: Number(retention),
    receivedAtNs: BigInt(received),
    encoding,
    hash,
    redacts: v === REDACTING_VERSION,
  };
}

const isEncoding = (name: string | undefined): name is ContentEncoding =>
  ['identity', ...COMPRESSIONS].some((known) => known === name);

/** The largest body that any setting lets in. */
const MAX_BODY_BYTES = 512 * 1024 * 1024;

/** Like `readBody`, but decompresses in the thread pool, for readers that share their event loop with requests. */
export async function readBodyAsync(record: ConsumerRecord, { encoding }: RequestEnvelope): Promise<Uint8Array> {
  const { buffer, byteOffset, byteLength } = record.value;
  if (encoding === 'identity') return record.value;
  return expandAsync(Buffer.from(buffer, byteOffset, byteLength), encoding, MAX_BODY_BYTES);
}

/** Returns the protobuf of the request. */
export function readBody(record: ConsumerRecord, { encoding }: RequestEnvelope): Uint8Array {
  return encoding === 'identity' ? record.value : expandSync(record.value, encoding);
}
