/** The grounds for a suspect: symptoms, kinds of evidence, its place on the map, and the order in time. */
import type { EvidenceKind } from '../model.js';
import type { ServiceGraph } from '../ranking/service-graph.js';
import type { Suspect } from '../ranking/suspect.js';
import { informedness } from '../signals/change-fit.js';
import { entityKey, EVIDENT_STRENGTH, OF_ITS_OWN, type SignalName } from '../signals/signal.js';

export interface MeasuredTime {
  /** Epoch milliseconds of the onset of the symptom. */
  readonly onset: number;
  /** Whether the onset was measured. */
  readonly hasOnset: boolean;
  readonly bucketMs: number;
}

/** Share of bad requests that an attribute must find beyond those of good ones. */
const MIN_INFORMEDNESS = 0.5;

/** Signals that show a symptom. More traffic, other calls and other metrics alone are none. */
const SYMPTOMS: ReadonlySet<SignalName> = new Set([
  'error_rate',
  'latency',
  'own_errors',
  'own_time',
  'wire_time',
  'log_error',
  'issue',
  'agent_cost',
  'agent_failures',
  'metric_limit',
  'metric_series',
]);

/** Strength from which such a signal separates. */
const MIN_SEPARATING = 0.3;

const SEPARATING: ReadonlySet<SignalName> = new Set(['log_error', 'own_errors', 'issue']);

/** Signals of records that tell about no error. */
const HARMLESS_RECORDS: ReadonlySet<SignalName> = new Set(['log_pattern', 'log_gap']);

const OF_REQUESTS: readonly SignalName[] = ['error_rate', 'latency'];

export function hasSymptom({ signals }: Suspect): boolean {
  return signals.some(({ name, strength }) => SYMPTOMS.has(name) && strength >= EVIDENT_STRENGTH);
}

/** Series that explode are fault and symptom in one: no second kind of evidence is to be expected, as requests may be as usual. */
export function isExplosion({ signals }: Suspect): boolean {
  return signals.some(({ name }) => name === 'metric_series');
}

export function differs({ signals }: Suspect): boolean {
  return signals.some(({ name }) => SYMPTOMS.has(name));
}

/** Its place on the measured map is evidence, too: what calls it has a symptom, and nothing that it calls explains its own. */
export function isCalledByVictims(suspect: Suspect, suspects: readonly Suspect[], graph: ServiceGraph): boolean {
  if (suspect.explainedBy) return false;
  const key = entityKey(suspect.entity);
  return suspects.some((one) => one !== suspect && hasSymptom(one) && graph.distancesFrom(one.entity).has(key));
}

export function ownKinds({ signals, fit, change }: Suspect): ReadonlySet<EvidenceKind> {
  // More traffic is what a cause can bring about, and no evidence for one.
  const own = signals.filter(({ name, strength }) => name !== 'request_rate' && strength >= EVIDENT_STRENGTH);
  const symptoms = own.filter(({ name }) => SYMPTOMS.has(name));
  // Work that begins or ends writes other records than before and moves gauges to their ends. Neither confirms the other as a fault.
  const isLimitAlone = symptoms.length > 0 && symptoms.every(({ name }) => name === 'metric_limit');
  const telling = own.filter(({ name }) => !isLimitAlone || !HARMLESS_RECORDS.has(name));
  const kinds = new Set(telling.map(({ kind }) => kind));
  if (fit) kinds.add('attribute');
  if (change) kinds.add('change');
  return kinds;
}

/** Whether it tells bad requests from good ones. What tells additional requests from those before does not: they need not be bad. */
export function separates({ signals, fit }: Suspect): boolean {
  if (fit && !fit.isGrowth && informedness(fit) >= MIN_INFORMEDNESS) return true;
  return signals.some(({ name, strength }) => SEPARATING.has(name) && strength >= MIN_SEPARATING);
}

/**
 * Whether requests of a service with spans fail or are slow, while nothing fails or takes long in the service itself, and no attribute
 * tells its bad requests apart: whatever its records say, it may only notice the fault of something that it calls.
 */
export function mayPassOn({ entity, signals, fit }: Suspect, traced: ReadonlySet<string>): boolean {
  const has = (names: readonly SignalName[]): boolean =>
    signals.some(({ name, strength }) => names.includes(name) && strength >= EVIDENT_STRENGTH);
  return entity.type === 'service' && traced.has(entity.name) && has(OF_REQUESTS) && !has(OF_ITS_OWN) && !fit;
}

/** A suspect that acts in the other one, or on the way between it and the symptom. */
export function areRelated(a: Suspect, b: Suspect, graph: ServiceGraph): boolean {
  if (a.services.some((name) => b.services.includes(name))) return true;
  const entities = ({ entity, services }: Suspect) => [
    entity,
    ...services.map((name) => ({ type: 'service' as const, name })),
  ];
  return entities(a).some((one) => entities(b).some((other) => graph.areConnected(one, other)));
}

/**
 * Its beginning was measured, as was that of the symptom, and no other suspect began more than a bucket earlier. Rules and settings that
 * were changed earlier do not count: by themselves they make no request fail.
 */
export function beganFirst(
  first: Suspect,
  suspects: readonly Suspect[],
  { onset, hasOnset, bucketMs }: MeasuredTime,
): boolean {
  if (!hasOnset) return false;
  const began = onsetOf(first);
  if (began === undefined) return false;
  const isBeforeSymptom = began <= onset + 2 * bucketMs;
  const others = suspects.filter((one) => one !== first && !['rule', 'setting'].includes(one.entity.type));
  return isBeforeSymptom && others.every((one) => (onsetOf(one) ?? began) >= began - bucketMs);
}

export function onsetOf({ signals, change }: Suspect): number | undefined {
  const onsets = signals.flatMap(({ onset }) => (onset === undefined ? [] : [onset]));
  if (onsets.length > 0) return Math.min(...onsets);
  return change?.at;
}
