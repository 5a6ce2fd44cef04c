import { plainText, type Json } from '../../../runtime/values/json.js';
import type { Colors, Paint } from '../../layout/colors.js';
import { ID } from '../../layout/columns.js';
import type { Column } from '../../layout/table.js';
import { toSecond } from '../../layout/units.js';

export const INCIDENT_COLUMNS: readonly Column[] = [
  { title: 'NUMBER', field: 'number', paint: (_, colors) => colors.cyan },
  { title: 'SEV', field: 'severity', align: 'right', paint: severityPaint },
  { title: 'STATUS', field: 'status', paint: (status, colors) => incidentStatusPaint(plainText(status), colors) },
  { title: 'TITLE', field: 'title', lines: 2, flexible: true },
  { title: 'CREATED', field: 'created_at', dropOrder: 3, format: toSecond, paint: (_, colors) => colors.dim },
  { title: 'ACKNOWLEDGED', field: 'time_to_acknowledge_seconds', dropOrder: 2, format: seconds, align: 'right' },
  { title: 'RESOLVED', field: 'time_to_resolve_seconds', dropOrder: 1, format: seconds, align: 'right' },
  ID,
];

export function incidentStatusPaint(status: string, colors: Colors): Paint {
  if (status === 'open') return colors.red;
  return status === 'acknowledged' ? colors.yellow : colors.green;
}

export function severityPaint(severity: Json, colors: Colors): Paint {
  const level = Number(severity);
  if (level === 1) return colors.red;
  return level === 2 ? colors.yellow : colors.dim;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** Formats seconds in the two largest units: `3h 5m`, `45s`. */
export function seconds(value: Json): string {
  if (typeof value !== 'number') return plainText(value);
  let left = Math.round(value);
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.length === 0 ? '0s' : parts.slice(0, 2).join(' ');
}
