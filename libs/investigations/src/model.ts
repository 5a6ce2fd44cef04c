/**
 * The terms of an investigation: what is asked, which pieces of evidence answer it and which conclusion they permit. The engine and the
 * family of operations share these types. Times are epoch milliseconds; windows contain their start and not their end.
 */

/** The types of subjects from which an investigation can start. */
export const SUBJECT_TYPES = ['question', 'incident', 'alert', 'issue', 'anomaly', 'trace', 'person'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

export interface Window {
  readonly start: number;
  readonly end: number;
}

/** The subject after it was looked up: the part of the system and the time in which the engine looks first. */
export interface Scope {
  /** The time in which the symptom was noticed. The onset lies in it or before it. */
  readonly window: Window;
  /** Whether a person named the window. The engine then does not widen it. */
  readonly isWindowGiven: boolean;
  /** Services in which the symptom was seen. All services of the project if empty. */
  readonly services: readonly string[];
  /** Only this environment, if the subject has one. */
  readonly environment?: string;
  /** Name of the operation in which the symptom was seen: only requests that lead to it are compared with each other. */
  readonly operation?: string;
  readonly traceId?: string;
  /** Requests with an error of this issue are compared with those without it. */
  readonly issueId?: string;
  /** The canonical ID of a person, whose bad requests are compared with all others. */
  readonly personId?: string;
  /** The metric of an alert or anomaly over metrics. */
  readonly metric?: string;
}

/** A part of the system that can be a cause. */
export interface Entity {
  readonly type:
    | 'service'
    | 'operation'
    | 'database'
    | 'queue'
    | 'external'
    | 'host'
    | 'release'
    | 'flag'
    | 'setting'
    | 'rule'
    | 'attribute'
    | 'agent'
    | 'model'
    | 'person'
    | 'account'
    | 'metric';
  readonly name: string;
}

/** The kinds of evidence. Each is read by one check, which runs again by its parameters. */
export const EVIDENCE_KINDS = [
  'symptom',
  'onset',
  'seasonality',
  'deviation',
  'service_map',
  'own_errors',
  'critical_path',
  'change',
  'attribute',
  'log_pattern',
  'issue',
  'affected',
  'affected_accounts',
  'agent_run',
  'agent_cost',
  'metric',
  'setting',
] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** A statement that was run for a piece of evidence. `parameters` suffice to run it again. */
export interface EvidenceQuery {
  readonly check: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Bytes that the engine of the store read, of all statements of the check. */
  readonly bytesRead: number;
  readonly durationMs: number;
}

/** A fact with its source. It never changes: running it again adds another one. */
export interface Evidence {
  /** Hash of kind, query and window: the same question has the same ID in each run. */
  readonly id: string;
  readonly kind: EvidenceKind;
  /** One sentence that a person understands without the rest. Names from telemetry stand in it as they are. */
  readonly title: string;
  /** `present`: something was found that speaks for a cause. `absent`: the check found nothing, which speaks against one. */
  readonly finding: 'present' | 'absent';
  readonly entities: readonly Entity[];
  readonly window: Window;
  readonly query: EvidenceQuery;
  /** The figures behind the title, at most 20 rows of flat values. */
  readonly rows: readonly Readonly<Record<string, string | number | boolean | null>>[];
  /** SHA-256 of the complete result in canonical form. */
  readonly resultHash: string;
  /** Path of a public operation that shows the data, with its query string. */
  readonly link: string;
  /** Scopes that a reader of this evidence needs, as in `traces:read`. */
  readonly scopes: readonly string[];
}

export type HypothesisStatus = 'proposed' | 'supported' | 'refuted';

export interface Hypothesis {
  readonly id: string;
  readonly cause: Entity;
  readonly text: string;
  readonly status: HypothesisStatus;
  /** A number from 0 to 1 that is comparable within one investigation only. */
  readonly score: number;
  readonly evidenceIds: readonly string[];
}

/** A sentence of the conclusion. It cites at least one piece of evidence. */
export interface Claim {
  readonly text: string;
  readonly evidenceIds: readonly string[];
}

/** `confirmed`: a separating attribute or pattern, the order in time and the map agree. `likely`: two kinds of evidence. */
export type Level = 'confirmed' | 'likely' | 'inconclusive';

export interface Conclusion {
  readonly level: Level;
  readonly text: string;
  /** The most probable first. A set of simultaneous causes has more than one. Empty if inconclusive. */
  readonly causes: readonly Entity[];
  readonly claims: readonly Claim[];
  /** The reason why the level is not higher. */
  readonly reason: string;
}

/** Limits of one run. */
export interface Budget {
  readonly queries: number;
  /** Bytes that one query may read. */
  readonly bytesPerQuery: number;
  readonly queryMs: number;
  readonly totalMs: number;
}

export interface EngineRequest {
  readonly projectId: string;
  readonly scope: Scope;
  /** Kinds that the starter may not read: the engine does not look, and says so. */
  readonly omittedKinds: readonly EvidenceKind[];
  /** Evidence of earlier rounds of the same investigation, which is not yielded again. */
  readonly known: readonly Evidence[];
  /** Steps and evidence of these kinds only, if somebody asked for them in a message. The conclusion follows from all kinds. */
  readonly onlyKinds?: readonly EvidenceKind[];
  readonly budget: Budget;
  readonly now: number;
}

/** The events of a run. The conclusion is the last one. */
export type EngineEvent =
  | { readonly type: 'step'; readonly check: string; readonly text: string }
  | { readonly type: 'evidence'; readonly evidence: Evidence }
  | {
      readonly type: 'failed_check';
      readonly check: string;
      readonly reason: 'too_expensive' | 'timeout' | 'unavailable' | 'budget';
    }
  | { readonly type: 'hypotheses'; readonly hypotheses: readonly Hypothesis[] }
  | { readonly type: 'conclusion'; readonly conclusion: Conclusion; readonly onset?: number };

/** Runs the checks of an investigation and concludes. Without a model, and without a side effect. */
export interface InvestigationEngine {
  /** The last event is the conclusion. Throws the reason of the signal when it aborts, and a ServiceError if a store cannot be read. */
  run(request: EngineRequest, signal: AbortSignal): AsyncIterable<EngineEvent>;
  /** Runs the query of a piece of evidence again. `undefined` if the data have expired. */
  rerun(projectId: string, evidence: Evidence, signal: AbortSignal): Promise<Evidence | undefined>;
}
