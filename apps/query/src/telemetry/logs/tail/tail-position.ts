import type { ResumeIds } from '@svc/pagination';
import { invalidField } from '@svc/service-error';

/**
 * Everything of a partition before this is shown: the records below the offset, and the rows below `row` of the record
 * at the offset.
 */
export interface Place {
  readonly offset: number;
  readonly row: number;
}

/** The position of a stream, by partition. */
export type TailPosition = ReadonlyMap<number, Place>;

const PARTITION_BYTES = 2;
const OFFSET_BYTES = 6;
const ROW_BYTES = 4;
const PLACE_BYTES = PARTITION_BYTES + OFFSET_BYTES + ROW_BYTES;

/** Encodes a position with a fixed width, so that the length of an ID reveals nothing about the offsets in it. */
export function encodePosition(position: TailPosition): Buffer {
  const bytes = Buffer.alloc(position.size * PLACE_BYTES);
  let at = 0;
  for (const [partition, { offset, row }] of position) {
    at = bytes.writeUIntBE(partition, at, PARTITION_BYTES);
    at = bytes.writeUIntBE(offset, at, OFFSET_BYTES);
    at = bytes.writeUIntBE(row, at, ROW_BYTES);
  }
  return bytes;
}

export function decodePosition(bytes: Buffer): TailPosition {
  const position = new Map<number, Place>();
  for (let at = 0; at + PLACE_BYTES <= bytes.length; at += PLACE_BYTES) {
    position.set(bytes.readUIntBE(at, PARTITION_BYTES), {
      offset: bytes.readUIntBE(at + PARTITION_BYTES, OFFSET_BYTES),
      row: bytes.readUIntBE(at + PARTITION_BYTES + OFFSET_BYTES, ROW_BYTES),
    });
  }
  return position;
}

/**
 * Maximum age of an ID: long enough for a restart of the service, short enough that a client cannot make the service
 * read much of the log. A connected client receives a new ID at least with every heartbeat.
 */
const MAX_AGE_MS = 5 * 60_000;

/** @throws ServiceError `invalid_request` if no event of the project's streams had this ID within the last five minutes. */
export function openPosition(ids: ResumeIds, id: string, nowMs: number): TailPosition {
  const opened = ids.open(id);
  if (!opened) throw invalidField('resume', 'is not the ID of an event of a stream of this project');
  if (nowMs - opened.issuedAtMs > MAX_AGE_MS) throw invalidField('resume', 'is older than five minutes');
  return decodePosition(Buffer.from(opened.position));
}
