import type { Input } from '../../api/call.js';
import type { RespondState } from '../fields.js';
import { known } from '../parts/choices.js';

export const ALERT_STATES = ['pending', 'firing', 'acknowledged', 'silenced'] as const;
export const SEVERITIES = ['critical', 'warning', 'info'] as const;

const PAGE_SIZE = 100;

/** The request for the alerts that match the filters. */
export function toAlertsInput({ q, state, severity }: RespondState): Input<'GET /alerts'> {
  const states = known(ALERT_STATES, state);
  const severities = known(SEVERITIES, severity);
  return {
    query: {
      limit: PAGE_SIZE,
      ...(q !== '' && { name: q }),
      ...(states.length > 0 && { state: states }),
      ...(severities.length > 0 && { severity: severities }),
    },
  };
}
