import type { Entity, Window } from '../model.js';
import type { Moments } from '../statistics/two-samples.js';
import type { AgentBucket } from './agent-facts.js';
import type { MetricFacts } from './metric-facts.js';
import type { PathFact } from './path-facts.js';
import type { SettingFacts } from './setting-facts.js';
import type { ShareFacts } from './share-facts.js';

/** The figures of the normal windows together, and those of the abnormal window. */
export interface Sides<Figures> {
  readonly normal: Figures;
  readonly abnormal: Figures;
}

/** The most services whose requests are read: those with most requests, and those in which the symptom was seen. */
export const MAX_SERVICES = 200;

/** Requests of a service in a bucket, from spans or, for services without spans, from metrics about requests. */
export interface RequestBucket {
  readonly service: string;
  /** Epoch milliseconds. */
  readonly start: number;
  readonly requests: number;
  readonly errors: number;
  /** Milliseconds: the 95th percentile, or the mean if the source has no percentiles. Absent without requests. */
  readonly latencyMs?: number;
}

/** Calls of a service by another service, or to a database, a queue or an external host. */
export interface CallFact {
  readonly caller: string;
  readonly callee: Entity;
  readonly sides: Sides<CallFigures>;
}

export interface CallFigures {
  readonly calls: number;
  readonly errors: number;
  /** Of the duration as the caller sees it, in binary logarithms of nanoseconds. */
  readonly duration: Moments;
  /** Time of the call that the callee does not account for: network and queues, in milliseconds. Without calls for unanswered ones. */
  readonly wireMs: Moments;
  /** Failed calls of a service that it did not receive, as its callers tell. */
  readonly unanswered?: number;
}

/** Spans of one name of a service, in a sample of traces. */
export interface OperationFact {
  readonly service: string;
  readonly operation: string;
  readonly sides: Sides<OperationFigures>;
  /** Both sides in buckets, in ascending order, without those that have no spans. */
  readonly buckets: readonly OperationBucket[];
}

export interface OperationBucket {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly calls: number;
  readonly ownErrors: number;
  /** Spans of which the own time is known, and the mean of it in binary logarithms of nanoseconds. */
  readonly timed: number;
  readonly ownTime: number;
}

export interface OperationFigures {
  readonly calls: number;
  readonly errors: number;
  /** Errors without an error in a child span, apart from calls of a named target: those are errors of the target. */
  readonly ownErrors: number;
  /** Time without the time of child spans, in binary logarithms of nanoseconds. */
  readonly ownTime: Moments;
  /** Mean of the time without the time of child spans, in milliseconds. */
  readonly ownMs: number;
}

/** The number of spans of an operation that did something: wrote a log record of a pattern, or called an operation. */
export interface StepFact {
  readonly service: string;
  /** Empty for log records without a span. */
  readonly operation: string;
  readonly type: 'log' | 'call';
  /** Template of the pattern, or the called service and operation. */
  readonly step: string;
  /** The called service of a step of the type call. */
  readonly callee?: string;
  /** Severity number of OpenTelemetry of a log pattern; 17 and more is an error. */
  readonly severity: number;
  /** Spans of the operation. Of log records without a span: requests of the service. */
  readonly calls: Sides<number>;
  /** Spans with the step. Of log records without a span: their number. */
  readonly sides: Sides<number>;
  /** All records of a log pattern, also several of a span. */
  readonly records?: Sides<number>;
  /** Epoch milliseconds of the first occurrence in the abnormal window. */
  readonly firstSeen?: number;
}

/** Something that somebody changed. */
export interface ChangeFact {
  readonly entity: Entity;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Services that the change concerns; empty if that is not known. */
  readonly services: readonly string[];
  readonly environment?: string;
  /** The attribute of spans by which requests with the change are told from others; with any value if none is given. */
  readonly attribute?: { readonly key: string; readonly value?: string };
}

/** The numbers of bad and of good requests of a service that have a value of an attribute. */
export interface AttributeFact {
  readonly service: string;
  readonly key: string;
  readonly value: string;
  readonly bad: number;
  readonly good: number;
}

export interface AttributeFacts {
  /** Whether only the bad requests of the issue or the person count as bad. */
  readonly isOfSubject?: boolean;
  /** All bad and good requests of each service. */
  readonly totals: readonly { readonly service: string; readonly bad: number; readonly good: number }[];
  readonly values: readonly AttributeFact[];
}

export interface IssueFact {
  readonly id: string;
  readonly title: string;
  readonly service: string;
  /** Epoch milliseconds of the first error ever. */
  readonly firstSeen: number;
  readonly isRegression: boolean;
  readonly sides: Sides<number>;
  /** Requests of the service; absent if it has none. */
  readonly requests?: Sides<number>;
}

export interface AffectedFacts {
  readonly persons: number;
  readonly requests: number;
  /** Whether only a sample was counted, so that there are more. */
  readonly isSampled: boolean;
}

/** Accounts (groups of product analytics) of the affected requests. */
export interface AccountFacts {
  readonly accounts: number;
  /** Those with most affected persons first; not all of them. */
  readonly first: readonly AffectedAccount[];
  /** Whether only a sample of the requests was looked at, so that there may be more. */
  readonly isSampled: boolean;
}

export interface AffectedAccount {
  /** Type of the group, such as `company`. */
  readonly type: string;
  readonly key: string;
  /** Affected persons with events of the account. */
  readonly persons: number;
}

/** All that a check reads, by the name of the reading. */
export interface Facts {
  readonly requests: readonly RequestBucket[];
  readonly calls: readonly CallFact[];
  readonly operations: readonly OperationFact[];
  readonly steps: readonly StepFact[];
  readonly paths: readonly PathFact[];
  readonly changes: readonly ChangeFact[];
  readonly attributes: AttributeFacts;
  readonly shares: ShareFacts;
  readonly issues: readonly IssueFact[];
  readonly affected: AffectedFacts;
  readonly accounts: AccountFacts;
  readonly agents: readonly AgentBucket[];
  readonly metrics: MetricFacts;
  readonly settings: SettingFacts;
}

export type FactName = keyof Facts;

/** The parameters of every reading. They are plain JSON, and they suffice to read the same again. */
export interface FactParameters {
  readonly abnormal: Window;
  /** In ascending order; they do not overlap. */
  readonly normal: readonly Window[];
  /** Whole seconds in milliseconds; windows begin with a bucket. */
  readonly bucketMs: number;
  /** Only these services; all if empty. */
  readonly services: readonly string[];
  readonly environment?: string;
  /** Only requests of traces that have a span of this operation. */
  readonly operation?: string;
  /** Bad requests are those of traces with an error of this issue. */
  readonly issueId?: string;
  /** Bad requests are those of traces of this person only, by its canonical ID. */
  readonly personId?: string;
  /** Requests that are slower are bad ones, in milliseconds; without it, bad ones are those with an error. */
  readonly slowerThanMs?: number;
}
