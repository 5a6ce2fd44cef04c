import type { SubjectType } from '@svc/investigations';

/** The scopes that read the subjects by themselves. */
export const SUBJECT_SCOPES: Readonly<Record<Exclude<SubjectType, 'question'>, string>> = {
  incident: 'incidents:read',
  alert: 'alerts:read',
  issue: 'issues:read',
  anomaly: 'anomalies:read',
  trace: 'traces:read',
  person: 'persons:read',
};
