import { restCommand, type Family } from '../../command/command.js';
import { CURSOR } from '../../command/common-flags.js';
import type { Flag } from '../../command/flag.js';
import { toMillisecond, toSecond, wholeNumber } from '../../print/layout/units.js';

const PROPERTY: readonly [Flag<'property_key'>, Flag<'property_value'>] = [
  {
    name: 'property-key',
    kind: 'string',
    sends: 'property_key',
    description: 'only events with this property; requires --property-value',
  },
  {
    name: 'property-value',
    kind: 'string',
    sends: 'property_value',
    description: 'value of the property as text; requires --property-key',
  },
];

const BOUND = { kind: 'string', format: 'bound', required: true } as const;
const EXACT = { kind: 'string', format: 'timestamp', required: true } as const;

const names = restCommand({
  words: ['events', 'names'],
  summary: 'List the names of product events',
  examples: ['svc events names --prefix checkout', 'svc events names --property-key plan --property-value pro'],
  operation: 'events.names',
  together: ['property-key', 'property-value'],
  flags: [
    CURSOR,
    {
      name: 'limit',
      kind: 'int',
      default: 0,
      min: 1,
      max: 50,
      sends: 'limit',
      description: 'page size: 1 to 50, default 50',
    },
    { name: 'prefix', kind: 'string', sends: 'prefix', description: 'prefix of the name, ignoring case' },
    ...PROPERTY,
  ],
  view: {
    kind: 'table',
    rows: 'events',
    columns: [
      { title: 'EVENT', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'LAST SEEN', field: 'last_seen', format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No events.',
  },
});

const triggerers = restCommand({
  words: ['events', 'triggerers'],
  summary: 'List the persons who triggered an event',
  description: 'Each person is listed once, with their preferred distinct ID.',
  examples: ['svc events triggerers purchase --since 2026-01-01T00:00:00Z --until 2026-02-01T00:00:00Z'],
  operation: 'events.triggerers',
  together: ['property-key', 'property-value'],
  arguments: [{ name: 'event', sends: 'event', description: 'name of the event' }],
  flags: [
    CURSOR,
    {
      name: 'limit',
      kind: 'int',
      default: 0,
      min: 1,
      max: 1000,
      sends: 'limit',
      description: 'page size: 1 to 1000, default 50',
    },
    ...PROPERTY,
    {
      ...BOUND,
      name: 'since',
      sends: 'since',
      description: 'inclusive start of the window: a duration back from now (30m, 6h, 7d) or an RFC 3339 timestamp',
    },
    { ...BOUND, name: 'until', sends: 'until', description: 'exclusive end of the window, as --since' },
  ],
  view: {
    kind: 'table',
    rows: 'triggerers',
    columns: [
      { title: 'PERSON', field: 'person_id', whole: true, paint: (_, colors) => colors.dim },
      { title: 'DISTINCT ID', field: 'distinct_id', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'EVENTS', field: 'count', format: wholeNumber, align: 'right' },
      { title: 'FIRST', field: 'first_seen', dropOrder: 1, format: toMillisecond, paint: (_, colors) => colors.dim },
      { title: 'LAST', field: 'last_seen', dropOrder: 2, format: toMillisecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No person triggered this event in this window.',
  },
});

const trends = restCommand({
  words: ['events', 'trends'],
  summary: 'Count events or unique persons over time',
  examples: [
    'svc events trends signup purchase --since 2026-01-01T00:00:00Z --until 2026-02-01T00:00:00Z',
    `svc events trends purchase --measure unique_persons --interval week --breakdown property.plan --filters '[{"field":"property.price","op":"gte","value":10}]' --since 2026-01-01T00:00:00Z --until 2026-03-01T00:00:00Z`,
  ],
  operation: 'events.trends',
  arguments: [{ name: 'event', sends: 'events', description: 'name of an event', repeats: true }],
  flags: [
    {
      name: 'breakdown',
      kind: 'string',
      format: 'not_empty',
      sends: 'breakdown',
      description: 'property.NAME, person.NAME, group.TYPE, event, environment, service_name or release',
    },
    {
      name: 'filters',
      kind: 'string',
      format: 'json_array',
      sends: 'filters',
      description: 'JSON array of {field, op, value}; all must match',
    },
    {
      name: 'interval',
      kind: 'string',
      default: 'day',
      choices: ['hour', 'day', 'week', 'month', 'total'],
      sends: 'interval',
      description: 'bucket width: hour, day, week, month or total',
    },
    {
      name: 'measure',
      kind: 'string',
      default: 'count',
      choices: ['count', 'unique_persons'],
      sends: 'measure',
      description: 'count or unique_persons',
    },
    {
      ...EXACT,
      name: 'since',
      sends: 'time_range.start',
      description: 'inclusive start of the window, an RFC 3339 timestamp',
    },
    {
      ...EXACT,
      name: 'until',
      sends: 'time_range.end',
      description: 'exclusive end of the window, an RFC 3339 timestamp',
    },
    {
      name: 'top',
      kind: 'int',
      default: 0,
      min: 1,
      max: 50,
      sends: 'top',
      description: 'number of breakdown values with their own series, default 10',
    },
  ],
  view: {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/trends.js')).printTrends(answer, page),
  },
});

export const EVENTS: Family = { groups: { events: 'Product events' }, commands: [names, triggerers, trends] };
