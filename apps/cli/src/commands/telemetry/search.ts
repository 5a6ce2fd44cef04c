import { restCommand, type Family } from '../../command/command.js';
import { SERVICE } from '../../command/common-flags.js';
import { ID } from '../../print/layout/columns.js';
import { toMillisecond, wholeNumber } from '../../print/layout/units.js';
import { objectsAt, type Json, type JsonObject } from '../../runtime/values/json.js';

const unified = restCommand({
  words: ['search', 'unified'],
  summary: 'Find traces, log records and metrics with one query',
  description:
    'The search language has words and "phrases", field:value, ranges, wildcards, AND, OR, NOT and parentheses. The most ' +
    'relevant results come first; `types` in the JSON shows which types have more results and which could not be searched.',
  examples: ['svc search unified checkout', `svc search unified '"connection refused"' --types logs,traces --since 7d`],
  operation: 'search.unified',
  arguments: [{ name: 'query', sends: 'q', description: 'search query; a trace ID finds the trace' }],
  flags: [
    {
      name: 'limit',
      kind: 'int',
      default: 0,
      min: 1,
      sends: 'limit',
      description: 'number of results, default 20',
    },
    SERVICE,
    {
      name: 'since',
      kind: 'string',
      format: 'bound',
      sends: 'start_time',
      description:
        'start of the window: a duration back from now (30m, 6h, 7d) or an RFC 3339 timestamp; one day by default',
    },
    {
      name: 'types',
      kind: 'stringSlice',
      choices: ['traces', 'logs', 'metrics'],
      sends: 'types',
      description: 'traces, logs, metrics; all by default',
    },
  ],
  view: {
    kind: 'table',
    rows: resultRows,
    columns: [
      { title: 'TYPE', field: 'type' },
      { title: 'TIME', field: 'timestamp', format: toMillisecond, paint: (_, colors) => colors.dim },
      { title: 'SERVICE', field: 'service_name', paint: (_, colors) => colors.cyan },
      ID,
      { title: 'TITLE', field: 'title', lines: 2, flexible: true },
    ],
    empty: 'No results in this window.',
  },
});

/** The ID of a metric is its name, which is its title too. */
function resultRows(answer: Json): readonly JsonObject[] {
  return objectsAt(answer, 'results').map((result) => (result['type'] === 'metrics' ? { ...result, id: '' } : result));
}

const correlate = restCommand({
  words: ['search', 'correlate'],
  summary: 'Show the log records, errors, metrics and agent runs related to a trace',
  description:
    'BY shows the relation to the trace: trace ID, session, person, or service during the trace. For metrics it shows ' +
    'whether the same process (resource) or only the same service sent them.',
  examples: ['svc search correlate 5b8efff798038103d269b633813fc60c --include logs,errors'],
  operation: 'search.correlate',
  arguments: [{ name: 'trace-id', sends: 'trace_id', description: '32 hexadecimal digits' }],
  flags: [
    {
      name: 'include',
      kind: 'stringSlice',
      choices: ['logs', 'errors', 'metrics', 'agent_runs', 'recordings'],
      sends: 'include',
      description: 'logs, errors, metrics, agent_runs, recordings; all by default',
    },
  ],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/correlation.js')).printCorrelation(answer, page),
  },
});

const filters = restCommand({
  words: ['search', 'filters'],
  summary: 'List the values of a field or an attribute with their frequency',
  description: 'Covers the last 24 hours.',
  examples: ['svc search filters service', 'svc search filters http.route'],
  operation: 'search.filters',
  arguments: [
    {
      name: 'field',
      sends: 'field',
      description: 'service, environment, level, operation, kind, release, scope, event_name, metric, or any attribute',
      suggestions: ['service', 'environment', 'level', 'operation', 'kind', 'release', 'scope', 'event_name', 'metric'],
    },
  ],
  view: {
    kind: 'table',
    rows: 'values',
    columns: [
      { title: 'VALUE', field: 'value', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'SPANS', field: 'span_count', format: wholeNumber, align: 'right' },
      { title: 'LOGS', field: 'log_count', format: wholeNumber, align: 'right' },
      { title: 'SERIES', field: 'series_count', format: wholeNumber, align: 'right' },
    ],
    empty: 'No values in the last 24 hours.',
  },
});

export const SEARCH: Family = { groups: { search: 'Search across signals' }, commands: [unified, correlate, filters] };
