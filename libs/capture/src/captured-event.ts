/** The kind of a write to a property. */
type WriteOp = 'set' | 'unset' | 'set_once';

/** A write to one key of `set`, `unset` or `set_once`. */
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

/** An accepted event: sanitized, with all data that is known only at receipt. It determines the rows. */
export interface CapturedEvent {
  /** A product event's name, `identify` or `$groupidentify`. */
  readonly event: string;
  readonly distinctId: string;
  /** '' if the event links no other ID. */
  readonly anonDistinctId: string;
  readonly sessionId: string;
  /** Nanoseconds since the epoch. */
  readonly timestampNs: bigint;
  readonly messageId: string;
  /** The groups of the event, at most one of each type; for `$groupidentify` the group it writes to. */
  readonly groups: readonly GroupKey[];
  /** Writes to the properties of the person, or of the group for `$groupidentify`; one write for each key. */
  readonly writes: readonly PropertyWrite[];
  /** 32 lower-case hexadecimal digits, or ''. */
  readonly traceId: string;
  readonly environment: string;
  readonly serviceName: string;
  readonly release: string;
  /** The properties of a product event as canonical JSON; '' for reserved events. */
  readonly properties: string;
}

export const IDENTIFY = 'identify';
export const GROUP_IDENTIFY = '$groupidentify';
/**
 * Reports an exception, in PostHog's form or ours. Stacks have line breaks and tabs, so its properties may; everything else refuses control
 * characters throughout.
 */
export const EXCEPTION = '$exception';

/** Whether the event only changes a person or group and is not stored itself. */
export function isReserved(event: string): boolean {
  return event === IDENTIFY || event === GROUP_IDENTIFY;
}
