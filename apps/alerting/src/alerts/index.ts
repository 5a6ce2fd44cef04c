export {
  ALERT_SEVERITIES,
  type AlertChange,
  type AlertLabels,
  type AlertReason,
  type AlertSeverity,
  type NotifySettings,
  type RuleSnapshot,
} from './alert-change.js';
export { AlertsModule } from './alerts.module.js';
export { AlertChanges } from './changes/alert-changes.js';
export { toAlertFields } from './alert.message.js';
export { toAlertRow, type AlertRow } from './store/alert-row.js';
