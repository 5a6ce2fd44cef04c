import { isObject, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { fit } from '../../layout/layout.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { toSecond } from '../../layout/units.js';

/** One line for an entry of a timeline: its time, kind, author and details. */
export function printEntry(entry: Json, { width, colors }: Page): string {
  if (!isObject(entry)) return '';
  const actor = isObject(entry['actor']) ? entry['actor'] : {};
  const [time, kind] = [toSecond(text(entry, 'at')), text(entry, 'kind').replaceAll('_', ' ')];
  const by = [text(actor, 'type').replaceAll('_', ' '), text(actor, 'id')].filter((part) => part !== '').join(' ');
  const details = describeData(isObject(entry['data']) ? entry['data'] : {});
  const rest = `${details === '' ? '' : `  ${details}`}  by ${by}`;
  const room = width === undefined ? rest : fit(rest, Math.max(1, width - time.length - kind.length - 2));
  return `${colors.dim(time)}  ${colors.cyan(kind)}${room}\n`;
}

function describeData(data: JsonObject): string {
  if (data['text'] !== undefined) return text(data, 'text');
  if (data['from'] !== undefined) return `${text(data, 'from')} → ${text(data, 'to')}`;
  if (data['ref'] !== undefined) return `${text(data, 'type')} ${text(data, 'ref')}`;
  const known = Object.entries(data).map(([name, value]) => `${name}: ${plainText(value)}`);
  return oneLine(known.join(', '));
}

const text = (from: JsonObject, field: string): string => oneLine(plainText(from[field]));
