import type { Alert, AnomalyFinding, Issue } from '../gen/api.js';
import { toTarget, type Target } from '../links/targets.js';
import type { Tone } from '../ui/controls/badge.js';

export interface AttentionItem {
  readonly id: string;
  readonly kind: 'Alert' | 'Anomaly' | 'Issue';
  readonly severity: Tone;
  readonly title: string;
  readonly at: string | undefined;
  /** The page that shows it; undefined where the console has none. */
  readonly target?: Target | undefined;
}

const RANKS: Readonly<Record<Tone, number>> = { danger: 0, warn: 1, info: 2, ok: 3, neutral: 4 };

/** Everything that waits for a person, the most serious first, then the newest. */
export function toAttention(
  alerts: readonly Alert[],
  anomalies: readonly AnomalyFinding[],
  issues: readonly Issue[],
): readonly AttentionItem[] {
  const items: readonly AttentionItem[] = [
    ...alerts.map(({ id, name, summary, severity, fired_at: at }) => ({
      id: `alert ${id}`,
      kind: 'Alert' as const,
      severity: toTone(severity),
      title: summary === '' ? name : summary,
      at,
      target: toTarget('alert', id),
    })),
    ...anomalies.map(({ id, summary, severity, started_at: at }) => ({
      id: `anomaly ${id}`,
      kind: 'Anomaly' as const,
      severity: toTone(severity),
      title: summary,
      at,
      target: toTarget('anomaly', id),
    })),
    ...issues.map(({ id, title, level, last_seen: at }) => ({
      id: `issue ${id}`,
      kind: 'Issue' as const,
      severity: level === 'fatal' ? ('danger' as const) : ('warn' as const),
      title,
      at,
      target: toTarget('issue', id),
    })),
  ];
  return items.toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity] || toMs(b.at) - toMs(a.at));
}

function toTone(severity: string): Tone {
  return severity === 'critical' ? 'danger' : severity === 'warning' ? 'warn' : 'info';
}

function toMs(at: string | undefined): number {
  return at === undefined ? 0 : Date.parse(at);
}
