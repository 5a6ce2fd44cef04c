import type { Entity } from '../model.js';
import { entityKey, type Signal, type SignalName } from '../signals/signal.js';

/** An entity with its signals and their combined score. */
export interface Combined {
  readonly entity: Entity;
  readonly signals: readonly Signal[];
  readonly score: number;
  /** The part of the score from signals of its own, which a caller or callee cannot have caused in it. */
  readonly ownScore: number;
}

/**
 * How much a signal tells about its entity. Signals of an entity's own count fully; errors and latency of requests also reach those who
 * call it, and the rate of requests also those whom it calls.
 */
const WEIGHTS: Readonly<Record<SignalName, number>> = {
  own_errors: 1,
  own_time: 1,
  log_pattern: 1,
  issue: 1,
  critical_path: 0.5,
  metric: 0.5,
  agent_cost: 1,
  change: 1,
  wire_time: 0.75,
  call_pattern: 0.5,
  error_rate: 0.5,
  latency: 0.5,
  request_rate: 0.15,
};

const OWN: ReadonlySet<SignalName> = new Set([
  'own_errors',
  'own_time',
  'log_pattern',
  'issue',
  'metric',
  'agent_cost',
  'wire_time',
  'critical_path',
]);

/** An entity that differs in two kinds of evidence is more probable than two entities that differ in one. */
const SECOND_KIND_BONUS = 1.25;

/**
 * Combines the signals of each entity by their ranks (reciprocal rank fusion): each signal is ranked among the entities by the size of its
 * effect, and 1/rank is added up. Sizes of different signals cannot be compared, ranks can. The number of signals of an entity
 * is ranked like a signal.
 */
export function combineRanks(signals: readonly Signal[]): Combined[] {
  const scores = new Map<string, { total: number; own: number }>();
  const add = (entity: Entity, value: number, isOwn: boolean): void => {
    const sum = scores.get(entityKey(entity)) ?? { total: 0, own: 0 };
    scores.set(entityKey(entity), { total: sum.total + value, own: sum.own + (isOwn ? value : 0) });
  };
  for (const [name, alike] of Map.groupBy(signals, (signal) => signal.name)) {
    const largest = Math.max(...alike.map(({ magnitude }) => magnitude));
    const ranked = [...alike].sort((a, b) => b.magnitude - a.magnitude || b.score - a.score);
    for (const [index, { entity, magnitude }] of ranked.entries()) {
      // Effects of nearly the same size share the better rank.
      const closeness = largest > 0 ? Math.sqrt(magnitude / largest) : 1;
      add(entity, WEIGHTS[name] * Math.max(1 / (index + 1), closeness * closeness * 0.9), OWN.has(name));
    }
  }
  const byEntity = Map.groupBy(signals, ({ entity }) => entityKey(entity));
  return [...byEntity]
    .map(([key, own]) => {
      const { total, own: ownScore } = scores.get(key) ?? { total: 0, own: 0 };
      const kinds = new Set(own.map(({ kind }) => kind));
      const factor = kinds.size > 1 ? SECOND_KIND_BONUS : 1;
      const [first] = own;
      return first && { entity: first.entity, signals: own, score: total * factor, ownScore: ownScore * factor };
    })
    .filter((combined) => combined !== undefined)
    .sort((a, b) => b.score - a.score);
}
