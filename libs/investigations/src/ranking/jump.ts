import type { Entity } from '../model.js';
import { entityKey, EVIDENT_STRENGTH, OF_ITS_OWN, type SignalName } from '../signals/signal.js';
import type { Combined } from './combine.js';
import type { ServiceGraph } from './service-graph.js';

/** A possible cause. */
export interface Candidate extends Combined {
  /** The callee that explains most of what is seen here, if one does. */
  readonly explainedBy?: Entity;
  /** Whether a service in which the symptom was seen calls it, directly or through others, or is it. */
  readonly isReachable: boolean;
}

/** Share of the best callee's own score that is taken off a caller's score. */
const EXPLAINED = 0.5;
/** The factor by which each further call between caller and callee weakens the explanation. */
const PER_CALL = 0.85;
/** The factor of the score of a service whose requests fail only because those fail that it makes. */
const PASSED_ON = 0.3;
/** Faults of a callee for which requests of its callers fail; those that wait for a slow one give up. */
const MAKING_FAIL: readonly SignalName[] = ['own_errors', 'own_time', 'agent_calls', 'agent_failures'];
/** The most candidates, the strongest ones: all that follows compares each with each. */
const MAX_CANDIDATES = 50;
/** The factor of the score of an entity that the symptom's services do not call. */
const UNREACHABLE = 0.5;

/**
 * Orders entities by the jump of the score along the map: an entity whose callee has signals of its own is likely its victim, so the score
 * of the callee is taken off. Entities that no service with the symptom calls come later.
 *
 * @param traced services that have spans.
 */
export function orderByJump(
  combined: readonly Combined[],
  graph: ServiceGraph,
  symptomServices: readonly Entity[],
  traced: ReadonlySet<string>,
): Candidate[] {
  const byKey = new Map(combined.map((one) => [entityKey(one.entity), one]));
  const reachable = new Set(symptomServices.flatMap((entity) => [...graph.distancesFrom(entity).keys()]));
  return combined
    .slice(0, MAX_CANDIDATES)
    .map((one) => {
      const key = entityKey(one.entity);
      const isReachable = reachable.size === 0 || graph.isEmpty || reachable.has(key);
      let explained = 0;
      let explainedBy: Entity | undefined;
      for (const [calleeKey, distance] of graph.distancesFrom(one.entity)) {
        const callee = byKey.get(calleeKey);
        if (distance === 0 || !callee) continue;
        const share = callee.ownScore * PER_CALL ** (distance - 1);
        if (share <= explained) continue;
        explained = share;
        explainedBy = callee.entity;
      }
      const callees = [...graph.distancesFrom(one.entity).keys()].flatMap((name) => byKey.get(name) ?? []);
      // Only spans tell which errors are a service's own.
      const isPassing = traced.has(one.entity.name) && passesOn(one, callees);
      const jump = (one.score - EXPLAINED * Math.min(explained, one.score)) * (isPassing ? PASSED_ON : 1);
      return {
        entity: one.entity,
        signals: one.signals,
        ownScore: one.ownScore,
        score: isReachable ? jump : jump * UNREACHABLE,
        isReachable,
        ...(explainedBy && explained > one.ownScore / 2 && { explainedBy }),
      };
    })
    .sort((a, b) => b.score - a.score);
}

/** Its requests fail, but none by itself, and a callee fails or takes long itself: its log records and issues tell about that. */
function passesOn(one: Combined, callees: readonly Combined[]): boolean {
  const has = ({ signals }: Combined, names: readonly SignalName[]): boolean =>
    signals.some(({ name, strength }) => names.includes(name) && strength >= EVIDENT_STRENGTH);
  if (!has(one, ['error_rate']) || has(one, OF_ITS_OWN)) return false;
  return callees.some((callee) => callee !== one && has(callee, MAKING_FAIL));
}
