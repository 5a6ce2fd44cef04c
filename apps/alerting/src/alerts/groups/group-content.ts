import type { Prisma } from '@svc/relational';
import type { NotificationContent } from '@svc/work';
import { alertContent, toInvestigated, toSummary } from '../lifecycle/alert-event.js';
import type { AlertRow } from '../lifecycle/alert-row.js';
import { label } from '../lifecycle/identity.js';
import { rank } from '../lifecycle/transition.js';
import type { GroupRow } from './groups.repository.js';

/** Alerts that a notification describes one by one. */
const MAX_DESCRIBED = 20;

/** Content of a notification about a group: firing alerts, the most severe first, then resolved ones. */
export function groupContent(
  group: GroupRow,
  firing: readonly AlertRow[],
  resolved: readonly AlertRow[],
): NotificationContent {
  const described = firing.length > 0 ? firing.toSorted(bySeverity) : resolved;
  const [first] = described;
  if (!first) return { ...MOVED, severity: 'info', ...counts(firing, resolved) };
  const count = described.length;
  const alone = alertContent(first);
  if (firing.length + resolved.length === 1) return { ...alone, ...counts(firing, resolved) };
  const investigated = described.slice(0, MAX_DESCRIBED).find((alert) => toInvestigated(alert) !== '');
  const since = Math.min(...described.map(({ startedAt }) => startedAt.getTime()));
  const [service, environment] = ['service_name', 'environment'].map((name) => label(group.labels, name));
  return {
    ...alone,
    title: `${label(group.labels, 'alertname') || first.name}${count > 1 ? ` (${count} alerts)` : ''}`,
    since: new Date(since).toISOString(),
    summary: summarize({ first, count, investigated }, firing.length > 0 ? resolved.length : 0),
    service: service ?? '',
    environment: environment ?? '',
    group_labels: group.labels,
    ...(investigated?.investigation && { investigation: { ...investigated.investigation } }),
    ...counts(firing, resolved),
    alerts: [...firing.toSorted(bySeverity), ...resolved].slice(0, MAX_DESCRIBED).map(describe),
  };
}

/** The alerts of a rule whose settings of notifications were changed. */
const MOVED = { title: 'Alerts', summary: 'The rule notifies others of its alerts now.' };

export function acknowledgementContent(alert: AlertRow, by: string | undefined, note = ''): NotificationContent {
  return { ...alertContent(alert), ...(by !== undefined && { by }), ...(note !== '' && { note }) };
}

/** The alerts that a notification is about: the first one, how many there are, and the first that was investigated. */
interface Described {
  readonly first: AlertRow;
  readonly count: number;
  readonly investigated: AlertRow | undefined;
}

function summarize({ first, count, investigated }: Described, resolvedCount: number): string {
  const sentences = [first.state === 'resolved' ? `All ${count} alerts are resolved.` : first.summary];
  if (first.state !== 'resolved' && count > 1) sentences.push(`${count - 1} more ${count > 2 ? 'fire' : 'fires'}.`);
  if (resolvedCount > 0) sentences.push(`${resolvedCount} ${resolvedCount > 1 ? 'are' : 'is'} resolved.`);
  if (investigated) sentences.push(toInvestigated(investigated));
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function counts(firing: readonly AlertRow[], resolved: readonly AlertRow[]) {
  return { firing_count: firing.length, resolved_count: resolved.length };
}

function describe(alert: AlertRow): Prisma.InputJsonObject {
  const { id, name, severity, state, labels, value, startedAt, resolvedAt } = alert;
  return {
    alert_id: id,
    name,
    severity,
    state,
    labels,
    summary: toSummary(alert),
    since: startedAt.toISOString(),
    ...(resolvedAt && { resolved_at: resolvedAt.toISOString() }),
    ...(value !== null && { value }),
  };
}

function bySeverity(a: AlertRow, b: AlertRow): number {
  return rank(b.severity) - rank(a.severity) || a.startedAt.getTime() - b.startedAt.getTime();
}
