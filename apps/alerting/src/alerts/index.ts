export {
  ALERT_SEVERITIES,
  type AlertActor,
  type AlertChange,
  type AlertLabels,
  type AlertReason,
  type AlertSeverity,
  type NotifySettings,
  type RuleSnapshot,
} from './lifecycle/alert-change.js';
export { AlertsModule } from './alerts.module.js';
export { AlertChanges } from './changes/alert-changes.js';
export { AlertInvestigations } from './changes/alert-investigations.js';
export type { InvestigationNote } from './lifecycle/alert-row.js';
export { MatcherChecks } from './silences/matcher-checks.js';
export {
  compileMatchers,
  toMatchable,
  type Labels,
  type MatcherOperator,
  type SilenceMatcher,
} from './silences/matcher.js';
