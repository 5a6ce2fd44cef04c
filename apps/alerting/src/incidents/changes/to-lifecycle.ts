import type { LinkedIncident } from '../incidents.repository.js';
import type { IncidentState, Lifecycle } from '../lifecycle/index.js';

/** The part of a stored incident that its transitions depend on. */
export function toLifecycle(incident: LinkedIncident): Lifecycle {
  const { state, createdAt, acknowledgedAt, acknowledgedBy, resolvedAt, resolvedBy } = incident;
  const { timeToAcknowledgeMs, timeToResolveMs, reopenCount } = incident;
  return {
    // The column only holds states that transitions led to.
    state: state as IncidentState,
    createdAt,
    acknowledgedAt,
    acknowledgedBy,
    resolvedAt,
    resolvedBy,
    timeToAcknowledgeMs,
    timeToResolveMs,
    reopenCount,
  };
}
