import { instantNs } from '../../../runtime/values/instant.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { fitWidths } from '../../layout/fit-columns.js';
import { displayWidth, fit, layout, totalWidth } from '../../layout/layout.js';
import { joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { counted, milliseconds } from '../../layout/units.js';
import { printDropped } from './dropped-counts.js';
import { placeSpans } from './place-spans.js';
import { isFailed, printFailure } from './span-failure.js';

/** Width of the bars on an unlimited page, and at least on a narrow one. */
const WIDE_BAR = 60;
const NARROW_BAR = 16;
const MAX_NAME = 60;
/** Deeper spans keep this indentation, so that a chain of a thousand calls does not push the names off the page. */
const MAX_INDENT = 24;
const TITLES = ['SPAN', 'SERVICE', 'DURATION', 'TIMELINE'];

/**
 * Prints the spans of a trace under their parents, each with a bar for its time. Failed spans have a mark that needs no colors, and
 * the reason beneath.
 */
export function printWaterfall(trace: Json, page: Page): string {
  const { colors } = page;
  const facts = isObject(trace) ? trace : {};
  const spans = placeSpans(objectsAt(trace, 'spans'));
  const isMarked = spans.some(({ span }) => isFailed(span));
  const mark = (span: JsonObject): string => (isMarked ? (isFailed(span) ? '! ' : '  ') : '');
  const indents = spans.map(({ depth }) => '  '.repeat(Math.min(depth, MAX_INDENT)));
  const cells = spans.map(({ span }, index) => [
    fit(mark(span) + indents[index] + text(span['name']), MAX_NAME),
    text(span['service_name']),
    milliseconds(span['duration_ms'] ?? ''),
  ]);
  const widths = fitCells(cells, page);
  const rows = cells.map(([name = '', service = '', duration = ''], index) => {
    const span = spans[index]?.span ?? {};
    const paint = isFailed(span) ? colors.red : (value: string) => value;
    const line = paint(bar(span, facts, widths[3] ?? NARROW_BAR));
    return [paint(fit(name, widths[0] ?? 0)), colors.cyan(fit(service, widths[1] ?? 0)), duration, line];
  });
  const header = TITLES.map((title) => colors.bold(title));
  const [titleLine = '', ...lines] = layout([header, ...rows], ['left', 'left', 'right', 'left'])
    .trimEnd()
    .split('\n');
  const explained = lines.flatMap((line, index) => [
    line,
    ...printFailure(spans[index]?.span ?? {}, `    ${indents[index]}`, page),
    ...printDropped(spans[index]?.span ?? {}, `    ${indents[index]}`, page),
  ]);
  return `${summary(facts, page)}\n\n${[titleLine, ...explained].map((line) => `${line}\n`).join('')}`;
}

/** Returns the widths of the columns; the bars get all the room that is left. */
function fitCells(cells: readonly (readonly string[])[], { width }: Page): number[] {
  const natural = [0, 1, 2].map((column) =>
    Math.max(displayWidth(TITLES[column] ?? ''), ...cells.map((row) => displayWidth(row[column] ?? ''))),
  );
  if (width === undefined) return [...natural, WIDE_BAR];
  const measured = [...natural, NARROW_BAR].map((each, column) => ({
    width: each,
    title: displayWidth(TITLES[column] ?? ''),
    rigid: column > 1,
    main: column === 0,
  }));
  const [name = 0, service = 0, duration = 0] = fitWidths(measured, width);
  return [name, service, duration, Math.max(NARROW_BAR, width - totalWidth([name, service, duration, 0]))];
}

function bar(span: JsonObject, trace: JsonObject, width: number): string {
  const [start, end] = [instant(span['start_time']), instant(span['end_time'])];
  const [first, last] = [instant(trace['start_time']), instant(trace['end_time'])];
  if (start === undefined || end === undefined || first === undefined || last === undefined || last <= first) return '';
  const column = (ns: bigint): number => Math.min(1, Math.max(0, Number(ns - first) / Number(last - first))) * width;
  const from = Math.min(width - 1, Math.floor(column(start)));
  return ' '.repeat(from) + '▇'.repeat(Math.max(1, Math.round(column(end)) - from));
}

function summary(trace: JsonObject, page: Page): string {
  const { colors } = page;
  const notes = [
    ...(trace['complete'] === false ? ['incomplete: spans are still missing'] : []),
    ...(trace['truncated'] === true ? ['truncated: the trace has more spans'] : []),
  ];
  const facts = [
    text(trace['start_time']),
    milliseconds(trace['duration_ms'] ?? ''),
    counted(trace['span_count'] ?? 0, 'span'),
  ];
  const warning = notes.length === 0 ? '' : `\n${colors.yellow(wrapLine(notes.join('; '), page))}`;
  return `${colors.bold(`Trace ${text(trace['trace_id'])}`)}\n${colors.dim(joinFacts(facts, '  ', page))}${warning}`;
}

function instant(value: Json | undefined): bigint | undefined {
  return typeof value === 'string' ? instantNs(value) : undefined;
}

function text(value: Json | undefined): string {
  return oneLine(plainText(value));
}
