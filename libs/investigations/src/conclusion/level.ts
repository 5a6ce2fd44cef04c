import type { EvidenceKind, Level } from '../model.js';
import type { ServiceGraph } from '../ranking/service-graph.js';
import type { Suspect } from '../ranking/suspect.js';
import { informedness } from '../signals/change-fit.js';
import { entityKey, EVIDENT_STRENGTH, type SignalName } from '../signals/signal.js';

export interface Judgement {
  readonly level: Level;
  /** The most probable first; empty if inconclusive. */
  readonly causes: readonly Suspect[];
  /** The reason why the level is not higher. */
  readonly reason: string;
}

/** Below this score nothing is said about a cause. */
const MIN_SCORE = 0.3;
/** The first two are too close to choose between them if the second has more than this of the score of the first. */
const TOO_CLOSE = 0.9;
/** Further causes need this part of the score of the first. */
const SECOND_CAUSE = 0.75;
const MAX_CAUSES = 3;
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
]);

/** Strength from which such a signal separates. */
const MIN_SEPARATING = 0.3;

const SEPARATING: ReadonlySet<SignalName> = new Set(['log_error', 'own_errors', 'issue']);

export interface Judged {
  readonly suspects: readonly Suspect[];
  /** Services in which the symptom is said to have been seen; empty if nobody said so. */
  readonly services: readonly string[];
  readonly graph: ServiceGraph;
  /** Epoch milliseconds of the onset of the symptom. */
  readonly onset: number;
  /** Whether the onset was measured. */
  readonly hasOnset: boolean;
  /** Whether there are requests in the window of the symptom. */
  readonly hasRequests: boolean;
  readonly bucketMs: number;
  /** Kinds of evidence whose checks failed or were left out. */
  readonly notLookedAt: readonly EvidenceKind[];
}

/** The level of the conclusion, which suspects it names, and what it does not rest on. */
export function judge(judged: Judged): Judgement {
  const judgement = judgeFound(judged);
  const { notLookedAt } = judged;
  return notLookedAt.length === 0
    ? judgement
    : { ...judgement, reason: `${judgement.reason} Not looked at: ${notLookedAt.join(', ')}.` };
}

function judgeFound(judged: Judged): Judgement {
  const { suspects, services, graph, onset, hasOnset, hasRequests, bucketMs, notLookedAt } = judged;
  const [first, second] = suspects;
  const isComplete = notLookedAt.length === 0;
  if (!first && isComplete && !hasRequests)
    return inconclusive('There are no requests in the window, and nothing else differs from normal.');
  if (!first) return inconclusive(isComplete ? 'Nothing differs from normal.' : 'All that was looked at is as usual.');
  if (!suspects.some(hasSymptom))
    return inconclusive(
      isComplete
        ? 'Nothing but the amount of traffic or harmless log records differs from normal.'
        : 'All that was looked at is as usual, apart from the amount of traffic or harmless log records.',
    );
  if (services.length > 0 && !suspects.some((one) => services.includes(one.entity.name) && differs(one)))
    return inconclusive('The services in which the symptom was said to be are as usual.');
  if (first.score < MIN_SCORE) return inconclusive('What differs from normal is too weak to name a cause.');
  if (!hasSymptom(first) && !first.fit) return inconclusive('The most probable cause has no symptom of its own.');
  const kindsOf = (suspect: Suspect): number =>
    ownKinds(suspect).size + (isCalledByVictims(suspect, suspects, graph) ? 1 : 0);
  if (kindsOf(first) < 2) return inconclusive('Only one kind of evidence speaks for the most probable cause.');
  const isSecondClose = second !== undefined && second.score > first.score * TOO_CLOSE;
  const isRelated = second !== undefined && areRelated(first, second, graph);
  if (isSecondClose && !isRelated && !(separates(first) && separates(second)))
    return inconclusive('Two causes without a connection are equally probable.');
  const causes = suspects
    .slice(0, MAX_CAUSES)
    .filter(
      (one) =>
        one === first ||
        (one.score >= first.score * SECOND_CAUSE &&
          separates(one) &&
          kindsOf(one) >= 2 &&
          !one.explainedBy &&
          !areRelated(first, one, graph)),
    );
  const missing = [
    ...(separates(first) ? [] : ['nothing separates bad requests from good ones']),
    ...(beganFirst(first, suspects, { onset, hasOnset, bucketMs }) ? [] : ['the order in time is not certain']),
    ...(graph.isEmpty || !first.isReachable ? ['the service map does not lead from the symptom to the cause'] : []),
  ];
  if (missing.length === 0)
    return { level: 'confirmed', causes, reason: 'The evidence separates, comes first in time and lies on the map.' };
  return { level: 'likely', causes, reason: `Not confirmed: ${missing.join(', and ')}.` };
}

function hasSymptom({ signals }: Suspect): boolean {
  return signals.some(({ name, strength }) => SYMPTOMS.has(name) && strength >= EVIDENT_STRENGTH);
}

function differs({ signals }: Suspect): boolean {
  return signals.some(({ name }) => SYMPTOMS.has(name));
}

function inconclusive(reason: string): Judgement {
  return { level: 'inconclusive', causes: [], reason };
}

/** Its place on the measured map is evidence, too: what calls it has a symptom, and nothing that it calls explains its own. */
function isCalledByVictims(suspect: Suspect, suspects: readonly Suspect[], graph: ServiceGraph): boolean {
  if (suspect.explainedBy) return false;
  const key = entityKey(suspect.entity);
  return suspects.some((one) => one !== suspect && hasSymptom(one) && graph.distancesFrom(one.entity).has(key));
}

function ownKinds({ signals, fit, change }: Suspect): ReadonlySet<EvidenceKind> {
  const kinds = new Set(signals.filter(({ strength }) => strength >= EVIDENT_STRENGTH).map(({ kind }) => kind));
  if (fit) kinds.add('attribute');
  if (change) kinds.add('change');
  return kinds;
}

function separates({ signals, fit }: Suspect): boolean {
  if (fit && informedness(fit) >= MIN_INFORMEDNESS) return true;
  return signals.some(({ name, strength }) => SEPARATING.has(name) && strength >= MIN_SEPARATING);
}

/** A suspect that acts in the other one, or on the way between it and the symptom. */
function areRelated(a: Suspect, b: Suspect, graph: ServiceGraph): boolean {
  if (a.services.some((name) => b.services.includes(name))) return true;
  const entities = ({ entity, services }: Suspect) => [
    entity,
    ...services.map((name) => ({ type: 'service' as const, name })),
  ];
  return entities(a).some((one) => entities(b).some((other) => graph.areConnected(one, other)));
}

/** Its beginning was measured, as was that of the symptom, and no other suspect began more than a bucket earlier. */
function beganFirst(
  first: Suspect,
  suspects: readonly Suspect[],
  { onset, hasOnset, bucketMs }: Pick<Judged, 'onset' | 'hasOnset' | 'bucketMs'>,
): boolean {
  if (!hasOnset) return false;
  const began = onsetOf(first);
  if (began === undefined) return false;
  const isBeforeSymptom = began <= onset + 2 * bucketMs;
  return isBeforeSymptom && suspects.every((one) => one === first || (onsetOf(one) ?? began) >= began - bucketMs);
}

export function onsetOf({ signals, change }: Suspect): number | undefined {
  const onsets = signals.flatMap(({ onset }) => (onset === undefined ? [] : [onset]));
  if (onsets.length > 0) return Math.min(...onsets);
  return change?.at;
}
