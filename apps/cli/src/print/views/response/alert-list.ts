import { objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import type { Colors, Paint } from '../../layout/colors.js';
import { ID } from '../../layout/columns.js';
import type { Column } from '../../layout/table.js';
import { decimal, toSecond } from '../../layout/units.js';

export const ALERT_COLUMNS: readonly Column[] = [
  { title: 'SEVERITY', field: 'severity', paint: severityPaint },
  { title: 'STATE', field: 'state', paint: statePaint },
  { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'LABELS', field: 'shown', flexible: true, dropOrder: 3 },
  { title: 'SINCE', field: 'started_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
  { title: 'VALUE', field: 'value', dropOrder: 2, format: decimal, align: 'right' },
  ID,
];

/** Alerts with their labels as they are usually written; the name is a column of its own. */
export function alertRows(answer: Json): readonly JsonObject[] {
  return objectsAt(answer, 'alerts').map((alert) => ({ ...alert, shown: toLabels(alert) }));
}

function toLabels({ labels, name }: JsonObject): string {
  const entries = typeof labels === 'object' && labels !== null && !Array.isArray(labels) ? Object.entries(labels) : [];
  return entries
    .filter(([label, value]) => label !== 'alertname' || value !== name)
    .map(([label, value]) => `${label}="${plainText(value)}"`)
    .toSorted()
    .join(' ');
}

function severityPaint(severity: Json, colors: Colors): Paint {
  if (severity === 'critical') return colors.red;
  return severity === 'warning' ? colors.yellow : colors.dim;
}

function statePaint(state: Json, colors: Colors): Paint {
  if (state === 'firing') return colors.red;
  return state === 'pending' || state === 'acknowledged' ? colors.yellow : colors.dim;
}
