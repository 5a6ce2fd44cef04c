import type { Entity, Window } from '../model.js';
import type { Moments } from '../statistics/two-samples.js';

/** The figures of the normal windows together, and those of the abnormal window. */
export interface Sides<Figures> {
  readonly normal: Figures;
  readonly abnormal: Figures;
}

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

export interface Point {
  /** Start of the bucket in epoch milliseconds. */
  readonly start: number;
  readonly value: number;
}

/** A series of an entity apart from its requests: a metric, the cost of an agent, the age of a queue. */
export interface SeriesFact {
  readonly entity: Entity;
  readonly name: string;
  readonly unit: string;
  /** Services that the entity belongs to or serves, so that the service map relates it to others. */
  readonly services: readonly string[];
  /** Ascending in time, at most one for each bucket. */
  readonly points: readonly Point[];
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
}

/** Spans of one name of a service, in a sample of traces. */
export interface OperationFact {
  readonly service: string;
  readonly operation: string;
  readonly sides: Sides<OperationFigures>;
}

export interface OperationFigures {
  readonly calls: number;
  readonly errors: number;
  /** Errors without an error in a child span of another service. */
  readonly ownErrors: number;
  /** Time without the time of child spans, in binary logarithms of nanoseconds. */
  readonly ownTime: Moments;
  /** Mean of the time without the time of child spans, in milliseconds. */
  readonly ownMs: number;
}

/** How many spans of an operation did something: wrote a log record of a pattern, or called an operation. */
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
  /** Name of the span attribute and its value by which requests with the change are told from others. */
  readonly attribute?: { readonly key: string; readonly value: string };
}

/** How often the bad and the good requests of a service have a value of an attribute. */
export interface AttributeFact {
  readonly service: string;
  readonly key: string;
  readonly value: string;
  readonly bad: number;
  readonly good: number;
}

export interface AttributeFacts {
  readonly badRequests: number;
  readonly goodRequests: number;
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
}

export interface AffectedFacts {
  readonly persons: number;
  readonly accounts: number;
  readonly requests: number;
  readonly isTruncated: boolean;
}

/** Share of the critical path of traces that an operation takes. */
export interface PathFact {
  readonly service: string;
  readonly operation: string;
  /** Milliseconds for each trace. */
  readonly sides: Sides<number>;
}

/** All that a check reads, by the name of the reading. */
export interface Facts {
  readonly requests: readonly RequestBucket[];
  readonly calls: readonly CallFact[];
  readonly operations: readonly OperationFact[];
  readonly steps: readonly StepFact[];
  readonly changes: readonly ChangeFact[];
  readonly attributes: AttributeFacts;
  readonly issues: readonly IssueFact[];
  readonly series: readonly SeriesFact[];
  readonly agents: readonly SeriesFact[];
  readonly paths: readonly PathFact[];
  readonly affected: AffectedFacts;
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
  readonly operation?: string;
  /** Requests that are slower are bad ones, in milliseconds; without it, bad ones are those with an error. */
  readonly slowerThanMs?: number;
  readonly personId?: string;
}
