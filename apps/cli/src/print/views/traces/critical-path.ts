import { instantNs } from '../../../runtime/values/instant.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { counted, milliseconds, nanoseconds, percentage, wholeNumber } from '../../layout/units.js';
import { traceFacts } from './trace-stats.js';

/** More segments are not readable in a terminal; the JSON contains all of them. */
const MAX_SHOWN = 200;

/** Prints the critical path of a trace: its segments by time, their totals, and the uncertainties. */
export function printCriticalPath(answer: Json, page: Page): string {
  const path = isObject(answer) ? answer : {};
  const all = objectsAt(answer, 'segments');
  const shown = longest(all).map((segment) => ({
    ...segment,
    offset: sinceStart(segment, path),
    share: toShare(segment, path),
  }));
  const rest = Number(path['segment_count'] ?? all.length) - shown.length;
  return [
    `${traceFacts(path, page)}${warnings(path, page)}\n`,
    printTable(SEGMENTS, shown, page) + (rest > 0 ? page.colors.dim(`and ${counted(rest, 'shorter segment')}\n`) : ''),
    printTable(TOTALS, objectsAt(answer, 'operations'), page),
  ].join('\n');
}

const SERVICE: Column = { title: 'SERVICE', field: 'service_name', paint: (_, colors) => colors.cyan };
const OPERATION: Column = { title: 'OPERATION', field: 'operation', flexible: true };
const SELF_TIME: Column = { title: 'SELF TIME', field: 'self_time_ns', format: nanoseconds, align: 'right' };
const SHARE: Column = { title: 'SHARE', field: 'share', format: percentage, align: 'right' };
const SEGMENTS: readonly Column[] = [
  { title: 'AT', field: 'offset', format: milliseconds, align: 'right', paint: (_, colors) => colors.dim },
  SELF_TIME,
  SHARE,
  SERVICE,
  OPERATION,
  { title: 'SPAN', field: 'span_id', whole: true, paint: (_, colors) => colors.dim },
];
const TOTALS: readonly Column[] = [
  SERVICE,
  OPERATION,
  { title: 'SEGMENTS', field: 'segment_count', format: wholeNumber, align: 'right' },
  SELF_TIME,
  SHARE,
];

const EXPLAINED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  clock_skew: ['starts before its parent: the clocks differ', 'start before their parents: the clocks differ'],
  clamped: ['outlives its parent: cut to its end', 'outlive their parents: cut to their end'],
  orphan: ['has a parent that has not arrived', 'have parents that have not arrived'],
  multiple_roots: ['is a root', 'are roots: the path covers all of them'],
  cycle: ['names a descendant as its parent', 'name a descendant as their parent'],
};

function warnings(path: JsonObject, page: Page): string {
  const lines = objectsAt(path, 'warnings').map((warning) => {
    const kind = plainText(warning['kind']);
    const { count = 0 } = warning;
    const about = `${counted(count, 'span')} ${EXPLAINED[kind]?.[count === 1 ? 0 : 1] ?? ''}`;
    return `\n${page.colors.yellow(wrapLine(oneLine(`${kind}: ${about}`), page))}`;
  });
  return lines.join('');
}

/** Selects the longest segments and keeps their order. */
function longest(segments: readonly JsonObject[]): readonly JsonObject[] {
  if (segments.length <= MAX_SHOWN) return segments;
  const time = (segment: JsonObject): number => Number(segment['self_time_ns']);
  const kept = new Set([...segments].sort((a, b) => time(b) - time(a)).slice(0, MAX_SHOWN));
  return segments.filter((segment) => kept.has(segment));
}

function sinceStart(segment: JsonObject, path: JsonObject): number {
  const [at, start] = [segment['start_time'], path['start_time']].map((time) => instantNs(plainText(time)));
  return at === undefined || start === undefined ? 0 : Number(at - start) / 1e6;
}

function toShare(segment: JsonObject, path: JsonObject): number {
  return Number(segment['self_time_ns']) / Math.max(1, Number(path['duration_ns']));
}
