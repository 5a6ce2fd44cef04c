import type { Input } from '../../api/call.js';
import type { RespondState } from '../fields.js';
import { known } from '../parts/choices.js';

export const STATUSES = ['open', 'acknowledged', 'resolved'] as const;
export const SEVERITIES = ['1', '2', '3', '4'] as const;

const PAGE_SIZE = 100;

/** The request for the incidents that match the filters. */
export function toIncidentsInput({ state, severity }: RespondState): Input<'GET /incidents'> {
  const statuses = known(STATUSES, state);
  const severities = known(SEVERITIES, severity).map(Number);
  return {
    query: {
      limit: PAGE_SIZE,
      ...(statuses.length > 0 && { status: statuses }),
      ...(severities.length > 0 && { severity: severities }),
    },
  };
}
