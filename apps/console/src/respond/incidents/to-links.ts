import type { IncidentDetails } from '../../gen/api.js';

/** A link of an incident with what is known about its target. */
export interface ShownLink {
  readonly id: string;
  readonly kind: string;
  /** Type of the target, as pages of the console have it. */
  readonly type: string;
  readonly ref: string;
  readonly name: string;
  readonly state: string | undefined;
  readonly reason: string | undefined;
}

/** The links of an incident, whose targets are described in parts of their own; a target that cannot be read has its ID only. */
export function toLinks({ links, alerts, issues, anomalies }: IncidentDetails): readonly ShownLink[] {
  return links.map(({ id, type, ref, correlation_reason: reason }) => {
    const base = { id, ref, reason };
    if (type === 'alert') {
      const alert = alerts?.items.find((item) => item.id === ref);
      return { ...base, kind: 'Alert', type, name: alert?.name ?? ref, state: alert?.state };
    }
    if (type === 'error_group') {
      const issue = issues?.items.find((item) => item.id === ref);
      return { ...base, kind: 'Issue', type: 'issue', name: issue?.title ?? ref, state: issue?.status };
    }
    const anomaly = anomalies?.items.find((item) => item.id === ref);
    const name = anomaly ? `${anomaly.detector} ${anomaly.direction}` : ref;
    return { ...base, kind: 'Anomaly', type, name, state: anomaly?.status };
  });
}
