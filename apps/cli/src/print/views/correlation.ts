import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import { levelPaint } from '../layout/colors.js';
import { joinFacts, wrapLine } from '../layout/lines.js';
import { oneLine } from '../layout/sanitize.js';
import { printTable, type Column, type Page } from '../layout/table.js';
import { clockText, counted, milliseconds, toMillisecond, wholeNumber } from '../layout/units.js';

/**
 * Prints a trace on one line and the related data: a table for each type with results, otherwise a line that reports
 * the absence of results.
 */
export function printCorrelation(answer: Json, page: Page): string {
  const correlation = isObject(answer) ? answer : {};
  const parts = objectsAt(answer, 'types').map((type) => {
    const name = plainText(type['type']);
    const label = name.replaceAll('_', ' ');
    const columns = COLUMNS[name] ?? [];
    const rows = objectsAt(answer, name);
    const table = rows.length === 0 ? '' : printTable(columns, rows, page);
    return `${page.colors.bold(oneLine(label))}: ${wrapLine(summary(type), { width: page.width && page.width - label.length - 2 })}\n${table}`;
  });
  return [`${heading(correlation, page)}\n`, ...parts].join('\n');
}

function heading(correlation: JsonObject, page: Page): string {
  const { colors } = page;
  const title = colors.bold(`Trace ${oneLine(plainText(correlation['trace_id']))}`);
  const trace = correlation['trace'];
  if (!isObject(trace)) return `${title}\n${colors.yellow('None of its spans have arrived.')}`;
  const facts = [
    plainText(trace['start_time']),
    milliseconds(trace['duration_ms'] ?? ''),
    counted(trace['span_count'] ?? 0, 'span'),
    `${plainText(trace['root_service'])} ${plainText(trace['root_operation'])}`,
  ];
  return `${title}\n${colors.dim(joinFacts(facts.map(oneLine), '  ', page))}`;
}

function summary(type: JsonObject): string {
  if (type['error'] !== undefined) return `could not be searched (${oneLine(plainText(type['error']))})`;
  if (type['count'] === 0) return 'none';
  return `${wholeNumber(type['count'] ?? '')}${type['truncated'] === true ? ' of more' : ''}`;
}

const REASON: Column = { title: 'BY', field: 'reason' };
const TIME: Column = { title: 'TIME', field: 'timestamp', format: toMillisecond, paint: (_, colors) => colors.dim };
const SERVICE: Column = { title: 'SERVICE', field: 'service_name', paint: (_, colors) => colors.cyan };
const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  logs: [
    REASON,
    TIME,
    { title: 'LEVEL', field: 'level', paint: (level, colors) => levelPaint(plainText(level), colors) },
    SERVICE,
    { title: 'MESSAGE', field: 'body', flexible: true },
  ],
  errors: [
    TIME,
    SERVICE,
    { title: 'OPERATION', field: 'operation' },
    { title: 'TYPE', field: 'type', paint: (_, colors) => colors.red },
    { title: 'MESSAGE', field: 'message', flexible: true },
    { title: 'ISSUE', field: 'issue_id', whole: true, fromWidth: 140, paint: (_, colors) => colors.dim },
  ],
  metrics: [
    REASON,
    { title: 'METRIC', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
    { title: 'TYPE', field: 'type' },
    { title: 'UNIT', field: 'unit' },
    { title: 'SERIES', field: 'series_count', format: wholeNumber, align: 'right' },
    { title: 'POINTS', field: 'point_count', format: wholeNumber, align: 'right' },
  ],
  agent_runs: [
    { ...TIME, field: 'started_at' },
    { title: 'AGENT', field: 'agent_name', flexible: true, paint: (_, colors) => colors.cyan },
    { title: 'STATUS', field: 'status' },
    { title: 'DURATION', field: 'duration_ms', format: milliseconds, align: 'right' },
    { title: 'COST', field: 'cost', align: 'right' },
    { title: 'RUN', field: 'run_id', whole: true, fromWidth: 100, paint: (_, colors) => colors.dim },
  ],
  recordings: [
    REASON,
    { title: 'START', field: 'started_at', format: toMillisecond, paint: (_, colors) => colors.dim },
    { title: 'SESSION', field: 'session_id', whole: true },
    { title: 'AT', field: 'offset_ms', format: (ms) => clockText(Number(ms)), align: 'right' },
    { title: 'FIRST PAGE', field: 'first_url', flexible: true },
  ],
};
