import type { Family } from '../command/command.js';
import { ALERTS } from './response/alerts.js';
import { ACCOUNTS } from './customers/accounts.js';
import { APIKEY } from './workspace/apikey.js';
import { ANOMALIES } from './response/anomalies.js';
import { CLIENT } from './client/client.js';
import { COHORTS } from './product/cohorts.js';
import { DASHBOARDS } from './saved-work/dashboards.js';
import { EVENTS } from './product/events.js';
import { EXPORTS } from './saved-work/exports.js';
import { FLAGS } from './product/flags.js';
import { INCIDENTS } from './response/incidents.js';
import { INVITATIONS } from './workspace/invitations.js';
import { ISSUES } from './errors/issues.js';
import { LOGS } from './telemetry/logs.js';
import { MEMBERS } from './workspace/members.js';
import { METRICS } from './telemetry/metrics.js';
import { ALERT_RULES } from './response/alert-rules.js';
import { ESCALATION } from './response/escalation.js';
import { ONCALL } from './response/oncall.js';
import { PERSONS } from './customers/persons.js';
import { PROJECTS } from './workspace/projects.js';
import { RELEASES } from './errors/releases.js';
import { SAVED_SEARCHES } from './saved-work/saved-searches.js';
import { SEARCH } from './telemetry/search.js';
import { SEGMENTS } from './customers/segments.js';
import { SEND } from './product/send.js';
import { SETTINGS } from './workspace/settings.js';
import { SERVICES } from './telemetry/services.js';
import { SYMBOLS } from './errors/symbols.js';
import { CHANNELS } from './integrations/channels.js';
import { CONNECTIONS } from './integrations/connections.js';
import { DELIVERIES } from './integrations/deliveries.js';
import { TICKETS } from './integrations/tickets.js';
import { TRACES } from './telemetry/traces.js';

/** Every command of the client: one family and one file for each first word. */
export const CATALOG: readonly Family[] = [
  FLAGS,
  COHORTS,
  LOGS,
  TRACES,
  METRICS,
  SERVICES,
  EVENTS,
  SEND,
  SEARCH,
  SAVED_SEARCHES,
  DASHBOARDS,
  EXPORTS,
  PERSONS,
  ACCOUNTS,
  SEGMENTS,
  ISSUES,
  RELEASES,
  SYMBOLS,
  CHANNELS,
  CONNECTIONS,
  DELIVERIES,
  TICKETS,
  PROJECTS,
  APIKEY,
  SETTINGS,
  MEMBERS,
  INVITATIONS,
  ANOMALIES,
  INCIDENTS,
  ALERTS,
  ALERT_RULES,
  ONCALL,
  ESCALATION,
  CLIENT,
];
