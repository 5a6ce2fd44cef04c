import { plainText, valueAt, type JsonObject } from '../../../runtime/values/json.js';
import { clockText } from '../../layout/units.js';

/** The types of events of rrweb, and the sources of incremental ones. */
const TYPES = ['dom loaded', 'load', 'full snapshot', 'change', 'page', 'custom', 'plugin', 'asset'];
const SOURCES = [
  ...['mutation', 'mouse move', 'mouse', 'scroll', 'resize', 'input', 'touch move', 'media', 'style rule', 'canvas'],
  ...['font', 'log', 'drag', 'style', 'selection', 'adopted style', 'custom element'],
];

/** Prints an event of a recording as its offset, its kind and its window. */
export function printReplayEvent(row: JsonObject): string {
  const type = Number(valueAt(row, 'event.type'));
  const source = valueAt(row, 'event.data.source');
  const page = plainText(valueAt(row, type === 7 ? 'event.data.url' : 'event.data.href'));
  const kind = type === 3 ? (SOURCES[Number(source)] ?? 'change') : (TYPES[type] ?? 'unknown');
  return [clockText(Number(row['offset_ms'])), kind, plainText(row['window_id']), page].filter(Boolean).join('  ');
}
