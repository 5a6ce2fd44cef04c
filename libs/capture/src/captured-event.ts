/** How a property is written. */
type WriteOp = 'set' | 'unset' | 'set_once';

/** One key of `set`, `unset` or `set_once`. */
export interface PropertyWrite {
  readonly op: WriteOp;
  readonly key: string;
  /** Canonical JSON; '' for unset. */
  readonly value: string;
}

/** A group by its type and key. */
export interface GroupKey {
  readonly type: string;
  readonly key: string;
}

/** An accepted event: sanitized, with everything that is known only at receipt. It determines its rows. */
export interface CapturedEvent {
  /** A product event's name, `identify` or `$groupidentify`. */
  readonly event: string;
  readonly distinctId: string;
  /** '' when the event links no other id. */
  readonly anonDistinctId: string;
  readonly sessionId: string;
  /** Nanoseconds since the epoch. */
  readonly timestampNs: bigint;
  readonly messageId: string;
  /** The groups the event belongs to; of `$groupidentify` the one it writes to. One group of each type. */
  readonly groups: readonly GroupKey[];
  /** To the person's properties; those of `$groupidentify` to the group's. One write of each key. */
  readonly writes: readonly PropertyWrite[];
  /** 32 lower-case hexadecimal digits, or ''. */
  readonly traceId: string;
  readonly environment: string;
  readonly serviceName: string;
  readonly release: string;
  /** A product event's properties as canonical JSON; of the reserved ones ''. */
  readonly properties: string;
}

export const IDENTIFY = 'identify';
export const GROUP_IDENTIFY = '$groupidentify';

/** Whether the event changes a person or a group and is not itself stored. */
export function isReserved(event: string): boolean {
  return event === IDENTIFY || event === GROUP_IDENTIFY;
}
