import type { EvidenceKind, Level } from '../model.js';
import type { ServiceGraph } from '../ranking/service-graph.js';
import type { Suspect } from '../ranking/suspect.js';
import {
  areRelated,
  beganFirst,
  differs,
  hasSymptom,
  isCalledByVictims,
  isExplosion,
  mayPassOn,
  ownKinds,
  separates,
  type MeasuredTime,
} from './grounds.js';

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
export interface Judged extends MeasuredTime {
  readonly suspects: readonly Suspect[];
  /** Services in which the symptom is said to have been seen; empty if nobody said so. */
  readonly services: readonly string[];
  readonly graph: ServiceGraph;
  /** Services that have spans, which tell what of their errors and time is their own. */
  readonly traced: ReadonlySet<string>;
  /** Whether there are requests in the window of the symptom. */
  readonly hasRequests: boolean;
  /** Whether requests before the onset show what is normal. */
  readonly hasNormal: boolean;
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
  const { suspects, services, graph, traced, onset, hasOnset, hasRequests, hasNormal, bucketMs, notLookedAt } = judged;
  const [first, second] = suspects;
  const isComplete = notLookedAt.length === 0;
  if (!first && isComplete && !hasRequests)
    return inconclusive('There are no requests in the window, and nothing else differs from normal.');
  if (!first && isComplete && !hasNormal)
    return inconclusive('There are no requests before the window, so it is not known what is normal.');
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
  if (kindsOf(first) < 2 && !isExplosion(first))
    return inconclusive('Only one kind of evidence speaks for the most probable cause.');
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
    ...(mayPassOn(first, traced) ? ['it has neither errors nor time of its own'] : []),
    ...(beganFirst(first, suspects, { onset, hasOnset, bucketMs }) ? [] : ['the order in time is not certain']),
    ...(graph.isEmpty || !first.isReachable ? ['the service map does not lead from the symptom to the cause'] : []),
  ];
  if (missing.length === 0)
    return { level: 'confirmed', causes, reason: 'The evidence separates, comes first in time and lies on the map.' };
  return { level: 'likely', causes, reason: `Not confirmed: ${missing.join(', and ')}.` };
}

function inconclusive(reason: string): Judgement {
  return { level: 'inconclusive', causes: [], reason };
}
