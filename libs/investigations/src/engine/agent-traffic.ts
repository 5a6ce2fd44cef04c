import type { AgentBucket } from '../facts/agent-facts.js';
import type { CallFact } from '../facts/facts.js';
import { ServiceGraph } from '../ranking/service-graph.js';
import { isMoreTraffic } from '../signals/request-signals.js';
import { entityKey, EVIDENT_STRENGTH, service, type Signal, type SignalName } from '../signals/signal.js';

const NO_MOMENTS = { count: 0, mean: 0, variance: 0 };
const UNKNOWN = { calls: 0, errors: 0, duration: NO_MOMENTS, wireMs: NO_MOMENTS };
/** The symptoms of an agent. */
const SYMPTOMS: readonly SignalName[] = ['agent_cost', 'agent_failures'];
/** Reasons of spending other than more runs. */
const OTHER_REASONS: readonly SignalName[] = ['agent_calls', 'agent_tokens', 'agent_model'];

/** The measured calls, and each service as a caller of the agents that run in it. */
export function graphWithAgents(calls: readonly CallFact[], rows: readonly AgentBucket[]): ServiceGraph {
  const named = rows.filter((row) => row.agent !== '' && row.service !== '');
  const edges = named.map((row): CallFact => ({
    caller: row.service,
    callee: { type: 'agent', name: row.agent },
    sides: { normal: UNKNOWN, abnormal: UNKNOWN },
  }));
  return new ServiceGraph([...calls, ...edges]);
}

/**
 * The signals of agents without the spending that follows from traffic: an agent that only runs more often, because a service that leads to
 * it has more requests, is no cause.
 */
export function withoutTraffic(signals: readonly Signal[], requests: readonly Signal[], graph: ServiceGraph): Signal[] {
  const busier = requests.filter(isMoreTraffic);
  return signals.filter(({ name, entity }) => {
    if (name !== 'agent_cost' && name !== 'agent_rate') return true;
    const key = entityKey(entity);
    const hasOther = signals.some((one) => entityKey(one.entity) === key && OTHER_REASONS.includes(one.name));
    return hasOther || !busier.some((one) => graph.distancesFrom(one.entity).has(key));
  });
}

/** Whether the symptom of the services may be that of an agent which they lead to. */
export function haveAgentSymptom(
  services: readonly string[],
  signals: readonly Signal[],
  graph: ServiceGraph,
): boolean {
  return signals.some(
    ({ name, entity, strength }) =>
      SYMPTOMS.includes(name) &&
      strength >= EVIDENT_STRENGTH &&
      services.some((one) => graph.distancesFrom(service(one)).has(entityKey(entity))),
  );
}
