export { answerOf, refusalOf, type Accepted, type Answering, type WireAnswer } from './answer.js';
export {
  WIRES,
  type ExternalAlert,
  type ExternalSeverity,
  type ExternalStatus,
  type Received,
  type Texts,
  type Wire,
} from './external-alert.js';
export { compileMapping, type CompiledMapping, type JsonMapping } from './json/mapping.js';
export { translateJson } from './json/translate.js';
export { LIMITS } from './limits.js';
export { translateAlertmanagerAlerts, translateAlertmanagerWebhook } from './wires/alertmanager.js';
export { translateGrafana } from './wires/grafana.js';
export { translateOpsgenie, type OpsgenieOperation } from './wires/opsgenie.js';
export { routingKeyOf, translatePagerDuty } from './wires/pagerduty.js';
