import type { Action, IncidentState, Lifecycle, Outcome } from './lifecycle.js';

interface Rule {
  readonly from: readonly IncidentState[];
  readonly to: IncidentState;
}

const RULES: Readonly<Record<Action, Rule>> = {
  acknowledge: { from: ['open'], to: 'acknowledged' },
  resolve: { from: ['open', 'acknowledged'], to: 'resolved' },
  reopen: { from: ['acknowledged', 'resolved'], to: 'open' },
};

/** The lifecycle of a new incident. */
export function startLifecycle(createdAt: Date): Lifecycle {
  return {
    state: 'open',
    createdAt,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    timeToAcknowledgeMs: null,
    timeToResolveMs: null,
    reopenCount: 0,
  };
}

/** The whole state machine of incidents: what an action of `by` does to an incident at a time. */
export function transition(incident: Lifecycle, action: Action, by: string, at: Date): Outcome {
  const { from, to } = RULES[action];
  if (!from.includes(incident.state)) return { kind: 'refused', from: incident.state, to };
  return { kind: 'changed', next: { ...incident, state: to, ...changes(incident, action, by, at) } };
}

function changes(incident: Lifecycle, action: Action, by: string, at: Date): Partial<Lifecycle> {
  switch (action) {
    case 'acknowledge':
      return {
        acknowledgedAt: at,
        acknowledgedBy: by,
        timeToAcknowledgeMs: incident.timeToAcknowledgeMs ?? elapsedMs(incident.createdAt, at),
      };
    case 'resolve':
      return { resolvedAt: at, resolvedBy: by, timeToResolveMs: elapsedMs(incident.createdAt, at) };
    case 'reopen':
      return {
        acknowledgedAt: null,
        acknowledgedBy: null,
        resolvedAt: null,
        resolvedBy: null,
        timeToResolveMs: null,
        reopenCount: incident.reopenCount + 1,
      };
  }
}

/** Never negative, although the clocks of two machines may disagree. */
function elapsedMs(from: Date, to: Date): bigint {
  return BigInt(Math.max(0, to.getTime() - from.getTime()));
}
