import type { Family } from '../command/command.js';
import { AGENT_RUNS } from './ai/agent-runs.js';
import { EVALS } from './ai/evals.js';
import { LLM } from './ai/llm.js';
import { SCORES } from './ai/scores.js';
import { CLIENT } from './client/client.js';
import { MCP } from './client/mcp.js';
import { SKILL } from './client/skill.js';
import { ACCOUNTS } from './customers/accounts.js';
import { PERSONS } from './customers/persons.js';
import { SEGMENTS } from './customers/segments.js';
import { ISSUES } from './errors/issues.js';
import { RELEASES } from './errors/releases.js';
import { SYMBOLS } from './errors/symbols.js';
import { CHANNELS } from './integrations/channels.js';
import { CONNECTIONS } from './integrations/connections.js';
import { DELIVERIES } from './integrations/deliveries.js';
import { TICKETS } from './integrations/tickets.js';
import { COHORTS } from './product/cohorts.js';
import { EVENTS } from './product/events.js';
import { FLAGS } from './product/flags.js';
import { REPLAY } from './product/replay.js';
import { SEND } from './product/send.js';
import { ALERT_RULES } from './response/alert-rules.js';
import { ALERTS } from './response/alerts.js';
import { ANOMALIES } from './response/anomalies.js';
import { ESCALATION } from './response/escalation.js';
import { INCIDENTS } from './response/incidents.js';
import { ONCALL } from './response/oncall.js';
import { DASHBOARDS } from './saved-work/dashboards.js';
import { EXPORTS } from './saved-work/exports.js';
import { SAVED_SEARCHES } from './saved-work/saved-searches.js';
import { LOGS } from './telemetry/logs.js';
import { METRICS } from './telemetry/metrics.js';
import { SEARCH } from './telemetry/search.js';
import { SERVICES } from './telemetry/services.js';
import { TRACES } from './telemetry/traces.js';
import { APIKEY } from './workspace/apikey.js';
import { INVITATIONS } from './workspace/invitations.js';
import { MEMBERS } from './workspace/members.js';
import { PROJECTS } from './workspace/projects.js';
import { SETTINGS } from './workspace/settings.js';
import { USAGE } from './workspace/usage.js';

/** Every command of the client: one family and one file for each first word, in the order of the help. */
export const CATALOG: readonly Family[] = [
  ...ofTopic('Telemetry:', LOGS, TRACES, METRICS, SERVICES, SEARCH),
  ...ofTopic('Errors:', ISSUES, RELEASES, SYMBOLS, TICKETS),
  ...ofTopic('Response:', ALERTS, ALERT_RULES, ANOMALIES, INCIDENTS, ONCALL, ESCALATION, CHANNELS, DELIVERIES),
  ...ofTopic('Customers and product:', PERSONS, ACCOUNTS, SEGMENTS, COHORTS, EVENTS, FLAGS, REPLAY, SEND),
  ...ofTopic('AI:', AGENT_RUNS, EVALS, LLM, SCORES),
  ...ofTopic('Saved work:', DASHBOARDS, SAVED_SEARCHES, EXPORTS),
  ...ofTopic('Workspace:', PROJECTS, MEMBERS, INVITATIONS, APIKEY, SETTINGS, CONNECTIONS, USAGE),
  ...ofTopic('Client:', CLIENT, MCP, SKILL),
];

function ofTopic(topic: string, ...families: readonly Family[]): Family[] {
  return families.map((family) => ({ ...family, topic }));
}
