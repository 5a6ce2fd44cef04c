import type { Alert, AlertRule } from '../../gen/api.js';
import { toTarget, type Target } from '../../links/targets.js';
import type { Search } from '../../url/codec.js';
import { toMilliseconds } from '../parts/durations.js';

/** The part of the telemetry that an alert is about. */
export interface Evidence {
  readonly startMs: number;
  readonly endMs: number;
  /** The page that shows it; undefined where the console has none. */
  readonly target: Target | undefined;
}

type Seen = Pick<Alert, 'started_at' | 'evaluated_at' | 'resolved_at' | 'labels'>;

const MINUTE_MS = 60_000;

/** The records that a rule has measured for an alert, from the window before the breach to the last evaluation. */
export function toEvidence(alert: Seen, rule: Pick<AlertRule, 'query' | 'window' | 'kind'>): Evidence | undefined {
  const startedMs = Date.parse(alert.started_at ?? '');
  if (Number.isNaN(startedMs)) return undefined;
  const endMs = Date.parse(alert.resolved_at ?? alert.evaluated_at ?? '') || startedMs;
  const startMs = startedMs - (toMilliseconds(rule.window) ?? MINUTE_MS);
  return { startMs, endMs: Math.max(endMs, startedMs) + MINUTE_MS, target: toPage(alert, rule) };
}

function toPage({ labels }: Seen, { query, kind }: Pick<AlertRule, 'query' | 'kind'>): Target | undefined {
  if (kind === 'new_issue' || kind === 'regression') return { to: 'issues' };
  if (!query) return undefined;
  const { q, level, environment, signal, metric_name: metric } = query;
  const named = labels['service_name'];
  const service = named === undefined ? query.service : [named];
  const search: Search = {
    ...(q !== '' && { q }),
    ...(service.length > 0 && { service }),
    ...(environment.length > 0 && { env: environment }),
  };
  switch (signal) {
    case 'logs':
      return { to: 'logs', search: { ...search, ...(level.length > 0 && { level }) } };
    case 'traces':
      return { to: 'traces', search };
    case 'errors':
      return { to: 'issues', search: service.length > 0 ? { service } : {} };
    case 'metrics':
      return toTarget('metric', metric);
    case undefined:
    default:
      return undefined;
  }
}
