/** The part of an incident that its transitions decide. */
export interface Lifecycle {
  readonly state: IncidentState;
  readonly createdAt: Date;
  /** Both null unless the incident was acknowledged since it was created or reopened. */
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  /** Both null unless the incident is resolved. */
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  /** Time from the creation to the first acknowledgement; a reopening does not change it. */
  readonly timeToAcknowledgeMs: bigint | null;
  /** Time from the creation to the resolution; null unless the incident is resolved. */
  readonly timeToResolveMs: bigint | null;
  readonly reopenCount: number;
}

export const INCIDENT_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** Action of a responder that changes the state. */
export type Action = 'acknowledge' | 'resolve' | 'reopen';

export type Outcome =
  | { readonly kind: 'changed'; readonly next: Lifecycle }
  /** The state does not allow it. */
  | { readonly kind: 'refused'; readonly from: IncidentState; readonly to: IncidentState };
