import type { JsonObject, JsonValue } from '@svc/questions';

interface CommandShape {
  readonly words: string;
  /** The parameter that stands after the words. */
  readonly argument?: string;
  /** Flags by the parameters that they send. */
  readonly flags: Readonly<Record<string, string>>;
}

const WINDOW = { start_time: 'since', end_time: 'until' };
const PLACE = { service: 'service', environment: 'env' };

/** The commands of the client, with the flags that a question can need. */
const COMMANDS: Readonly<Record<string, CommandShape>> = {
  'logs.query': {
    words: 'logs query',
    flags: {
      q: 'query',
      level: 'level',
      distinct_id: 'distinct-id',
      sort: 'sort',
      limit: 'limit',
      ...PLACE,
      ...WINDOW,
    },
  },
  'logs.patterns': { words: 'logs patterns', flags: { level: 'level', service: 'service', ...WINDOW } },
  'traces.search': {
    words: 'traces search',
    flags: {
      operation: 'operation',
      distinct_id: 'distinct-id',
      sort_by: 'sort-by',
      sort_order: 'sort-order',
      limit: 'limit',
      ...PLACE,
      ...WINDOW,
    },
  },
  'issues.list': { words: 'issues list', flags: { status: 'status', limit: 'limit', ...PLACE, ...WINDOW } },
  'metrics.list': { words: 'metrics list', flags: {} },
  'agent_runs.list': {
    words: 'agent-runs list',
    flags: {
      agent: 'agent',
      provider: 'provider',
      status: 'status',
      distinct_id: 'distinct-id',
      environment: 'env',
      errors_only: 'errors-only',
      limit: 'limit',
      ...WINDOW,
    },
  },
  'llm.summary': { words: 'llm summary', flags: WINDOW },
  'llm.series': { words: 'llm series', flags: { interval: 'interval', ...WINDOW } },
  'llm.top_persons': { words: 'llm top-persons', flags: { limit: 'limit', ...WINDOW } },
  'services.list': { words: 'services list', flags: { environment: 'env', ...WINDOW } },
  'services.red': {
    words: 'services red',
    argument: 'service_name',
    flags: { environment: 'env', interval: 'interval', ...WINDOW },
  },
  'services.map': { words: 'traces service-map', flags: WINDOW },
  'events.names': { words: 'events names', flags: {} },
  'events.triggerers': {
    words: 'events triggerers',
    argument: 'event',
    flags: { since: 'since', until: 'until', limit: 'limit' },
  },
  'persons.search': { words: 'persons search', argument: 'search', flags: { limit: 'limit' } },
};

/** The query as a command of the client; undefined if no command has all of its parameters, or takes several values of one. */
export function toCommand(operation: string, parameters: JsonObject): string | undefined {
  const shape = COMMANDS[operation];
  if (!shape) return undefined;
  const parts: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const text = toText(value);
    if (text === undefined) return undefined;
    if (name === shape.argument) {
      if (text.startsWith('-')) return undefined;
      parts.unshift(quote(text));
      continue;
    }
    const flag = shape.flags[name];
    if (flag === undefined) return undefined;
    parts.push(text.startsWith('-') ? quote(`--${flag}=${text}`) : `--${flag} ${quote(text)}`);
  }
  return ['svc', shape.words, ...parts].join(' ');
}

/** A single value as text. A comma would separate values. */
function toText(value: JsonValue): string | undefined {
  if (Array.isArray(value)) {
    const [only, ...others] = value as readonly JsonValue[];
    return others.length > 0 || typeof only !== 'string' || /[,\\]/.test(only) ? undefined : only;
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A word of a POSIX shell. */
const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
