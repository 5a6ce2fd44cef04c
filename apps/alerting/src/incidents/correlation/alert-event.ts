import type { DomainEvent } from '@svc/relational';
import { isId } from '@svc/relational';
import type { NotificationContent } from '@svc/work';

/** The part of an alert event that correlation reads. */
export interface AlertEvent {
  readonly projectId: string;
  readonly alertId: string;
  readonly state: 'firing' | 'acknowledged' | 'resolved';
  readonly at: Date;
  readonly title: string;
  /** One sentence with the value and its threshold; '' if absent. */
  readonly summary: string;
  /** 1 (highest) to 4. */
  readonly severity: number;
  /** Whether the rule opens incidents. */
  readonly opensIncident: boolean;
  readonly escalationPolicyId: string | null;
  /** Attributes that alerts of one disruption share, by name. */
  readonly keys: readonly (readonly [name: string, value: string])[];
}

const STATES: Readonly<Record<string, AlertEvent['state']>> = {
  'alert.firing': 'firing',
  'alert.acknowledged': 'acknowledged',
  'alert.resolved': 'resolved',
};
const SEVERITIES: ReadonlyMap<unknown, number> = new Map([
  ['critical', 1],
  ['warning', 2],
  ['info', 3],
]);
const MAX_TITLE = 200;
const MAX_SUMMARY = 1_000;
const MAX_KEY = 200;

type Data = Partial<NotificationContent> & {
  readonly labels?: Readonly<Record<string, unknown>> | null;
  readonly incident?: { readonly auto_create?: unknown; readonly severity?: unknown } | null;
};

/** Reads the alert event from a domain event; undefined for an event of any other type. */
export function readAlertEvent({ type, subject, projectId, occurredAt, data }: DomainEvent): AlertEvent | undefined {
  const state = STATES[type];
  if (!state || !isId(subject)) return undefined;
  const alert = data as Data;
  const policy = alert['escalation_policy_id'];
  const asked = alert.incident?.severity;
  const isRated = typeof asked === 'number' && Number.isInteger(asked) && asked >= 1 && asked <= 4;
  return {
    projectId,
    state,
    alertId: subject,
    at: occurredAt,
    title: text(alert.title, MAX_TITLE) || 'Alert',
    summary: text(alert.summary, MAX_SUMMARY),
    severity: isRated ? asked : (SEVERITIES.get(alert.severity) ?? 3),
    opensIncident: alert.incident?.auto_create === true,
    escalationPolicyId: typeof policy === 'string' && isId(policy) ? policy : null,
    keys: correlationKeys(alert),
  };
}

/** The title of the alert with its service and environment, which distinguish the incidents of one rule. */
export function toIncidentTitle({ title, keys }: Pick<AlertEvent, 'title' | 'keys'>): string {
  const place = keys.filter(([name]) => PLACES.includes(name)).map(([, value]) => value);
  if (place.length === 0) return title;
  const suffix = ` (${[...place.join(', ')].slice(0, MAX_TITLE / 2).join('')})`;
  return [...title].slice(0, MAX_TITLE - [...suffix].length).join('') + suffix;
}

const PLACES = ['service_name', 'environment'];

/** The service and the environment; alerts that name neither belong together if they have the same rule. */
function correlationKeys({ title, labels, ...data }: Data): AlertEvent['keys'] {
  const named = PLACES.map((name) => [name, text(data[name], MAX_KEY)] as const);
  const known = named.filter(([, value]) => value !== '');
  if (known.length > 0) return known;
  return [['alertname', text(labels?.['alertname'], MAX_KEY) || text(title, MAX_KEY)]];
}

/** Converts telemetry to one line, as titles require. */
function text(value: unknown, length: number): string {
  if (typeof value !== 'string') return '';
  return [...value.replaceAll(/\p{Cc}+/gu, ' ').trim()].slice(0, length).join('');
}
