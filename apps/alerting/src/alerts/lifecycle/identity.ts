import { createHash } from 'node:crypto';
import type { AlertLabels, NotifySettings } from './alert-change.js';

/** Labels of alerts of different severities that are about the same thing. */
const INHIBITION_LABELS = ['alertname', 'service_name', 'environment'];

/** Identity of an unresolved alert: its rule and its labels. */
export function fingerprint(ruleId: string, labels: AlertLabels): string {
  return hash([ruleId, ...sorted(labels)]);
}

/** Key of the alerts that one critical alert inhibits. An absent label counts as the empty text, as in Alertmanager. */
export function inhibitionKey(labels: AlertLabels): string {
  return hash(INHIBITION_LABELS.map((name) => label(labels, name)));
}

/** The labels by which an alert is grouped; labels that the alert does not have are absent. */
export function groupLabels(labels: AlertLabels, groupBy: readonly string[]): AlertLabels {
  const names = [...new Set(groupBy)].filter((name) => label(labels, name) !== '').toSorted();
  return Object.fromEntries(names.map((name) => [name, label(labels, name)]));
}

/** Identity of a group in its project: alerts of several rules are in one if the rules notify in the same way. */
export function groupKey(labels: AlertLabels, notify: NotifySettings): string {
  const { channels, escalationPolicyId = '', groupBy, groupWaitMs, groupIntervalMs, repeatIntervalMs } = notify;
  return hash([
    [...new Set(channels)].toSorted(),
    escalationPolicyId,
    [...new Set(groupBy)].toSorted(),
    [groupWaitMs, groupIntervalMs, repeatIntervalMs],
    sorted(groupLabels(labels, groupBy)),
  ]);
}

export function label(labels: AlertLabels, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] ?? '') : '';
}

function sorted(labels: AlertLabels): readonly (readonly [string, string])[] {
  return Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** SHA-256 of the JSON, in hexadecimal. */
function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
