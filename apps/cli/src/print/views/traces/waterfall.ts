import { groupBy } from '../../../runtime/values/group-by.js';
import { instantNs } from '../../../runtime/values/instant.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import type { Colors } from '../../layout/colors.js';
import { displayWidth, fit, layout, totalWidth } from '../../layout/layout.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { milliseconds } from '../../layout/units.js';

interface PlacedSpan {
  readonly span: JsonObject;
  readonly depth: number;
}

/** Width of the bars on an unlimited page, and at least on a narrow one. */
const WIDE_BAR = 60;
const NARROW_BAR = 16;
const MAX_NAME = 60;
/** Deeper spans keep this indentation, so that a chain of a thousand calls does not push the names off the page. */
const MAX_INDENT = 24;

/** Prints the spans of a trace under their parents, each with a bar for its time. */
export function printWaterfall(trace: Json, { width, colors }: Page): string {
  const facts = isObject(trace) ? trace : {};
  const spans = placeSpans(objectsAt(trace, 'spans'));
  const cells = spans.map(({ span, depth }) => [
    fit('  '.repeat(Math.min(depth, MAX_INDENT)) + text(span['name']), MAX_NAME),
    text(span['service_name']),
    milliseconds(span['duration_ms'] ?? ''),
  ]);
  const titles = ['SPAN', 'SERVICE', 'DURATION'];
  const barWidth = roomForBars([titles, ...cells], width);
  const rows = cells.map((row, index) => {
    const span = spans[index]?.span ?? {};
    const failed = span['status'] === 'error';
    const paint = failed ? colors.red : (value: string) => value;
    return [paint(row[0] ?? ''), colors.cyan(row[1] ?? ''), row[2] ?? '', paint(bar(span, facts, barWidth))];
  });
  const header = [...titles, 'TIMELINE'].map((title) => colors.bold(title));
  return `${summary(facts, colors)}\n\n${layout([header, ...rows], ['left', 'left', 'right', 'left'])}`;
}

/**
 * Orders spans depth first, by start time. A span whose parent is missing starts at the left edge, as does a span that is its own
 * ancestor, which broken senders produce: every span is shown exactly once.
 */
function placeSpans(spans: readonly JsonObject[]): readonly PlacedSpan[] {
  const ids = new Set(spans.map(({ span_id }) => span_id));
  const children = groupBy(spans, ({ parent_span_id }) =>
    ids.has(parent_span_id ?? null) ? parent_span_id : undefined,
  );
  const placed = new Map<JsonObject, PlacedSpan>();
  for (const root of [...(children.get(undefined) ?? []), ...spans]) {
    const waiting: PlacedSpan[] = [{ span: root, depth: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (placed.has(next.span)) continue;
      placed.set(next.span, next);
      const { span, depth } = next;
      waiting.push(
        ...(children.get(span['span_id']) ?? []).map((child) => ({ span: child, depth: depth + 1 })).reverse(),
      );
    }
  }
  return [...placed.values()];
}

function bar(span: JsonObject, trace: JsonObject, width: number): string {
  const [start, end] = [instant(span['start_time']), instant(span['end_time'])];
  const [first, last] = [instant(trace['start_time']), instant(trace['end_time'])];
  if (start === undefined || end === undefined || first === undefined || last === undefined || last <= first) return '';
  const column = (ns: bigint): number => Math.min(1, Math.max(0, Number(ns - first) / Number(last - first))) * width;
  const from = Math.min(width - 1, Math.floor(column(start)));
  return ' '.repeat(from) + '▇'.repeat(Math.max(1, Math.round(column(end)) - from));
}

function summary(trace: JsonObject, colors: Colors): string {
  const notes = [
    ...(trace['complete'] === false ? ['incomplete: spans are still missing'] : []),
    ...(trace['truncated'] === true ? ['truncated: the trace has more spans'] : []),
  ];
  const facts = [
    text(trace['start_time']),
    milliseconds(trace['duration_ms'] ?? ''),
    `${text(trace['span_count'])} spans`,
  ];
  const warning = notes.length === 0 ? '' : `\n${colors.yellow(notes.join('; '))}`;
  return `${colors.bold(`Trace ${text(trace['trace_id'])}`)}\n${colors.dim(facts.join('  '))}${warning}`;
}

function roomForBars(rows: readonly (readonly string[])[], width: number | undefined): number {
  if (width === undefined) return WIDE_BAR;
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))));
  return Math.max(NARROW_BAR, width - totalWidth([...widths, 0]));
}

function instant(value: Json | undefined): bigint | undefined {
  return typeof value === 'string' ? instantNs(value) : undefined;
}

function text(value: Json | undefined): string {
  return oneLine(plainText(value));
}
