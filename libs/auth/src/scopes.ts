/** A permission that a credential can have. */
export interface ScopeDefinition {
  /** `resource:verb`. */
  readonly name: string;
  readonly description: string;
  /** Whether an API key may have it. */
  readonly grantable: boolean;
}

/** Name and description. */
const CATALOG = [
  ['account:read', 'Read who the credential belongs to and what it permits.'],
  ['account:write', 'Change your own password, second factor and sessions.'],
  ['agent_runs:read', 'Read AI agent runs and their scores.'],
  ['agent_runs:write', 'Score AI agent runs.'],
  ['ai:query', 'Ask questions in natural language.'],
  ['alerts:read', 'Read alerts, alert rules and silences; test rules.'],
  ['alerts:send', 'Send alerts of other products.'],
  ['alerts:write', 'Acknowledge and resolve alerts; change alert rules and silences.'],
  ['analytics:write', 'Send product events and session recordings.'],
  ['anomalies:read', 'Read anomaly findings.'],
  ['anomalies:write', 'Acknowledge, resolve and delete anomaly findings.'],
  ['api_keys:read', 'List API keys and the scopes they can have.'],
  ['api_keys:write', 'Create and revoke API keys.'],
  ['audit:read', 'Read the audit log.'],
  ['cohorts:read', 'Read and preview cohorts and their members.'],
  ['cohorts:write', 'Change cohorts and their members.'],
  ['connections:read', 'Read provider connections, without their secrets.'],
  ['connections:write', 'Create, reauthorize and delete provider connections.'],
  ['dashboards:read', 'Read dashboards and the data of their widgets.'],
  ['dashboards:write', 'Change dashboards and their widgets.'],
  ['errors:read', 'Read error events and groups.'],
  ['escalation:read', 'Read escalation policies.'],
  ['escalation:write', 'Change escalation policies.'],
  ['evals:read', 'Read the configuration of quality evaluation.'],
  ['evals:write', 'Change the configuration of quality evaluation.'],
  ['events:read', 'Read product events, trends, funnels and retention.'],
  ['export:download', 'Create download addresses for finished exports.'],
  ['export:read', 'Read and list export jobs.'],
  ['export:write', 'Create, cancel and retry export jobs; needs the read scope of their signal too.'],
  ['flags:evaluate', 'Evaluate feature flags.'],
  ['flags:read', 'Read feature flags and their snapshot for local evaluation.'],
  ['flags:write', 'Change feature flags.'],
  ['groups:read', 'Read group accounts and their timelines.'],
  ['incidents:read', 'Read incidents and their timelines.'],
  ['incidents:write', 'Open, change, comment and close incidents.'],
  ['investigations:read', 'Read investigations.'],
  ['investigations:write', 'Start, continue and cancel investigations.'],
  ['invitations:read', 'List invitations.'],
  ['invitations:write', 'Invite members and revoke invitations.'],
  ['issues:read', 'Read issues, their occurrences, releases and grouping.'],
  ['issues:write', 'Resolve, ignore, snooze, reopen, assign and merge issues.'],
  ['llm:read', 'Read cost, usage and prices of language models.'],
  ['llm:write', 'Override prices of language models.'],
  ['logs:read', 'Read, aggregate and follow logs.'],
  ['logs:write', 'Delete log records.'],
  ['members:read', 'List members of the organization.'],
  ['members:write', 'Change roles of members and remove them.'],
  ['metrics:read', 'Read metrics and forecasts.'],
  ['metrics:write', 'Delete metrics.'],
  ['notifications:read', 'Read notification channels and deliveries.'],
  ['notifications:write', 'Change and test notification channels; redrive deliveries.'],
  ['oncall:read', 'Read on-call schedules, overrides and contact methods.'],
  ['oncall:write', 'Change on-call schedules, overrides and contact methods.'],
  ['persons:read', 'Read customer profiles and timelines.'],
  ['persons:write', 'Unlink and erase customers.'],
  ['projects:read', 'Read projects.'],
  ['projects:write', 'Create, change and delete projects.'],
  ['releases:read', 'Read releases and uploaded symbols.'],
  ['releases:write', 'Record releases.'],
  ['replay:read', 'Read session recordings.'],
  ['replay:write', 'Delete session recordings.'],
  ['saved_searches:read', 'Read saved searches.'],
  ['saved_searches:write', 'Change saved searches.'],
  ['search:read', 'Search across signals.'],
  ['security:write', 'Change how members of the organization sign in.'],
  ['segments:read', 'Read and preview account segments.'],
  ['segments:write', 'Change account segments.'],
  ['services:read', 'Read services, their metrics and the service map.'],
  ['settings:read', 'Read configuration entries.'],
  ['settings:write', 'Change configuration entries.'],
  ['symbols:write', 'Upload source maps and symbols.'],
  ['telemetry:write', 'Send traces, logs and metrics over OTLP.'],
  ['tickets:read', 'Read ticket links.'],
  ['tickets:write', 'Link issues to tickets and unlink them.'],
  ['traces:read', 'Read and search traces.'],
  ['traces:write', 'Delete traces.'],
  ['usage:read', 'Read usage.'],
] as const satisfies readonly (readonly [string, string])[];

export type Scope = (typeof CATALOG)[number][0];

/** Scopes that only signed-in users can have. */
const RESERVED: ReadonlySet<string> = new Set(['account:write', 'security:write']);

/** Every scope, by name. */
export const SCOPES: readonly (ScopeDefinition & { readonly name: Scope })[] = CATALOG.map(([name, description]) => ({
  name,
  description,
  grantable: !RESERVED.has(name),
}));

const NAMES: ReadonlySet<string> = new Set(CATALOG.map(([name]) => name));

export function isScope(value: string): value is Scope {
  return NAMES.has(value);
}
