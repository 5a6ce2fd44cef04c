import type { Entity } from '../model.js';
import { entityKey, EVIDENT_STRENGTH, type Signal, type SignalName } from '../signals/signal.js';

/** An entity with its signals and their combined score. */
export interface Combined {
  readonly entity: Entity;
  /** The strongest first. */
  readonly signals: readonly Signal[];
  readonly score: number;
  /** The part of the score from signals of its own, which a callee cannot have caused in it. */
  readonly ownScore: number;
}

/**
 * The weight of a signal for its entity. Signals of an entity's own count fully; errors and latency of requests also reach those who
 * call it, and the rate of requests also those whom it calls.
 */
const WEIGHTS: Readonly<Record<SignalName, number>> = {
  own_errors: 1,
  own_time: 1,
  wire_time: 1,
  log_error: 1,
  log_pattern: 1,
  log_gap: 1,
  issue: 0.75,
  agent_cost: 0.5,
  agent_failures: 1,
  agent_rate: 0.25,
  agent_calls: 0.5,
  agent_tokens: 0.5,
  agent_model: 0.5,
  metric: 0.2,
  metric_limit: 0.75,
  metric_series: 0.75,
  call_pattern: 0.5,
  error_rate: 0.2,
  latency: 0.1,
  request_rate: 0.05,
};

/** Of a service without spans nothing else is known than its requests. */
const WEIGHTS_WITHOUT_SPANS: Partial<typeof WEIGHTS> = { error_rate: 1, latency: 1 };

const OWN: ReadonlySet<SignalName> = new Set([
  'own_errors',
  'own_time',
  'wire_time',
  'log_error',
  'log_pattern',
  'log_gap',
  'issue',
  'agent_failures',
]);

/** An entity that differs in two kinds of evidence is more probable than two entities that differ in one. */
const SECOND_KIND_BONUS = 1.2;
/** The least factor of the weight of a signal of an entity behind many others with a stronger signal of the same name. */
const LEAST_RANK = 0.5;

/**
 * Combines the signals of each entity: each signal counts by its strength and by its rank among the entities with a signal of the same
 * name. The rank keeps many entities with the same difference, such as the victims of one cause, from counting like the first of them.
 *
 * @param traced services that have spans.
 */
export function combineRanks(signals: readonly Signal[], traced: ReadonlySet<string>): Combined[] {
  const weightOf = ({ name, entity }: Signal): number =>
    (traced.has(entity.name) ? undefined : WEIGHTS_WITHOUT_SPANS[name]) ?? WEIGHTS[name];
  const isOwn = ({ name, entity }: Signal): boolean =>
    OWN.has(name) || (!traced.has(entity.name) && WEIGHTS_WITHOUT_SPANS[name] !== undefined);
  const parts = [...Map.groupBy(signals, ({ name }) => name).values()].flatMap((alike) =>
    [...alike]
      .sort((a, b) => b.strength - a.strength)
      .map((signal, index) => {
        const byRank = LEAST_RANK + (1 - LEAST_RANK) / (index + 1);
        return { signal, value: weightOf(signal) * signal.strength * byRank };
      }),
  );
  return [...Map.groupBy(parts, ({ signal }) => entityKey(signal.entity)).values()]
    .flatMap((own): Combined[] => {
      const [first] = own;
      const evident = own.filter(({ signal }) => signal.strength >= EVIDENT_STRENGTH).map(({ signal }) => signal.kind);
      const factor = new Set(evident).size > 1 ? SECOND_KIND_BONUS : 1;
      const sum = (some: typeof own): number =>
        [...Map.groupBy(some, ({ signal }) => signal.kind).values()].reduce(
          (total, alike) => total + ofKind(alike),
          0,
        ) * factor;
      if (!first) return [];
      return [
        {
          entity: first.signal.entity,
          signals: own.map(({ signal }) => signal).sort((a, b) => b.strength - a.strength),
          score: sum(own),
          ownScore: sum(own.filter(({ signal }) => isOwn(signal))),
        },
      ];
    })
    .sort((a, b) => b.score - a.score);
}

/** The factor of each further signal of the same kind of evidence: they are seldom independent. */
const FURTHER = 0.5;

function ofKind(alike: readonly { readonly value: number }[]): number {
  const values = alike.map(({ value }) => value).sort((a, b) => b - a);
  return values.reduce((total, value, index) => total + (index === 0 ? value : FURTHER * value), 0);
}
