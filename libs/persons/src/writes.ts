import { createHash } from 'node:crypto';

/** One write to one property of a person or a group. */
export interface PropertyWrite {
  readonly op: 'set' | 'unset' | 'set_once';
  /** Nanoseconds since 1970. */
  readonly time: bigint;
  readonly messageId: string;
  /** Canonical JSON of the value; '' for unset. */
  readonly value: string;
}

/** Compares UTF-8 bytes. JavaScript compares strings in UTF-16, which differs above U+FFFF. */
export function compareBytewise(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Decides between writes with the same time and message ID: the SHA-256 of the value. */
export function toTieBreaker({ value }: Pick<PropertyWrite, 'value'>): Buffer {
  return createHash('sha256').update(value, 'utf8').digest();
}

/** The total order of writes to one key: time, then message ID, then content. */
export function compareWrites(a: PropertyWrite, b: PropertyWrite): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return (
    compareBytewise(a.messageId, b.messageId) ||
    (a.value === b.value ? 0 : Buffer.compare(toTieBreaker(a), toTieBreaker(b)))
  );
}
