import type { Rule, RuleDefinition } from '../definition/definition.js';

/** A definition with the defaults of a request. */
export const DEFINITION: RuleDefinition = {
  query: {
    signal: 'logs',
    q: '',
    service: [],
    environment: [],
    level: [],
    metricName: '',
    event: '',
    field: '',
    agg: '',
    savedSearchId: '',
  },
  saved: null,
  groupBy: [],
  window: '5m',
  interval: '1m',
  evalDelay: '60s',
  condition: { reducer: '', op: 'gt', threshold: 5, thresholdMax: null, recoveryThreshold: null },
  match: '',
  consecutive: 1,
  for: '0s',
  keepFiringFor: '0s',
  minSamples: 0,
  noData: { policy: 'ok', after: '10m' },
  labels: {},
  annotations: {},
  notify: {
    channels: [],
    escalationPolicyId: '',
    groupBy: ['alertname'],
    groupWait: '30s',
    groupInterval: '5m',
    repeatInterval: '4h',
  },
  incident: { autoCreate: false, severity: null },
  investigate: null,
  maxGroups: 500,
  slo: null,
  composite: null,
  pattern: '',
  external: null,
};

export const createRule = (definition: Partial<RuleDefinition> = {}, kind: Rule['kind'] = 'threshold'): Rule => ({
  id: 'rule',
  name: 'Too much',
  severity: 'warning',
  kind,
  definition: { ...DEFINITION, ...definition },
});
