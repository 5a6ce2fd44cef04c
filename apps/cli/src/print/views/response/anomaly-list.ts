import { isObject, plainText, type Json } from '../../../runtime/values/json.js';
import type { Colors, Paint } from '../../layout/colors.js';
import { ID } from '../../layout/columns.js';
import type { Column } from '../../layout/table.js';
import { toSecond } from '../../layout/units.js';
import { incidentStatusPaint } from './incident-list.js';

export const ANOMALY_COLUMNS: readonly Column[] = [
  { title: 'SEVERITY', field: 'severity', paint: (severity, colors) => anomalyPaint(plainText(severity), colors) },
  { title: 'STATUS', field: 'status', paint: (status, colors) => incidentStatusPaint(plainText(status), colors) },
  { title: 'SUMMARY', field: 'summary', lines: 2, flexible: true },
  { title: 'SCORE', field: 'score', dropOrder: 2, format: toScore, align: 'right' },
  { title: 'STARTED', field: 'started_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
  { title: 'LAST SEEN', field: 'last_seen_at', format: toSecond, fromWidth: 140, paint: (_, colors) => colors.dim },
  ID,
];

export function anomalyPaint(severity: string, colors: Colors): Paint {
  return severity === 'critical' ? colors.red : colors.yellow;
}

/** One digit is precise enough for a score: `-12.3`. */
export function toScore(score: Json): string {
  return typeof score === 'number' ? score.toFixed(1) : plainText(score);
}

/** Labels as they are usually written: `service_name="checkout"`. */
export function showLabels(labels: Json | undefined): string {
  const entries: readonly (readonly [string, Json])[] = isObject(labels) ? Object.entries(labels) : [];
  return entries.map(([name, value]) => `${name}="${plainText(value)}"`).join(' ');
}
