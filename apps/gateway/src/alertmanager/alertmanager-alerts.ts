import { createHash } from 'node:crypto';
import type { Alert } from '@svc/contract';
import { formatTimestamp } from '@svc/contract';
import type { Labels } from './matchers.js';

/** All that has channels, policies and settings here is one receiver there. */
export const RECEIVER = { name: 'svc' };
/** Labels by which notifications are grouped unless a rule says otherwise. */
const GROUP_BY = ['alertname', 'service_name', 'environment'];
/** Alertmanager ends an alert that is not sent again for so long; ours are evaluated again long before. */
const RESOLVE_TIMEOUT_MS = 300_000;

/** An alert as the interface of Alertmanager returns it. */
export interface GettableAlert {
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly updatedAt: string;
  readonly fingerprint: string;
  readonly generatorURL: string;
  readonly receivers: readonly { readonly name: string }[];
  readonly status: {
    readonly state: 'active' | 'suppressed';
    readonly silencedBy: readonly string[];
    readonly inhibitedBy: readonly string[];
    readonly mutedBy: readonly string[];
  };
}

/** The severity is a label, whatever labels of the rule say: matchers of silences read it so. */
export const labelsOf = ({ labels, severity }: Pick<Alert, 'labels' | 'severity'>): Labels => ({ ...labels, severity });

/** @param page the address of the page about an alert without its ID. */
export function toGettable(alert: Alert, page: string, nowMs: number): GettableAlert {
  const { annotations, summary, state, silenceId } = alert;
  const startsAt = time(alert.firedAt ?? alert.startedAt);
  const silencedBy = state === 'silenced' && silenceId !== undefined ? [silenceId] : [];
  return {
    labels: labelsOf(alert),
    annotations: { ...(summary !== '' && { summary }), ...annotations, ...(state === 'acknowledged' && { state }) },
    startsAt,
    endsAt: new Date(nowMs + RESOLVE_TIMEOUT_MS).toISOString(),
    updatedAt: alert.evaluatedAt ? time(alert.evaluatedAt) : startsAt,
    fingerprint: createHash('sha256').update(alert.id).digest('hex').slice(0, 16),
    generatorURL: `${page}${alert.id}`,
    receivers: [RECEIVER],
    status: { state: silencedBy.length > 0 ? 'suppressed' : 'active', silencedBy, inhibitedBy: [], mutedBy: [] },
  };
}

/** Alerts by the labels of the default grouping. */
export function toGroups(alerts: readonly GettableAlert[]) {
  const groups = Map.groupBy(alerts, ({ labels }) => JSON.stringify(GROUP_BY.map((name) => labels[name] ?? '')));
  return [...groups.values()].map((ofGroup) => ({
    labels: Object.fromEntries(GROUP_BY.flatMap((name) => named(name, ofGroup[0]?.labels[name]))),
    receiver: RECEIVER,
    alerts: ofGroup,
  }));
}

const named = (name: string, value: string | undefined) => (value === undefined ? [] : [[name, value] as const]);

function time(instant: Parameters<typeof formatTimestamp>[0] | undefined): string {
  return instant ? formatTimestamp(instant) : new Date(0).toISOString();
}
