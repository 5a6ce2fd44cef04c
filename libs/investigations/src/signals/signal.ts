import type { Entity, EvidenceKind } from '../model.js';

/** The names of signals. Each is ranked on its own. */
export type SignalName =
  | 'request_rate'
  | 'error_rate'
  | 'latency'
  | 'own_errors'
  | 'own_time'
  | 'wire_time'
  | 'log_pattern'
  | 'call_pattern'
  | 'issue'
  | 'metric'
  | 'agent_cost'
  | 'critical_path'
  | 'change';

/** One way in which an entity differs from normal. */
export interface Signal {
  readonly name: SignalName;
  readonly kind: EvidenceKind;
  readonly entity: Entity;
  /** Distance from normal in standard errors or in units of the normal spread. */
  readonly score: number;
  /** Size of the effect, by which entities with the same signal are ranked; the unit is that of the signal. */
  readonly magnitude: number;
  /** Epoch milliseconds at which the difference began, if its buckets tell. */
  readonly onset?: number;
  /** What differs, as the second half of a sentence that begins with the entity. */
  readonly text: string;
  /** The figures behind the text. */
  readonly rows: readonly SignalRow[];
}

export type SignalRow = Readonly<Record<string, string | number | boolean | null>>;

/** Fewest events of either side together that a signal is computed from. */
export const MIN_VOLUME = 30;
/** Fewest abnormal buckets of a series, unless the window has fewer. */
export const MIN_BUCKETS = 3;

/** The most rows of a piece of evidence. */
export const MAX_ROWS = 20;

export function entityKey({ type, name }: Entity): string {
  return `${type}:${name}`;
}

export const service = (name: string): Entity => ({ type: 'service', name });
