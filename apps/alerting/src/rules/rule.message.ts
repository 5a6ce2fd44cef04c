import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  AlertRuleStateSchema,
  type AlertRuleExternalSchema,
  type AlertRuleQuerySchema,
  type AlertRuleSchema,
} from '@svc/contract';
import type { AlertRuleState } from '@svc/relational';
import type { ExternalSettings, RuleDefinition, RuleQuery } from './definition/definition.js';
import { toRule } from './evaluation/stored-rule.js';
import type { StoredRule } from './rules.repository.js';

/** @param warnings sentences about receivers that are not notified. */
export function toRuleMessage(row: StoredRule, warnings: readonly string[]): MessageInitShape<typeof AlertRuleSchema> {
  const { id, name, severity, kind, definition } = toRule(row);
  const { projectId, isEnabled: enabled, version, createdBy, createdAt, updatedAt, state } = row;
  return {
    ...toFields(definition),
    id,
    projectId,
    name,
    severity,
    kind,
    enabled,
    version,
    createdBy,
    ...(state && { state: toState(state) }),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
    warnings: [...warnings],
  };
}

/** The fields of a definition; fields that its kind does not have are absent. */
function toFields(definition: RuleDefinition) {
  const { query, condition, noData, notify, incident, investigate, slo, composite, pattern } = definition;
  const { window, interval, evalDelay, match, consecutive, keepFiringFor, labels, annotations, maxGroups } = definition;
  const { minSamples, external } = definition;
  return {
    window,
    interval,
    evalDelay,
    match,
    consecutive,
    keepFiringFor,
    maxGroups,
    noData,
    for: definition.for,
    minSamples: BigInt(minSamples),
    groupBy: [...definition.groupBy],
    labels: { ...labels },
    annotations: { ...annotations },
    ...(query && { query: toQuery(query) }),
    ...(condition && {
      condition: {
        op: condition.op,
        threshold: condition.threshold,
        ...(condition.reducer !== '' && { reducer: condition.reducer }),
        ...(condition.thresholdMax !== null && { thresholdMax: condition.thresholdMax }),
        ...(condition.recoveryThreshold !== null && { recoveryThreshold: condition.recoveryThreshold }),
      },
    }),
    notify: { ...notify, channels: [...notify.channels], groupBy: [...notify.groupBy] },
    incident: { autoCreate: incident.autoCreate, ...(incident.severity !== null && { severity: incident.severity }) },
    investigate: investigate !== null,
    ...(slo && { slo: { objective: slo.objective, good: toQuery(slo.good) } }),
    ...(composite && { composite: { operator: composite.operator, ruleIds: [...composite.ruleIds] } }),
    ...(pattern !== '' && { pattern }),
    ...(external && { external: toExternal(external) }),
  };
}

function toExternal({ sources, matchers, json, resolveAfter, heartbeat }: ExternalSettings) {
  const mapping = json && {
    ...json,
    resolved: [...json.resolved],
    acknowledged: [...json.acknowledged],
    labels: { ...json.labels },
    annotations: { ...json.annotations },
  };
  const message: MessageInitShape<typeof AlertRuleExternalSchema> = {
    sources: [...sources],
    matchers: matchers.map((matcher) => ({ ...matcher })),
    resolveAfter,
    heartbeat,
    ...(mapping && { json: mapping }),
  };
  return message;
}

function toQuery(query: RuleQuery): MessageInitShape<typeof AlertRuleQuerySchema> {
  const { service, environment, level, signal, agg, ...texts } = query;
  const choices = { ...(signal !== '' && { signal }), ...(agg !== '' && { agg }) };
  return { ...texts, ...choices, service: [...service], environment: [...environment], level: [...level] };
}

function toState(state: AlertRuleState) {
  const { health, lastError, evaluatedAt, pending, firing, receivedAt } = state;
  const evaluated = evaluatedAt && { evaluatedAt: timestampFromDate(evaluatedAt) };
  const failed = lastError !== '' && { lastError };
  const received = receivedAt && { receivedAt: timestampFromDate(receivedAt) };
  return create(AlertRuleStateSchema, { health, pending, firing, ...failed, ...evaluated, ...received });
}
