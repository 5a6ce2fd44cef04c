import type { ChangeFact } from '../facts/facts.js';
import type { Entity } from '../model.js';
import { toAttributeEntity } from '../signals/attribute-entity.js';
import { fits, informedness, nearness, type Lift } from '../signals/change-fit.js';
import { entityKey, service, type Signal } from '../signals/signal.js';
import type { Candidate } from './jump.js';

/** A possible cause: a part of the system, a change, or an attribute of requests. */
export interface Suspect {
  readonly entity: Entity;
  readonly score: number;
  readonly signals: readonly Signal[];
  /** The attribute that tells its requests from others. */
  readonly fit?: Lift;
  readonly change?: ChangeFact;
  readonly explainedBy?: Entity;
  readonly isReachable: boolean;
  /** Services in which the suspect acts; itself for a service. */
  readonly services: readonly string[];
}

/** A change that fits is a better cause than the service in which it acts. */
const FITTING_CHANGE = 1.2;
/** A change that nothing but its time speaks for, in comparison to the least suspect with errors of its own. */
const UNFITTING_CHANGE = 0.5;
/** Score of a change without a service that is suspect. */
const CHANGE_ALONE = 0.2;

/** Attributes that describe a result or what was called: they separate bad requests, but cause nothing. */
const CONSEQUENCES =
  /status|error|exception|duration|elapsed|latency|response|retry|^otel\.|^http\.route$|^url\.|^http\.target$|^rpc\.method$|^thread\./;

/** Joins candidates with changes and with attributes of bad requests, the most probable first. */
export function toSuspects(
  candidates: readonly Candidate[],
  changes: readonly ChangeFact[],
  lifts: readonly (Lift & { readonly service: string })[],
  onset: number,
): Suspect[] {
  const byKey = new Map(candidates.map((candidate) => [entityKey(candidate.entity), candidate]));
  const candidateOf = (name: string): Candidate | undefined => byKey.get(entityKey(service(name)));
  const scoreOf = (name: string): number => candidateOf(name)?.score ?? 0;
  // What tells bad requests of a service apart is also why those fail that the service makes.
  const scoreWithCallee = (name: string): number => {
    const { score = 0, explainedBy } = candidateOf(name) ?? {};
    return Math.max(score, (explainedBy && byKey.get(entityKey(explainedBy))?.score) ?? 0);
  };
  const own = candidates.map((candidate): Suspect => ({
    entity: candidate.entity,
    score: candidate.score,
    signals: candidate.signals,
    isReachable: candidate.isReachable,
    services: candidate.entity.type === 'service' ? [candidate.entity.name] : [],
    ...(candidate.explainedBy && { explainedBy: candidate.explainedBy }),
  }));
  const leastWithErrors = Math.min(
    ...candidates.flatMap(({ signals, score }) => (signals.some(({ name }) => name === 'own_errors') ? [score] : [])),
  );
  const changed = changes.flatMap((change): Suspect[] => {
    const near = nearness(change.at, onset);
    if (near === 0) return [];
    const fit = lifts.find((lift) => fits(change, lift));
    const acting = change.services.filter((name) => scoreOf(name) > 0);
    const best = Math.max(0, ...(fit ? [scoreWithCallee(fit.service)] : []), ...acting.map(scoreOf));
    const unfitting = Math.min(Math.max(best, CHANGE_ALONE) * UNFITTING_CHANGE, leastWithErrors * UNFITTING_CHANGE);
    const score = fit ? Math.max(best, CHANGE_ALONE) * FITTING_CHANGE : unfitting;
    return [
      {
        entity: change.entity,
        score: score * near,
        signals: [],
        change,
        isReachable: acting.length > 0 || fit !== undefined,
        services: acting,
        ...(fit && { fit }),
      },
    ];
  });
  const explained = new Set(changed.flatMap(({ fit }) => (fit ? [`${fit.key}=${fit.value}`] : [])));
  const attributes = lifts
    .filter(({ key, value }) => !explained.has(`${key}=${value}`) && !CONSEQUENCES.test(key))
    .map((lift): Suspect => {
      const entity = toAttributeEntity(lift.key, lift.value);
      // An attribute that finds all bad requests and no good one comes directly before its service.
      const score = Math.max(scoreOf(lift.service), CHANGE_ALONE) * (0.3 + 0.8 * informedness(lift));
      // Its symptom is that of the service whose requests it tells apart.
      const { signals = [], isReachable = true } = candidateOf(lift.service) ?? {};
      return { entity, score, signals, fit: lift, isReachable, services: [lift.service] };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, 3);
  const all = [...own, ...changed, ...attributes].sort((a, b) => b.score - a.score);
  const first = new Map(all.toReversed().map((suspect) => [entityKey(suspect.entity), suspect]));
  return all.filter((suspect) => first.get(entityKey(suspect.entity)) === suspect);
}
