import type { NewDomainEvent, NotificationContent } from '@svc/work';
import type { AlertRow } from './alert-row.js';
import type { AlertWrite } from './alert-write.js';
import { label } from './identity.js';
import type { AlertEvent } from './lifecycle.js';

/** Description of one alert for messages and for programs. */
export function alertContent(alert: AlertRow): NotificationContent {
  const { id, ruleId, severity, labels, annotations, rule, value, startedAt, resolvedAt, resolution } = alert;
  const [service, environment] = [label(labels, 'service_name'), label(labels, 'environment')];
  const { autoCreate, severity: incidentSeverity } = rule.incident;
  const summary = [toSummary(alert), toInvestigated(alert)].filter((sentence) => sentence !== '').join(' ');
  return {
    title: toTitle(alert),
    severity,
    since: startedAt.toISOString(),
    ...(summary !== '' && { summary }),
    ...(service !== '' && { service, service_name: service }),
    ...(environment !== '' && { environment }),
    alert_id: id,
    rule_id: ruleId,
    labels,
    annotations,
    ...(value !== null && { value }),
    ...(resolvedAt && { resolved_at: resolvedAt.toISOString() }),
    ...(resolvedAt && resolution !== null && { resolution }),
    incident: { auto_create: autoCreate, ...(incidentSeverity !== undefined && { severity: incidentSeverity }) },
    ...(alert.investigation && alert.state !== 'resolved' && { investigation: { ...alert.investigation } }),
    ...(rule.notify.escalationPolicyId !== undefined && { escalation_policy_id: rule.notify.escalationPolicyId }),
  };
}

/** The name of the rule, and the issue that the alert is about. */
export function toTitle({ name, labels }: Pick<AlertRow, 'name' | 'labels'>): string {
  const issue = label(labels, 'issue_title');
  return issue === '' ? name : `${name}: ${issue}`;
}

/** An evaluation describes its result; a responder does not measure, so the last breach is named as such. */
export function toSummary({ summary, resolution }: Pick<AlertRow, 'summary' | 'resolution'>): string {
  if (resolution !== 'manual') return summary;
  return ['Resolved by hand.', ...(summary === '' ? [] : [`The last evaluation: ${summary}`])].join(' ');
}

/** The first sentences of the investigation of an alert that is not resolved; '' without one. */
export function toInvestigated({ investigation, state }: Pick<AlertRow, 'investigation' | 'state'>): string {
  return investigation && state !== 'resolved' ? `Investigation (${investigation.level}): ${investigation.text}` : '';
}

/**
 * The event of a transition, for channels that subscribe to it and for incidents. Only notifications have the words of an investigation,
 * because incidents keep what they copy from events, and have other readers.
 */
export function alertEvent(event: AlertEvent, { next, at, actor, note = '' }: AlertWrite): NewDomainEvent {
  const content = alertContent({ ...next, investigation: null });
  const more = { ...(actor.name !== undefined && { by: actor.name }), ...(note !== '' && { note }) };
  return {
    projectId: next.projectId,
    type: `alert.${event}`,
    subject: next.id,
    occurredAt: at,
    data: { ...content, ...more, ...(next.rule.investigate && { investigate: true }) },
  };
}
