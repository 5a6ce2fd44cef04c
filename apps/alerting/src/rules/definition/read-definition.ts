import type {
  AlertRuleConditionInput,
  AlertRuleQueryInput,
  AlertRulesCreateRequest,
  AlertRulesTestUnsavedRequest,
  AlertRulesUpdateRequest,
} from '@svc/contract';
import type { Match, Operator, RuleCondition, RuleDefinition, RuleKind, RuleQuery } from './definition.js';
import { toSelection } from './filter.js';
import { readExternal } from './read-external.js';

/** The fields that creations, updates and tests share. */
export type RuleRequest = AlertRulesCreateRequest | AlertRulesUpdateRequest | AlertRulesTestUnsavedRequest;

export const DEFAULT_MAX_GROUPS = 500;
const DEFAULT_GROUPING = ['alertname', 'service_name', 'environment'];

/**
 * A request with its defaults, except those of `withTiming`, and without what depends on the caller. The contract has checked the form of
 * each field; whether they fit is checked elsewhere.
 */
export function readDefinition(request: RuleRequest): RuleDefinition {
  const { query, condition, noData, notify, incident, slo, composite } = request;
  const kind = request.kind as RuleKind;
  return {
    query: readQuery(query, kind),
    saved: null,
    groupBy: request.groupBy,
    window: request.window || '5m',
    interval: request.interval,
    evalDelay: request.evalDelay,
    condition: condition ? readCondition(condition) : null,
    match: request.match as Match,
    consecutive: request.consecutive ?? 1,
    for: request.for || '0s',
    keepFiringFor: request.keepFiringFor || '0s',
    minSamples: Number(request.minSamples ?? 0n),
    noData: {
      policy: (noData?.policy || 'ok') as RuleDefinition['noData']['policy'],
      after: noData?.after || '10m',
    },
    labels: request.labels,
    annotations: request.annotations,
    notify: {
      channels: notify?.channels ?? [],
      escalationPolicyId: notify?.escalationPolicyId ?? '',
      groupBy: notify && notify.groupBy.length > 0 ? notify.groupBy : DEFAULT_GROUPING,
      groupWait: notify?.groupWait || '10s',
      groupInterval: notify?.groupInterval || '5m',
      repeatInterval: notify?.repeatInterval || '4h',
    },
    incident: { autoCreate: incident?.autoCreate ?? false, severity: incident?.severity ?? null },
    investigate: null,
    maxGroups: request.maxGroups ?? DEFAULT_MAX_GROUPS,
    slo: slo?.good ? { objective: slo.objective, good: toQuery(slo.good) } : null,
    composite: composite
      ? { operator: composite.operator === 'any' ? 'any' : 'all', ruleIds: composite.ruleIds }
      : null,
    pattern: request.pattern ?? '',
    external: kind === 'external' || request.external ? readExternal(request.external) : null,
  };
}

/**
 * Adds the defaults of `interval` and `eval_delay`, which depend on the signal that a saved search may have. Stores read logs and errors
 * two seconds after they were sent, so that their rules fire within a minute, with `group_wait` included. Metrics and spans arrive later,
 * and an absence must not be the delay of its records. Alerts of other products are not delayed. With `match`, a window has at most 60
 * intervals.
 */
export function withTiming(kind: RuleKind, definition: RuleDefinition): RuleDefinition {
  const { query, saved, match } = definition;
  const signal = query ? toSelection(query, saved).signal : '';
  const isQuick = (kind === 'threshold' || kind === 'pattern') && (signal === 'logs' || signal === 'errors');
  return {
    ...definition,
    interval: definition.interval || (kind === 'external' || (isQuick && match === '') ? '30s' : '1m'),
    evalDelay: definition.evalDelay || (kind === 'external' ? '0s' : isQuick ? '10s' : '60s'),
  };
}

/** Reads the query of a rule. Patterns are always patterns of logs, and issues always belong to errors. */
function readQuery(query: AlertRuleQueryInput | undefined, kind: RuleKind): RuleQuery | null {
  if (kind !== 'pattern') return query ? toQuery(query) : null;
  const sent = query ? toQuery(query) : NO_QUERY;
  return { ...sent, signal: sent.signal || (sent.savedSearchId === '' ? 'logs' : '') };
}

const NO_QUERY: RuleQuery = {
  signal: '',
  q: '',
  service: [],
  environment: [],
  level: [],
  metricName: '',
  event: '',
  field: '',
  agg: '',
  savedSearchId: '',
};

function toQuery(query: AlertRuleQueryInput): RuleQuery {
  const { signal = '', q, service, environment, level, metricName, event, field, agg = '', savedSearchId } = query;
  return { signal, q, service, environment, level, metricName, event, field, agg, savedSearchId };
}

function readCondition(condition: AlertRuleConditionInput): RuleCondition {
  const { reducer = '', op, threshold, thresholdMax, recoveryThreshold } = condition;
  return {
    reducer,
    threshold,
    op: op as Operator,
    thresholdMax: thresholdMax ?? null,
    recoveryThreshold: recoveryThreshold ?? null,
  };
}
