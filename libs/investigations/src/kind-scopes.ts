import type { EvidenceKind } from './model.js';

/**
 * The scopes of the public operations that show the data of a kind of evidence. A check reads all of its sources at once, so that looking
 * needs every scope; each piece of evidence names the scopes that it needs itself.
 */
export const KIND_SCOPES: Readonly<Record<EvidenceKind, readonly string[]>> = {
  symptom: ['services:read'],
  onset: ['services:read'],
  seasonality: ['services:read'],
  deviation: ['services:read'],
  service_map: ['services:read'],
  own_errors: ['traces:read'],
  critical_path: ['traces:read'],
  change: ['flags:read', 'releases:read'],
  attribute: ['traces:read'],
  log_pattern: ['logs:read', 'traces:read'],
  issue: ['issues:read'],
  affected: ['persons:read'],
  affected_accounts: ['groups:read'],
  agent_run: ['agent_runs:read'],
  agent_cost: ['agent_runs:read'],
  metric: ['metrics:read'],
  setting: ['alerts:read', 'projects:read', 'settings:read'],
};

/** The kinds for which somebody with these scopes lacks one. */
export function unreadableKinds(scopes: readonly string[]): readonly EvidenceKind[] {
  const kinds = Object.keys(KIND_SCOPES) as EvidenceKind[];
  return kinds.filter((kind) => !KIND_SCOPES[kind].every((scope) => scopes.includes(scope)));
}
