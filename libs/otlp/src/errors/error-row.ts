import type { AnalyzedError } from '@svc/stacks';
import type { StoredAttribute } from '../attributes/stored-attribute.js';

/** The kind of record that reported an error. */
export type ErrorSource = 'span' | 'log' | 'event';

/** Identifies a throw across several reports of it; each claim is 16 hexadecimal digits of a hash. */
export interface ErrorClaims {
  /** The throw itself: another report with one of these within a minute is the same throw. */
  readonly own: readonly string[];
  /** Claims for another report of the same throw: the one on the span around this one. */
  readonly further: readonly string[];
  /**
   * The same for all reports of a service with this type and message in the trace, '' without a trace. Reports of different spans have
   * nothing else in common until the span inside the other one arrives.
   */
  readonly trace: string;
}

/** The stored part of an analyzed error. */
export type KnownError = Omit<AnalyzedError, 'stack' | 'needsSymbols'>;

/** One report of an error: a row of `errors`, unless it turns out to be a throw that has a row. */
export interface ErrorRow {
  readonly projectNumber: number;
  readonly retentionDays: number;
  /** Nanoseconds since the epoch. */
  readonly timestampNs: bigint;
  /** 16 hexadecimal digits; the same after a replay. */
  readonly recordId: string;
  readonly source: ErrorSource;
  readonly level: string;
  /** yes, no, or '' if unknown. */
  readonly handled: string;
  readonly mechanism: string;
  readonly error: KnownError;
  readonly stacktrace: string;
  readonly dist: string;
  readonly debugIds: Readonly<Record<string, string>>;
  /** Hexadecimal digits, or ''. */
  readonly traceId: string;
  readonly spanId: string;
  readonly serviceName: string;
  readonly environment: string;
  readonly release: string;
  readonly scopeName: string;
  readonly scopeVersion: string;
  /** 16 hexadecimal digits, or '' without a resource. */
  readonly resourceHash: string;
  readonly sessionId: string;
  readonly distinctId: string;
  readonly groups: readonly { readonly type: string; readonly key: string }[];
  /** Read from the columns of the block when the row is written, because few attributes are ever needed as strings. */
  readonly attributes: () => readonly StoredAttribute[];
  readonly claims: ErrorClaims;
}
