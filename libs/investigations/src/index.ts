export { toCheckFailure, type CheckFailure } from './engine/check-failure.js';
export { EvidenceEngine } from './engine/engine.js';
export { settingPath } from './evidence/links.js';
export { settingNoun, settingVerb } from './evidence/setting-names.js';
export type { FactLimits, FactRequest, FactResult, FactSource } from './facts/fact-source.js';
export { MAX_AGENTS, type AgentBucket } from './facts/agent-facts.js';
export {
  EXPLODED,
  MAX_METRIC_SERIES,
  MIN_EXPLODED,
  type MetricFacts,
  type MetricSeriesFact,
} from './facts/metric-facts.js';
export { MAX_PATHS, type PathFact, type PathPart } from './facts/path-facts.js';
export type { ShareFacts, ShareRates } from './facts/share-facts.js';
export type { SettingFact, SettingFacts } from './facts/setting-facts.js';
export { MAX_SERVICES } from './facts/facts.js';
export type {
  AccountFacts,
  AffectedFacts,
  AttributeFact,
  AttributeFacts,
  CallFact,
  CallFigures,
  ChangeFact,
  FactName,
  FactParameters,
  Facts,
  IssueFact,
  OperationBucket,
  OperationFact,
  OperationFigures,
  RequestBucket,
  Sides,
  StepFact,
} from './facts/facts.js';
export { KIND_SCOPES, unreadableKinds } from './kind-scopes.js';
export type { Turns } from './turns.js';
export { joinMoments, type Moments } from './statistics/two-samples.js';
export {
  EVIDENCE_KINDS,
  SUBJECT_TYPES,
  type Budget,
  type Claim,
  type Conclusion,
  type EngineEvent,
  type EngineRequest,
  type Entity,
  type Evidence,
  type EvidenceKind,
  type EvidenceQuery,
  type Hypothesis,
  type HypothesisStatus,
  type InvestigationEngine,
  type Level,
  type Scope,
  type SubjectType,
  type Window,
} from './model.js';
