import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { errorPaint } from '../../layout/colors.js';
import { joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { counted, milliseconds, nanoseconds, percentage, wholeNumber } from '../../layout/units.js';

/** Prints statistics of a trace: its summary and its time by service and by operation. */
export function printTraceStats(answer: Json, page: Page): string {
  const facts = isObject(answer) ? answer : {};
  const services = printTable([SERVICE, ...FIGURES], objectsAt(answer, 'services'), page);
  const operations = printTable([SERVICE, OPERATION, ...FIGURES], objectsAt(answer, 'operations'), page);
  return `${traceFacts(facts, page)}\n\n${services}\n${operations}`;
}

/** Formats the heading of every view of one trace: ID, duration, number of spans, and a warning if spans are missing. */
export function traceFacts(trace: JsonObject, page: Page): string {
  const { colors } = page;
  const facts = [
    oneLine(plainText(trace['start_time'])),
    milliseconds(trace['duration_ms'] ?? ''),
    counted(trace['span_count'] ?? 0, 'span'),
    ...(trace['error_count'] === undefined ? [] : [counted(trace['error_count'], 'error')]),
  ];
  const missing = counted(trace['missing_parents'] ?? 0, 'span');
  const incomplete = `incomplete: the root or the parent of ${missing} has not arrived`;
  const warning = trace['complete'] === false ? `\n${colors.yellow(wrapLine(incomplete, page))}` : '';
  return `${colors.bold(`Trace ${oneLine(plainText(trace['trace_id']))}`)}\n${colors.dim(joinFacts(facts, '  ', page))}${warning}`;
}

const SERVICE: Column = { title: 'SERVICE', field: 'service_name', paint: (_, colors) => colors.cyan };
const OPERATION: Column = { title: 'OPERATION', field: 'operation', flexible: true };
const FIGURES: readonly Column[] = [
  { title: 'SPANS', field: 'span_count', format: wholeNumber, align: 'right' },
  { title: 'ERRORS', field: 'error_count', format: wholeNumber, align: 'right', paint: errorPaint },
  { title: 'SELF TIME', field: 'self_time_ns', format: nanoseconds, align: 'right' },
  { title: 'SHARE', field: 'self_time_share', format: percentage, align: 'right' },
  { title: 'TOTAL', field: 'total_duration_ms', format: milliseconds, align: 'right' },
  { title: 'LONGEST', field: 'max_duration_ms', format: milliseconds, align: 'right' },
];
