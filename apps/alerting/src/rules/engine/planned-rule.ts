import type { MeasurementResult } from '@svc/contract';
import { latestPresent } from '@svc/runtime';
import type { AlertChange } from '../../alerts/index.js';
import { measures, toTiming, type Rule } from '../definition/definition.js';
import { toAlertChange } from '../evaluation/end-series.js';
import { evaluate } from '../evaluation/evaluate.js';
import type { Plan } from '../evaluation/plan.js';
import { countPhases, storedMemory, toRule, toSnapshot } from '../evaluation/stored-rule.js';
import type { StoredRule } from '../rules.repository.js';
import { dueTimes, nextTime, getOffset } from '../schedule.js';
import type { ClaimedRule, Outcome } from './claims.repository.js';
import { toOwnPlan } from './own-plan.js';

export interface Evaluation {
  readonly outcome: Outcome;
  readonly changes: readonly AlertChange[];
}

/** A claimed rule with the times at which it is evaluated now. */
export interface PlannedRule {
  readonly projectId: string;
  readonly stored: ClaimedRule;
  readonly rule: Rule;
  /** Times of the evaluation in milliseconds since 1970, in order. */
  readonly times: readonly number[];
  /** Undefined if no time has passed since the last evaluation. */
  readonly plan: Plan | undefined;
  /** The next evaluation after this one. */
  readonly dueAt: Date;
}

/** @param others the rules that composite rules refer to, by ID */
export function planRule(
  projectId: string,
  stored: ClaimedRule,
  others: ReadonlyMap<string, StoredRule>,
  nowMs: number,
): PlannedRule {
  const rule = toRule(stored);
  const { intervalMs } = toTiming(rule.definition);
  const offsetMs = getOffset(projectId, rule);
  const due = dueTimes(stored.state.evaluatedAt?.getTime(), nowMs, intervalMs, offsetMs);
  return {
    projectId,
    stored,
    rule,
    times: Array.from({ length: due?.count ?? 0 }, (_, nth) => (due?.first ?? 0) + nth * intervalMs),
    plan: due && toOwnPlan(rule, stored, { ...due, stepMs: intervalMs }, others),
    dueAt: new Date(nextTime(nowMs, intervalMs, offsetMs)),
  };
}

/** @param results the answers to the questions of the plan, in order */
export function evaluatePlanned(
  planned: PlannedRule,
  results: readonly MeasurementResult[],
  nowMs: number,
): Evaluation {
  const { projectId, stored, rule, times, plan } = planned;
  // No time is evaluated after a later one: a clock that was set back has to pass the last evaluation first.
  const isAhead = (stored.state.evaluatedAt?.getTime() ?? 0) > latestPresent(nowMs);
  const error = isAhead ? 'clock' : results.find((result) => result.error !== '')?.error;
  if (!plan || error !== undefined) return { outcome: toPostponed(planned, error), changes: [] };
  const { memory, changes, hasNoData } = evaluate(rule, storedMemory(stored.state), plan.read(results), times);
  const alerting = { projectId, rule, snapshot: toSnapshot(rule, stored.version) };
  return {
    outcome: {
      ...toClaim(planned),
      health: hasNoData && measures(rule.kind) ? 'no_data' : 'ok',
      evaluatedAt: new Date(times.at(-1) ?? nowMs),
      lastError: '',
      memory,
      ...countPhases(memory),
    },
    changes: changes.map((change) => toAlertChange(alerting, change)),
  };
}

/** The next evaluation catches up on the times that could not be evaluated. Until then, no alert changes. */
function toPostponed(planned: PlannedRule, error: string | undefined): Outcome {
  const { state } = planned.stored;
  const memory = storedMemory(state);
  return {
    ...toClaim(planned),
    health: error === undefined ? state.health : 'error',
    lastError: error ?? state.lastError,
    evaluatedAt: null,
    memory,
    ...countPhases(memory),
  };
}

const toClaim = ({ stored, dueAt }: PlannedRule) => ({
  ruleId: stored.id,
  leaseToken: stored.state.leaseToken,
  dueAt,
});
