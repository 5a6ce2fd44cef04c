import {
  compileMapping,
  translateAlertmanagerAlerts,
  translateAlertmanagerWebhook,
  translateGrafana,
  translateJson,
  translateOpsgenie,
  translatePagerDuty,
  type JsonMapping,
  type OpsgenieOperation,
  type Received,
  type Wire,
} from '@svc/external-alerts';
import { invalidField, ServiceError } from '@svc/service-error';

/** A request with all that its translation depends on; it can be passed to a thread. */
export interface SentRequest {
  readonly wire: Wire;
  readonly body: Uint8Array;
  readonly nowMs: number;
  /** The paths of the rule; null for other wires than JSON. */
  readonly mapping: JsonMapping | null;
  readonly action: string;
  readonly identifier: string;
  readonly identifierType: string;
}

/** @throws ServiceError invalid_request that names the field; payload_too_large. */
export function translate(request: SentRequest): Received {
  const { wire, body, nowMs, mapping } = request;
  switch (wire) {
    case 'alertmanager':
      return translateAlertmanagerWebhook(body);
    case 'alertmanager_api':
      return translateAlertmanagerAlerts(body, nowMs);
    case 'grafana':
      return translateGrafana(body);
    case 'pagerduty':
      return translatePagerDuty(body);
    case 'opsgenie':
      return translateOpsgenie(toOperation(request), body);
    case 'json':
      if (!mapping) throw new ServiceError('not_found');
      return translateJson(body, compileMapping(mapping));
  }
}

function toOperation({ action, identifier, identifierType }: SentRequest): OpsgenieOperation {
  if (action === 'create') return { action };
  if (action === 'close' || action === 'acknowledge') return { action, identifier, identifierType };
  throw invalidField('action', 'must be create, close or acknowledge');
}
