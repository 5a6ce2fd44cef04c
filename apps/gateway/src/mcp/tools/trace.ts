import type { JsonObject, Trace, TraceCriticalPath } from '@svc/contract';
import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import type { Section } from '../result/tool-answer.js';
import { TRACE_ID } from '../tool/arguments.js';
import { milliseconds, numberOf, pick, rowsOf, wordOf } from '../tool/rows.js';
import type { ToolContext } from '../tool/tool-context.js';
import { defineTool, PROJECT } from '../tool/tool.js';

/** Traces with more spans are too long to list; their critical path, errors and logs are shown all the same. */
const MAX_LISTED_SPANS = 2_000;
const LOGS = 50;
const AROUND_MS = 15 * 60_000;

export const getTrace = defineTool({
  name: 'get_trace',
  title: 'Get a trace with its critical path, errors and logs',
  description:
    'Explains one trace: which operations its duration consists of (critical path), its errors with their issues, and its log records from ' +
    'warnings on. Set spans to list the spans with their attributes as well.',
  scopes: ['traces:read'],
  input: {
    ...PROJECT,
    trace_id: TRACE_ID,
    spans: z.boolean().optional().describe('Lists the spans, failed ones first.'),
  },
  run: async (given, context) => {
    const { trace_id } = given;
    const { json: path } = await context.read<TraceCriticalPath>(
      'traces.critical_path',
      { trace_id },
      // Only the sums of the segments are shown.
      (answer) => ({ ...answer, segments: [] }),
    );
    const related = await context.part('search.correlate', { trace_id, include: ['errors'] });
    const filters = {
      trace_id,
      level: ['warn', 'error', 'fatal'],
      start_time: around(path, 'start_time', -AROUND_MS),
      end_time: around(path, 'end_time', AROUND_MS),
      sort: 'timestamp_asc',
    };
    const logs = await context.part('logs.query', { ...filters, limit: LOGS });
    const errors = rowsOf(related?.json, 'errors');
    return {
      summary: [
        `The trace took ${milliseconds(numberOf(path, 'duration_ms'))} and has ${numberOf(path, 'span_count')} spans` +
          `${path['complete'] === true ? '' : '; it is not complete, so figures may change'}.`,
        ...rowsOf(path, 'warnings').map((row) => `Warning ${wordOf(row, 'kind')}: ${numberOf(row, 'count')} spans.`),
      ],
      sections: [
        criticalPath(path),
        {
          name: 'errors',
          total: related?.counts['errors'],
          source: 'errors of spans and log records',
          rows: errors.map((row) =>
            pick(row, ['timestamp', 'service_name', 'operation', 'type', 'message', 'source', 'span_id', 'issue_id']),
          ),
          note: related && errors.length === 0 ? 'Nothing failed in this trace.' : undefined,
        },
        {
          name: 'logs',
          source: 'log records',
          rows: rowsOf(logs?.json, 'logs').map((row) =>
            pick(row, ['timestamp', 'level', 'service_name', 'body', 'span_id']),
          ),
          page: logs && context.pageOf('logs.query', filters, logs, 'logs'),
        },
        ...(given.spans === true ? [await listSpans(trace_id, numberOf(path, 'span_count'), context)] : []),
      ],
      next: [
        nextAction('readIssue', errors.find(({ issue_id: id }) => id !== undefined)?.['issue_id']),
        nextAction('readChanges'),
      ],
    };
  },
});

/** A time before or after the trace: records of work that it began follow it, and clocks of services differ. */
function around(path: JsonObject, name: string, ms: number): string | undefined {
  const time = path[name];
  return typeof time === 'string' ? new Date(Date.parse(time) + ms).toISOString() : undefined;
}

function criticalPath(path: JsonObject): Section {
  const rows = rowsOf(path, 'operations').map((row) => ({
    ...pick(row, ['service_name', 'operation', 'segment_count']),
    self_time_ms: numberOf(row, 'self_time_ns') / 1e6,
    share: Math.round(numberOf(row, 'share') * 1_000) / 1_000,
  }));
  return {
    name: 'critical_path',
    source: 'spans',
    rows,
    note: rows.length > 0 ? 'Operations on the critical path, by the time that the trace waited for each.' : undefined,
  };
}

async function listSpans(traceId: string, count: number, context: ToolContext): Promise<Section> {
  const section = { name: 'spans', source: 'spans' };
  if (count > MAX_LISTED_SPANS)
    return {
      ...section,
      rows: [],
      total: count,
      note: `Traces of more than ${MAX_LISTED_SPANS} spans are not listed.`,
    };
  const { json, counts } = await context.read('traces.get', { trace_id: traceId }, failedFirst);
  return {
    ...section,
    total: counts['spans'],
    rows: rowsOf(json, 'spans').map((row) =>
      pick(row, [
        ...[
          'span_id',
          'parent_span_id',
          'service_name',
          'name',
          'kind',
          'start_time',
          'duration_ms',
          'status',
          'status_message',
        ],
        ...['attributes', 'events'],
      ]),
    ),
  };
}

/** A trace with its failed spans before the others. */
export function failedFirst(trace: Trace): Trace {
  const isFailed = ({ status }: Trace['spans'][number]): boolean => status === 'error';
  return { ...trace, spans: [...trace.spans.filter(isFailed), ...trace.spans.filter((span) => !isFailed(span))] };
}
