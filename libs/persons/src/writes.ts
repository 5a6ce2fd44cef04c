import { createHash } from 'node:crypto';

/** One write to one property of a person or an account. */
export interface PropertyWrite {
  readonly op: 'set' | 'unset' | 'set_once';
  /** Nanoseconds since 1970. */
  readonly time: bigint;
  readonly messageId: string;
  /** Canonical JSON of the value; '' for unset. */
  readonly value: string;
}

/** Order of the bytes of UTF-8; JavaScript's own order of texts is that of UTF-16, which differs above U+FFFF. */
export function compareBytewise(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Decides between writes of one time and one message id: SHA-256 of the value. */
export function tieOf({ value }: Pick<PropertyWrite, 'value'>): Buffer {
  return createHash('sha256').update(value, 'utf8').digest();
}

/** The total order of writes to one key: time, then message id, then content. */
export function compareWrites(a: PropertyWrite, b: PropertyWrite): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return compareBytewise(a.messageId, b.messageId) || (a.value === b.value ? 0 : Buffer.compare(tieOf(a), tieOf(b)));
}
