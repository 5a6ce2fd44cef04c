import type { EvidenceKind } from './model.js';

/**
 * The scopes of the public operations that show the data of a kind of evidence. Changes have several sources, and one of their scopes
 * suffices to look; each piece of evidence names the scopes that it needs itself.
 */
export const KIND_SCOPES: Readonly<Record<EvidenceKind, readonly string[]>> = {
  symptom: ['services:read'],
  onset: ['services:read'],
  seasonality: ['services:read'],
  deviation: ['services:read'],
  service_map: ['services:read'],
  own_errors: ['traces:read'],
  change: ['alerts:read', 'flags:read', 'releases:read', 'settings:read'],
  attribute: ['traces:read'],
  log_pattern: ['logs:read'],
  issue: ['issues:read'],
  critical_path: ['traces:read'],
  metric: ['metrics:read'],
  agent_cost: ['agent_runs:read'],
  affected: ['persons:read'],
};

/** The kinds of which somebody with these scopes may read nothing. */
export function unreadableKinds(scopes: readonly string[]): readonly EvidenceKind[] {
  const kinds = Object.keys(KIND_SCOPES) as EvidenceKind[];
  return kinds.filter((kind) => !KIND_SCOPES[kind].some((scope) => scopes.includes(scope)));
}
