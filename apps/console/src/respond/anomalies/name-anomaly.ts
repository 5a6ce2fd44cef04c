import type { AnomalyFinding } from '../../gen/api.js';

/** The name of a finding: its summary without the figures after the last colon. */
export function nameAnomaly({ summary }: Pick<AnomalyFinding, 'summary'>): string {
  const at = summary.lastIndexOf(': ');
  return at <= 0 ? summary : summary.slice(0, at);
}
