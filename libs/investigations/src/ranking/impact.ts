import type { Entity } from '../model.js';
import { entityKey, type Signal, type SignalName } from '../signals/signal.js';

/** The factor of a signal of requests that is not of the kind of the symptom: slow requests do not explain failing ones. */
const OTHER_KIND = 0.3;
/** The factor of a signal that explains nothing of the symptom. */
const LEAST = 0.1;

const OF_REQUESTS: readonly SignalName[] = ['error_rate', 'latency'];

/**
 * Weakens signals of requests by how much of the symptom they can explain: a node with three failed requests is not why a thousand fail,
 * and rare calls that take seconds longer do not slow everything down.
 *
 * @param symptom the entities in which the symptom was seen; without them, or without their signals, nothing is weakened.
 */
export function weighByImpact(signals: readonly Signal[], symptom: readonly Entity[]): Signal[] {
  const keys = new Set(symptom.map(entityKey));
  const own = signals.filter(({ entity, name }) => keys.has(entityKey(entity)) && OF_REQUESTS.includes(name));
  const strongest = [...own].sort((a, b) => b.strength - a.strength)[0];
  if (!strongest) return [...signals];
  const amounts = new Map(OF_REQUESTS.map((name) => [name, sumOf(own, name)]));
  return signals.map((signal): Signal => {
    const { name, amount, strength, entity } = signal;
    const ofSymptom = amounts.get(name);
    if (ofSymptom === undefined || amount === undefined || keys.has(entityKey(entity))) return signal;
    const explained = ofSymptom > 0 ? Math.max(LEAST, Math.min(1, amount / ofSymptom)) : OTHER_KIND;
    return { ...signal, strength: strength * explained * (name === strongest.name ? 1 : OTHER_KIND) };
  });
}

function sumOf(signals: readonly Signal[], name: SignalName): number {
  return signals.reduce((sum, signal) => sum + (signal.name === name ? (signal.amount ?? 0) : 0), 0);
}
