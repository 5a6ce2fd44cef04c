import type { AlertRuleExternalInput, AlertRuleJsonInput } from '@svc/contract';
import type { Wire } from '@svc/external-alerts';
import type { MatcherOperator } from '../../alerts/index.js';
import type { ExternalSettings } from './definition.js';

/** The settings of a request with their defaults. The contract has checked the form of each field. */
export function readExternal(sent: AlertRuleExternalInput | undefined): ExternalSettings {
  return {
    sources: (sent?.sources ?? []) as Wire[],
    matchers: (sent?.matchers ?? []).map(({ labelName, operator, value }) => ({
      labelName,
      operator: operator as MatcherOperator,
      value,
    })),
    json: sent?.json ? readMapping(sent.json) : null,
    resolveAfter: sent?.resolveAfter ?? '',
    heartbeat: sent?.heartbeat ?? '',
  };
}

function readMapping(sent: AlertRuleJsonInput): NonNullable<ExternalSettings['json']> {
  const { alerts, dedupKey, status, resolved, acknowledged, name, severity, labels, annotations } = sent;
  return { alerts, dedupKey, status, resolved, acknowledged, name, severity, labels, annotations };
}
