import type { Input } from '../../api/call.js';
import type { RespondState } from '../fields.js';
import { known } from '../parts/choices.js';

export const ANOMALY_STATUSES = ['open', 'acknowledged', 'resolved'] as const;
export const ANOMALY_SEVERITIES = ['critical', 'warning'] as const;

const PAGE_SIZE = 100;

/** The request for the findings that match the filters. */
export function toAnomaliesInput({ state, severity }: RespondState): Input<'GET /anomalies'> {
  const statuses = known(ANOMALY_STATUSES, state);
  const severities = known(ANOMALY_SEVERITIES, severity);
  return {
    query: {
      limit: PAGE_SIZE,
      ...(statuses.length > 0 && { status: statuses }),
      ...(severities.length > 0 && { severity: severities }),
    },
  };
}
