import { createHash } from 'node:crypto';
import type { ExternalAlert, Wire } from '@svc/external-alerts';
import { alertLabels, type Rule } from '../definition/definition.js';
import { seriesKey, type SeriesMemory } from '../evaluation/series-memory.js';

/** Wires whose alerts their labels identify. They share their keys, so that two of them may send one alert. */
const LABELLED: ReadonlySet<Wire> = new Set(['alertmanager', 'alertmanager_api', 'grafana']);
/** The longest value of a label. */
const MAX_LABEL = 200;

export const isLabelled = (wire: Wire): boolean => LABELLED.has(wire);

/** The key of an alert among those of a rule. */
export function toKey({ wire, dedupKey }: Pick<ExternalAlert, 'wire' | 'dedupKey'>): string {
  return `${isLabelled(wire) ? 'labels' : wire} ${dedupKey}`;
}

/** The identity of the alert of a series here, which has the labels of the rule, too. */
export const alertKey = (rule: Rule, labels: SeriesMemory['labels']): string => seriesKey(alertLabels(rule, labels));

/**
 * The labels of the series that an alert begins. It has its key as a label if it would otherwise be one alert with another series.
 *
 * @param taken the keys of series by `alertKey`.
 */
export function toSeriesLabels(
  rule: Rule,
  alert: ExternalAlert,
  taken: ReadonlyMap<string, string>,
): Record<string, string> {
  const { wire, name, labels, dedupKey } = alert;
  const named = { ...labels, alertname: name };
  const key = toKey(alert);
  if (isLabelled(wire) && (taken.get(alertKey(rule, named)) ?? key) === key) return named;
  const isShort = dedupKey.length <= MAX_LABEL;
  return { ...named, dedup_key: isShort ? dedupKey : createHash('sha256').update(dedupKey).digest('hex') };
}

/** The size of a label besides its characters. */
const LABEL_SIZE = 16;

/** The size of labels in characters of JSON, roughly. */
export function sizeOf(labels: SeriesMemory['labels']): number {
  return Object.entries(labels).reduce((sum, [name, value]) => sum + name.length + value.length + LABEL_SIZE, 0);
}
