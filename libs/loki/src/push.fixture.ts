import { decodeLogs, type LogEntry, OVERSIZED } from '@svc/otlp';
import protobuf from 'protobufjs';
import { translateLokiPush } from './translate.js';

/** The messages of the push API as its documentation states them, for an independent library to encode. */
const { root } = protobuf.parse(
  `syntax = "proto3";
   message Timestamp { int64 seconds = 1; int32 nanos = 2; }
   message Pair { string name = 1; string value = 2; }
   message Entry { Timestamp timestamp = 1; string line = 2; repeated Pair structuredMetadata = 3; repeated Pair parsed = 4; }
   message Stream { string labels = 1; repeated Entry entries = 2; uint64 hash = 3; }
   message PushRequest { repeated Stream streams = 1; string format = 2; }`,
);
const PUSH = root.lookupType('PushRequest');

export const RECEIVED_AT_NS = 1_768_469_411_123_456_789n;
export const LIMITS = { maxBytes: 1024 * 1024, maxItems: 10_000 };
const CONTEXT = { receivedAtNs: RECEIVED_AT_NS, retentionDays: 30, projectNumber: 1, partition: 0, offset: 0 };

export const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export interface SentEntry {
  readonly time: bigint;
  readonly line: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly parsed?: Readonly<Record<string, string>>;
}

/** A push of one stream in protobuf, in a block of Snappy that has literals only. */
export function protobufPush(labels: string, entries: readonly SentEntry[]): Buffer {
  const toPairs = (pairs: Readonly<Record<string, string>> = {}) =>
    Object.entries(pairs).map(([name, value]) => ({ name, value }));
  const stream = {
    labels,
    hash: '18446744073709551615',
    entries: entries.map(({ time, line, metadata, parsed }) => ({
      timestamp: { seconds: String(time / 1_000_000_000n), nanos: Number(time % 1_000_000_000n) },
      line,
      structuredMetadata: toPairs(metadata),
      parsed: toPairs(parsed),
    })),
  };
  return block(PUSH.encode(PUSH.fromObject({ streams: [stream], format: 'loki' })).finish());
}

/** Wraps bytes in a block of Snappy as a literal. */
export function block(bytes: Uint8Array): Buffer {
  if (bytes.length === 0) return Buffer.from([0]);
  const size: number[] = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    size.push((rest & 0x7f) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) break;
  }
  const length = Buffer.alloc(5, 63 << 2);
  length.writeUInt32LE(bytes.length - 1, 1);
  return Buffer.concat([Buffer.from(size), length, bytes]);
}

/** The records that the store would get of a push. */
export function readPush(format: 'json' | 'protobuf', body: Buffer): LogEntry[] {
  const { body: request } = translateLokiPush(format, body, LIMITS);
  return [...decodeLogs(request, CONTEXT)].filter((entry) => entry !== undefined && entry !== OVERSIZED);
}
