import { formatExact } from '../../api/parse-exact.js';
import type { AiQueryResponse, AiTypedQuery } from '../../gen/api.js';
import type { Target } from '../../links/targets.js';

type Answer = Pick<AiQueryResponse, 'query' | 'columns' | 'rows'>;

export type Chart =
  | { readonly kind: 'number'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'bar'; readonly name: string; readonly bars: readonly { name: string; value: number }[] }
  | {
      readonly kind: 'line';
      readonly name: string;
      readonly times: readonly number[];
      readonly values: readonly number[];
    }
  | undefined;

const MAX_BARS = 20;

/** The picture of an answer that has one: a figure, bars of names, or a line of times; its table has everything. */
export function toChart({ query, columns, rows }: Answer): Chart {
  const { chart, measure } = query?.view ?? {};
  const isNumber = (column: string): boolean => rows.every((row) => typeof row[column] === 'number');
  const value = columns.find((column) => column === measure && isNumber(column)) ?? columns.find(isNumber);
  if (value === undefined || rows.length === 0) return undefined;
  const others = columns.filter((column) => column !== value);
  if (chart === 'number' && rows.length === 1) return { kind: 'number', name: value, value: rows[0]?.[value] };
  if (chart === 'bar' && others.length > 0) {
    const bars = rows.slice(0, MAX_BARS).map((row) => ({
      name: others.map((column) => formatCell(row[column])).join(' · '),
      value: Number(row[value]),
    }));
    // A list of bars tells them apart by their names.
    return new Set(bars.map(({ name }) => name)).size === bars.length ? { kind: 'bar', name: value, bars } : undefined;
  }
  const time = others.find((column) => rows.every((row) => !Number.isNaN(Date.parse(String(row[column])))));
  if (chart !== 'line' || time === undefined || others.length > 1) return undefined;
  return {
    kind: 'line',
    name: value,
    times: rows.map((row) => Date.parse(String(row[time]))),
    values: rows.map((row) => Number(row[value])),
  };
}

export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : formatExact(value);
}

type Names = Readonly<Record<string, string>>;

const SCOPE: Names = { start_time: 'from', end_time: 'to', environment: 'env' };
const LOGS: Names = { ...SCOPE, q: 'q', level: 'level', service: 'service' };

/** The page of each operation, and the names that its parameters have in the address of the page. */
const PAGES: Readonly<Record<string, { readonly to: string; readonly names: Names }>> = {
  'logs.query': { to: 'logs', names: LOGS },
  'logs.aggregate': { to: 'logs', names: LOGS },
  'traces.search': {
    to: 'traces',
    names: {
      ...SCOPE,
      q: 'q',
      service: 'service',
      operation: 'operation',
      status: 'status',
      min_duration_ms: 'min',
      distinct_id: 'person',
    },
  },
  'services.list': { to: 'services', names: SCOPE },
  'issues.list': { to: 'issues', names: { ...SCOPE, q: 'q', service: 'service', status: 'status', sort: 'sort' } },
  'agent_runs.list': {
    to: 'ai',
    names: { ...SCOPE, agent: 'agent', provider: 'provider', status: 'status', distinct_id: 'person' },
  },
};
/** Parameters that choose no records, but how they are counted, ordered or limited. */
const OF_VIEW: ReadonlySet<string> = new Set(['limit', 'group_by', 'interval', 'sort', 'sort_by', 'sort_order']);

/** The page that shows the records of the same query, where it can be changed; undefined if no page has all of its filters. */
export function toPage({ operation, parameters = {} }: AiTypedQuery): Target | undefined {
  const page = PAGES[operation];
  if (page === undefined) return undefined;
  // The environments of this page are not those of the question.
  const search: Record<string, string | readonly string[]> = { env: [] };
  for (const [parameter, value] of Object.entries(parameters)) {
    const name = page.names[parameter];
    if (name !== undefined) search[name] = Array.isArray(value) ? value.map(String) : formatCell(value);
    else if (parameter === 'errors_only' && operation === 'agent_runs.list')
      search['errors'] = value === true ? '1' : [];
    else if (!OF_VIEW.has(parameter)) return undefined;
  }
  return { to: page.to, search };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The question in parts: those that were understood with their meaning, and the text between them. */
export function toParts(
  question: string,
  understood: readonly (Span & { readonly meaning: string })[],
): readonly { readonly text: string; readonly meaning?: string }[] {
  const parts: { text: string; meaning?: string }[] = [];
  let at = 0;
  for (const { start, end, meaning } of understood.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    if (start > at) parts.push({ text: question.slice(at, start) });
    parts.push({ text: question.slice(start, end), meaning });
    at = end;
  }
  if (at < question.length) parts.push({ text: question.slice(at) });
  return parts;
}
