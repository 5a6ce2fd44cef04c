import type { PreparedChunk } from '@svc/replay';

/** A chunk in the event log: what its row has, and its encrypted events. */
export interface ChunkRecord extends Omit<PreparedChunk, 'content' | 'nodes'> {
  readonly projectNumber: number;
  readonly retentionDays: number;
  /** When the first chunk of the session was received, in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly receivedAtMs: number;
  readonly clockShiftMs: number;
  /** How many numbers of its window the chunk takes, from `seq` on; absent in records from before this existed, when each took one. */
  readonly numbers?: number;
  readonly objectKey: string;
  /** Of `sealBlock`. */
  readonly block: Uint8Array;
}

const LENGTH_BYTES = 4;

/** The value of a record of the topic `replay`: the length of a description, the description as JSON, and the block. */
export function encodeChunk({ block, ...description }: ChunkRecord): Buffer {
  const text = Buffer.from(JSON.stringify(description));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.byteLength);
  return Buffer.concat([length, text, block]);
}

/** Throws on bytes that are not a record: skipping them would lose acknowledged data. */
export function decodeChunk(value: Uint8Array): ChunkRecord {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const end = LENGTH_BYTES + bytes.readUInt32LE();
  const description = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end)) as Omit<ChunkRecord, 'block'>;
  return { ...description, block: bytes.subarray(end) };
}

/** What the headers of a record have, which are read without its value. */
export interface ChunkEnvelope {
  readonly projectNumber: number;
  readonly receivedAtMs: number;
  /** Identifies the chunk: the same for every request with its session, window and number. */
  readonly hash: string;
  /** Decompressed size of the request in bytes. */
  readonly bytes: number;
}

const VERSION = '1';

export function chunkHeaders({ projectNumber, receivedAtMs, hash, bytes }: ChunkEnvelope): Record<string, string> {
  return { v: VERSION, project: String(projectNumber), received: String(receivedAtMs), hash, bytes: String(bytes) };
}

/** Throws on headers of an unknown version. */
export function readChunkHeaders(headers: Readonly<Record<string, string>>): ChunkEnvelope {
  const { v, project, received, hash, bytes } = headers;
  if (v !== VERSION || !project || !received || !hash || !bytes)
    throw new Error('record of a recording has headers of an unknown version');
  return { projectNumber: Number(project), receivedAtMs: Number(received), hash, bytes: Number(bytes) };
}
