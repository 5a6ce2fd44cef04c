import type { Entity, EvidenceKind } from '../model.js';

/** The names of signals. Each is ranked on its own. */
export type SignalName =
  | 'request_rate'
  | 'error_rate'
  | 'latency'
  | 'own_errors'
  | 'own_time'
  | 'wire_time'
  /** More errors in the log. */
  | 'log_error'
  /** Other records that are written more or less often. */
  | 'log_pattern'
  /** Records that lack those with which they normally come. */
  | 'log_gap'
  | 'call_pattern'
  | 'issue'
  /** More spending of the runs of an agent. */
  | 'agent_cost'
  | 'agent_failures'
  /** The factors of the spending: runs, calls in a run, tokens in a call, other models. */
  | 'agent_rate'
  | 'agent_calls'
  | 'agent_tokens'
  | 'agent_model'
  /** A gauge or a counter of a service other than those of requests. */
  | 'metric'
  /** A metric that is used up: it shows a fault by itself. */
  | 'metric_limit'
  /** A metric that has many times its series, as after it was given an attribute with IDs: a fault whether requests suffer or not. */
  | 'metric_series';

/** One way in which an entity differs from normal. */
export interface Signal {
  readonly name: SignalName;
  readonly kind: EvidenceKind;
  readonly entity: Entity;
  /**
   * The certainty and the size of the difference, above 0 and at most 1: the product of `certainty` and of the size in relation to a
   * difference that nobody would overlook. Comparable between signals.
   */
  readonly strength: number;
  /** Of error rates: requests that failed beyond the usual share. Of latencies: milliseconds that all requests took longer, together. */
  readonly amount?: number;
  /** Epoch milliseconds at which the difference began, if its buckets tell. */
  readonly onset?: number;
  /** The difference, as the second half of a sentence that begins with the entity. */
  readonly text: string;
  /** The figures behind the text. */
  readonly rows: readonly SignalRow[];
}

export type SignalRow = Readonly<Record<string, string | number | boolean | null>>;

/** Weaker differences are noise, and are forgotten. */
export const MIN_STRENGTH = 0.03;
/** Differences from here on are evidence. Weaker ones only order what is possible. */
export const EVIDENT_STRENGTH = 0.15;

/** Fewest events of either side together that a signal is computed from. */
export const MIN_VOLUME = 30;
/** Fewest abnormal buckets of a series, unless the window has fewer. */
export const MIN_BUCKETS = 3;

/** The most rows of a piece of evidence. */
export const MAX_ROWS = 20;

/** Grows from 0 at `from` to 1 at `to`. */
export function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/** The certainty of a difference of so many standard errors, of which some hundred are looked at. */
export function certainty(standardErrors: number): number {
  return ramp(Math.abs(standardErrors), 2, 5);
}

export function entityKey({ type, name }: Entity): string {
  return `${type}:${name}`;
}

export const service = (name: string): Entity => ({ type: 'service', name });

/** Faults that a callee cannot have caused. */
export const OF_ITS_OWN: readonly SignalName[] = ['own_errors', 'own_time', 'wire_time'];
