import { expandSync, type ContentEncoding, type Signal } from '@svc/otlp';
import { TOPICS, type ConsumerRecord, type PastRecord, type Topic } from '../port.js';

/** Which topic carries which signal. */
export const TOPIC_BY_SIGNAL: Readonly<Record<Signal, Topic>> = {
  traces: TOPICS.otlpTraces,
  logs: TOPICS.otlpLogs,
  metrics: TOPICS.otlpMetrics,
};

/** The consumer group that turns requests into rows, and the topics it reads. */
export const SINK_GROUP = 'column-store';
/** The consumer group that resolves which distinct ids are one person. */
export const IDENTITY_GROUP = 'identity';
export const SINK_TOPICS: readonly Topic[] = [...Object.values(TOPIC_BY_SIGNAL), TOPICS.capture];

/**
 * What the event log keeps about an accepted request beside its body. With the body and the record's place in the log it
 * determines every row, so that a replay writes the same ones.
 */
export interface RequestEnvelope {
  readonly projectNumber: number;
  readonly retentionDays: number;
  readonly receivedAtNs: bigint;
  readonly encoding: ContentEncoding;
  /** Of the body as it came: equal for a byte-identical retry. */
  readonly hash: string;
}

const VERSION = '1';

export function recordHeaders(envelope: RequestEnvelope): Record<string, string> {
  return {
    v: VERSION,
    project: String(envelope.projectNumber),
    retention: String(envelope.retentionDays),
    received: String(envelope.receivedAtNs),
    encoding: envelope.encoding,
    hash: envelope.hash,
  };
}

/** Throws on a record that this version did not write: skipping it would lose what was acknowledged. */
export function readEnvelope(record: PastRecord): RequestEnvelope {
  const { v, project, retention, received, encoding, hash } = record.headers;
  if (
    v !== VERSION ||
    !project ||
    !retention ||
    !received ||
    !hash ||
    (encoding !== 'gzip' && encoding !== 'identity')
  ) {
    throw new Error(`record ${record.offset} has headers of another version`);
  }
  return {
    projectNumber: Number(project),
    retentionDays: Number(retention),
    receivedAtNs: BigInt(received),
    encoding,
    hash,
  };
}

/** The protobuf of the request. */
export function readBody(record: ConsumerRecord, { encoding }: RequestEnvelope): Uint8Array {
  return encoding === 'gzip' ? expandSync(record.value) : record.value;
}
