import type { AlertRule, AlertRulesCreateRequest } from '../../../gen/api.js';

/** The request that stores a rule as it is. A field that is absent stays absent. */
export function toBody(rule: AlertRule): AlertRulesCreateRequest {
  const own = new Set(['id', 'project_id', 'version', 'state', 'created_by', 'created_at', 'updated_at', 'warnings']);
  const sent = Object.entries(rule).filter(([name, value]) => !own.has(name) && !(name === 'match' && value === ''));
  return Object.fromEntries(sent) as unknown as AlertRulesCreateRequest;
}
