import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  InvestigationSchema,
  type Investigation as InvestigationMessage,
  type InvestigationMessageSchema,
  type InvestigationSummarySchema,
} from '@svc/contract';
import type { Conclusion, Evidence, Hypothesis, Scope } from '@svc/investigations';
import { readJson, type Investigation } from '@svc/relational';
import { BUDGET, MAX_TOKENS } from '../terms/limits.js';
import { NO_USAGE, type EntryData, type StoredEntry, type Usage } from '../terms/records.js';
import { maySeeSubject, ofKind, toOmissions, toSteps } from './entry-views.js';
import { toConclusion, toEvidence, toHypothesis, toRerun, toWindow, type Moment } from './evidence.message.js';
import { isPastRetention, type Retention } from './expiry.js';
import { Visible } from './visible.js';

/** An investigation with its entries. */
export interface WholeInvestigation {
  readonly investigation: Investigation;
  readonly entries: readonly StoredEntry[];
  /** That of its project. */
  readonly retention: Retention;
  /** US dollars that calls of models may cost in a day; absent without a model. */
  readonly maxCost?: string | undefined;
}

/** @param scopes those of the reader, who sees only evidence that they permit. */
export function toMessage(whole: WholeInvestigation, scopes: readonly string[], nowMs: number): InvestigationMessage {
  const { investigation, entries, retention, maxCost } = whole;
  const { conclusion, errorCode, model, startedAt, completedAt, onset } = investigation;
  const evidence = ofKind(entries, 'evidence');
  const visible = new Visible(
    evidence.map(({ data }) => data),
    scopes,
  );
  const hypotheses = readJson<readonly Hypothesis[]>(investigation.hypotheses);
  const expired = new Set(
    ofKind(entries, 'rerun').flatMap(({ data }) => (data.outcome === 'expired' ? [data.evidenceId] : [])),
  );
  const isExpired = (each: Evidence): boolean => expired.has(each.id) || isPastRetention(each, retention, nowMs);
  return create(InvestigationSchema, {
    ...toShared(investigation, scopes),
    scope: toScope(investigation, scopes),
    hypotheses: visible.hypotheses(hypotheses).map(toHypothesis),
    evidence: evidence.flatMap(({ data, ...moment }) =>
      visible.shows([data.id]) ? [toEvidence(data, moment, isExpired(data))] : [],
    ),
    steps: toSteps(entries, visible),
    messages: ofKind(entries, 'message').map(({ data, ...moment }) => toTextMessage(data, moment)),
    reruns: ofKind(entries, 'rerun').flatMap(({ data, ...moment }) =>
      visible.shows([data.evidenceId]) ? [toRerun(data, moment)] : [],
    ),
    budget: toBudget(investigation, maxCost),
    omitted: toOmissions(investigation, entries, visible, scopes),
    expiresAt: timestampFromDate(investigation.expiresAt),
    ...(onset && visible.isComplete && { onset: timestampFromDate(onset) }),
    ...(startedAt && { startedAt: timestampFromDate(startedAt) }),
    ...(completedAt && { completedAt: timestampFromDate(completedAt) }),
    ...(model !== null && { model }),
    ...(conclusion !== null && {
      conclusion: toConclusion(visible.conclusion(readJson<Conclusion>(conclusion), hypotheses, model)),
    }),
    ...(errorCode !== null && { error: { code: errorCode, message: investigation.errorMessage ?? '' } }),
  });
}

export function toSummary(
  investigation: Investigation,
  scopes: readonly string[],
): MessageInitShape<typeof InvestigationSummarySchema> {
  const { conclusion, completedAt } = investigation;
  return {
    ...toShared(investigation, scopes),
    ...(conclusion !== null && { level: readJson<Conclusion>(conclusion).level }),
    ...(completedAt && { completedAt: timestampFromDate(completedAt) }),
  };
}

export function toTextMessage(
  { text, understood, author }: EntryData['message'],
  { round, at }: Moment,
): MessageInitShape<typeof InvestigationMessageSchema> {
  return { text, understood, author, round, at: timestampFromDate(at) };
}

/** The fields that lists have, too. */
function toShared(investigation: Investigation, scopes: readonly string[]) {
  const {
    id,
    projectId,
    question: title,
    subjectType: type,
    subjectRef: ref,
    status,
    createdBy,
    version,
  } = investigation;
  const isRefShown = ref !== '' && maySeeSubject(investigation, scopes);
  return {
    id,
    projectId,
    title,
    status,
    createdBy,
    version,
    subject: { type, ...(isRefShown && { ref }) },
    createdAt: timestampFromDate(investigation.createdAt),
  };
}

/** Services, operation and metric come from the subject. */
function toScope(investigation: Investigation, scopes: readonly string[]) {
  const { window, isWindowGiven, services, environment, operation, metric } = readJson<Scope>(investigation.scope);
  const time = { window: toWindow(window), windowGiven: isWindowGiven };
  if (!maySeeSubject(investigation, scopes)) return time;
  return {
    ...time,
    services: [...services],
    ...(environment !== undefined && { environment }),
    ...(operation !== undefined && { operation }),
    ...(metric !== undefined && { metric }),
  };
}

function toBudget(investigation: Investigation, maxCost: string | undefined) {
  const usage = { ...NO_USAGE, ...readJson<Partial<Usage>>(investigation.usage) };
  const amount = (used: number, limit: number) => ({ used: BigInt(Math.round(used)), limit: BigInt(limit) });
  return {
    queries: amount(usage.queries, BUDGET.queries),
    bytesRead: amount(usage.bytesRead, BUDGET.queries * BUDGET.bytesPerQuery),
    durationMs: amount(usage.durationMs, BUDGET.totalMs),
    tokens: amount(usage.tokens, MAX_TOKENS),
    cost: { ...(usage.cost !== null && { used: usage.cost }), ...(maxCost !== undefined && { limit: maxCost }) },
  };
}
