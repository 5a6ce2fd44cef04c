import type { AnomalyFinding } from '../../gen/api.js';

/** What deviates, without the figures, which the summary has after a colon. */
export function nameAnomaly({ summary }: Pick<AnomalyFinding, 'summary'>): string {
  const at = summary.lastIndexOf(': ');
  return at <= 0 ? summary : summary.slice(0, at);
}
