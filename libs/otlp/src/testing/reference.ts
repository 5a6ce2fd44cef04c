import type { RequestContext, Signal } from '../signal.js';
import { isAi, redactedPairs, referenceContent, storedPairs } from './reference-content.js';
import { referenceError, type ReportedException } from './reference-errors.js';
import { referenceMap, referenceText, referenceTypes, type DecodedPair } from './reference-text.js';

/**
 * An independent, slow implementation of the whole encoder on the output of protobufjs. Hashes cannot be computed independently;
 * rows contain the row that a hash refers to instead.
 */
export interface ReferenceRow {
  readonly table: string;
  readonly columns: Readonly<Record<string, unknown>>;
  /** The attributes of the row's resource, if the row has one. */
  readonly resource?: [string[], string[]];
  /** A metric point's stream, without its hash. */
  readonly series?: Readonly<Record<string, unknown>>;
}

/**
 * Whether a row represents an item of the request. An error and content are additional rows of an item that has a row of its own.
 */
export function isItem({ table }: ReferenceRow): boolean {
  return table !== 'errors' && table !== 'ai_content';
}

type Message = Readonly<Record<string, unknown>>;
const list = (value: unknown): readonly Message[] => (value ?? []) as readonly Message[];
const pairs = (value: unknown): readonly DecodedPair[] => (value ?? []) as readonly DecodedPair[];
const str = (value: unknown): string => (value ?? '') as string;
const num = (value: unknown): number => (value ?? 0) as number;
const big = (value: unknown): bigint => BigInt((value ?? '0') as string);
const id = (value: unknown, size: number): string => {
  const bytes = (value ?? Buffer.alloc(0)) as Buffer;
  return bytes.length === size ? bytes.toString('hex') : '00'.repeat(size);
};
const isId = (value: unknown, size: number): boolean => !/^0*$/.test(id(value, size));
const within = (value: unknown, max: number): number => (num(value) >= 0 && num(value) <= max ? num(value) : 0);
const MAX_TIME = 2n ** 63n - 1n;
const time = (value: unknown): string => String(big(value) > MAX_TIME ? MAX_TIME : big(value));
export const doubleBits = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return String(view.getBigUint64(0));
};

interface Origin {
  readonly resource: readonly DecodedPair[];
  readonly scope: Message;
  readonly context: RequestContext;
}

/** Returns the value of the first of `keys` in the first of `sources` that has one of them. */
function promoted(keys: readonly string[], ...sources: readonly (readonly DecodedPair[])[]): string {
  for (const source of sources) {
    for (const key of keys) {
      const text = referenceText(source.findLast((pair) => (pair.key ?? '') === key)?.value);
      if (text !== '') return text;
    }
  }
  return '';
}
const PERSON = ['user.id', 'enduser.id', 'distinct_id'];
const ENVIRONMENT = ['deployment.environment.name', 'deployment.environment'];

export function referenceRows(signal: Signal, request: Message, context: RequestContext): ReferenceRow[] {
  const [groups, scopes, items] = {
    traces: ['resourceSpans', 'scopeSpans', 'spans'],
    logs: ['resourceLogs', 'scopeLogs', 'logRecords'],
    metrics: ['resourceMetrics', 'scopeMetrics', 'metrics'],
  }[signal] as [string, string, string];
  const encodeRows = { traces: spanRows, logs: logRows, metrics: metricRows }[signal];
  return list(request[groups]).flatMap((group) => {
    const resource = pairs((group['resource'] as Message | undefined)?.['attributes']);
    return list(group[scopes]).flatMap((scopeGroup) => {
      const origin = { resource, scope: (scopeGroup['scope'] ?? {}) as Message, context };
      return list(scopeGroup[items]).flatMap((item) => encodeRows(item, origin));
    });
  });
}

function isTimely(value: bigint, { receivedAtNs, retentionDays }: RequestContext): boolean {
  return (
    value > 0n &&
    value >= receivedAtNs - BigInt(retentionDays) * 86_400_000_000_000n &&
    isNotFuture(value, receivedAtNs)
  );
}
const isNotFuture = (value: bigint, receivedAtNs: bigint): boolean => value <= receivedAtNs + 600_000_000_000n;

function originColumns({ resource, scope, context }: Origin, attributes: readonly DecodedPair[]): Message {
  return {
    project_number: context.projectNumber,
    retention_days: context.retentionDays,
    service_name: promoted(['service.name'], resource),
    environment: promoted(ENVIRONMENT, resource),
    release: promoted(['service.version'], resource),
    scope_name: str(scope['name']),
    scope_version: str(scope['version']),
    session_id: promoted(['session.id'], attributes, resource),
    distinct_id: promoted(PERSON, attributes, resource),
    attributes: referenceMap(attributes),
    attribute_types: referenceTypes(attributes),
  };
}

function spanRows(span: Message, origin: Origin): ReferenceRow[] {
  const start = big(span['startTimeUnixNano']);
  const end = big(span['endTimeUnixNano']);
  const parentSize = (span['parentSpanId'] as Buffer | undefined)?.length ?? 0;
  const isGood =
    isId(span['traceId'], 16) &&
    isId(span['spanId'], 8) &&
    (parentSize === 0 || parentSize === 8) &&
    isTimely(start, origin.context) &&
    isNotFuture(end, origin.context.receivedAtNs);
  if (!isGood) return [];
  const status = (span['status'] ?? {}) as Message;
  const sent = pairs(span['attributes']);
  const own = storedPairs(sent);
  const events: readonly Message[] = list(span['events']).map((event) => ({
    ...event,
    attributes: storedPairs(pairs(event['attributes'])),
  }));
  const links = list(span['links']);
  const columns = {
    ...originColumns(origin, own),
    timestamp: String(start),
    duration_ns: String(end > start ? end - start : 0n),
    trace_id: id(span['traceId'], 16),
    span_id: id(span['spanId'], 8),
    parent_span_id: id(span['parentSpanId'], 8),
    trace_state: str(span['traceState']),
    name: str(span['name']),
    kind: within(span['kind'], 5),
    status_code: within(status['code'], 2),
    status_message: str(status['message']),
    'events.timestamp': events.map((event) => time(event['timeUnixNano'])),
    'events.name': events.map((event) => str(event['name'])),
    'events.attributes': events.map((event) => referenceMap(pairs(event['attributes']))),
    'events.attribute_types': events.map((event) => referenceTypes(pairs(event['attributes']))),
    'links.trace_id': links.map((link) => id(link['traceId'], 16)),
    'links.span_id': links.map((link) => id(link['spanId'], 8)),
    'links.trace_state': links.map((link) => str(link['traceState'])),
    'links.attributes': links.map((link) => referenceMap(redactedPairs(pairs(link['attributes'])))),
    'links.attribute_types': links.map((link) => referenceTypes(pairs(link['attributes']))),
    dropped_counts: referenceDropped(span, events, links),
    is_ai: sent.some(isAi) ? 1 : 0,
  };
  const errors = events
    .filter((event) => str(event['name']) === 'exception')
    .map((event) => ({
      source: 'span' as const,
      level: 'error',
      timestamp: isTimely(big(event['timeUnixNano']), origin.context) ? time(event['timeUnixNano']) : String(start),
      own: pairs(event['attributes']),
      around: own,
    }));
  const contents = [sent, ...list(span['events']).map((event) => pairs(event['attributes']))].map(referenceContent);
  return [
    ...contents.flatMap((content, event) => (content ? [contentRow(columns, event, content)] : [])),
    { table: 'spans', columns, resource: referenceMap(origin.resource) },
    ...errorRows(errors, columns, origin),
  ];
}

const MAX_UINT32 = 2 ** 32 - 1;

function contentRow(span: Message, event: number, content: [string[], string[]]): ReferenceRow {
  const { project_number, retention_days, timestamp, trace_id, span_id, distinct_id } = span;
  const columns = { project_number, retention_days, timestamp, trace_id, span_id, event, distinct_id };
  return { table: 'ai_content', columns: { ...columns, content, object_key: '' } };
}

function referenceDropped(span: Message, events: readonly Message[], links: readonly Message[]): string {
  const count = (value: unknown): number | undefined => within(value, MAX_UINT32) || undefined;
  const byIndex = (items: readonly Message[], name: string): Record<number, unknown> | undefined => {
    const counts = items.map((item, index) => [index, count(item[name])] as const);
    return counts.some(([, value]) => value !== undefined) ? Object.fromEntries(counts) : undefined;
  };
  const json = JSON.stringify({
    attributes: count(span['droppedAttributesCount']),
    events: count(span['droppedEventsCount']),
    links: count(span['droppedLinksCount']),
    event_attributes: byIndex(events, 'droppedAttributesCount'),
    link_attributes: byIndex(links, 'droppedAttributesCount'),
    link_flags: byIndex(links, 'flags'),
  });
  return json === '{}' ? '' : json;
}

type Report = Omit<ReportedException, 'origin' | 'traceId' | 'spanId'>;

function errorRows(reports: readonly Report[], { trace_id, span_id }: Message, origin: Origin): ReferenceRow[] {
  return reports.flatMap((report) => {
    const { attributes: _attributes, ...visitor } = originColumns(origin, report.own);
    const around = originColumns(origin, report.around);
    const first = (name: string) => promotedFrom(report.own, name) || around[name];
    const columns = referenceError({
      ...report,
      traceId: str(trace_id),
      spanId: str(span_id),
      origin: { ...visitor, session_id: first('session_id'), distinct_id: first('distinct_id') },
    });
    return columns ? [{ table: 'errors', columns, resource: referenceMap(origin.resource) }] : [];
  });
}

function promotedFrom(attributes: readonly DecodedPair[], name: string): string {
  return promoted(name === 'session_id' ? ['session.id'] : PERSON, attributes);
}

const SEVERITIES: Readonly<Record<string, number>> = {
  trace: 1,
  debug: 5,
  info: 9,
  warn: 13,
  warning: 13,
  error: 17,
  fatal: 21,
};

function logRows(log: Message, origin: Origin): ReferenceRow[] {
  const { receivedAtNs } = origin.context;
  const observed = big(log['observedTimeUnixNano']);
  const timestamp = big(log['timeUnixNano']) || observed || receivedAtNs;
  if (!isTimely(timestamp, origin.context)) return [];
  const severity = within(log['severityNumber'], 24);
  const own = redactedPairs(pairs(log['attributes']));
  const columns = {
    ...originColumns(origin, own),
    timestamp: String(timestamp),
    observed_timestamp: time(String(observed || receivedAtNs)),
    severity_number: severity || (SEVERITIES[str(log['severityText']).toLowerCase()] ?? 0),
    severity_text: str(log['severityText']),
    body: referenceText(log['body'] ?? {}),
    event_name: str(log['eventName']),
    trace_id: id(log['traceId'], 16),
    span_id: id(log['spanId'], 8),
    dropped_attributes_count: within(log['droppedAttributesCount'], MAX_UINT32),
  };
  const level = columns.severity_number === 0 ? 'error' : LEVELS[Math.ceil(columns.severity_number / 4) - 1];
  const report = { source: 'log', level: str(level), timestamp: String(timestamp), own, around: [] } as const;
  return [{ table: 'logs', columns, resource: referenceMap(origin.resource) }, ...errorRows([report], columns, origin)];
}

const LEVELS = ['debug', 'debug', 'info', 'warning', 'error', 'fatal'];

const KINDS = ['gauge', 'sum', 'histogram', 'exponentialHistogram', 'summary'] as const;

function metricRows(metric: Message, origin: Origin): ReferenceRow[] {
  const kind = KINDS.find((name) => metric[name] !== undefined);
  if (!kind || str(metric['name']) === '') return [];
  const data = metric[kind] as Message;
  return list(data['dataPoints']).flatMap((point) => {
    const values = pointColumns(kind, point);
    if ((num(point['flags']) & 1) === 1 || !isTimely(big(point['timeUnixNano']), origin.context) || !values) return [];
    const common = {
      project_number: origin.context.projectNumber,
      retention_days: origin.context.retentionDays,
      metric_name: str(metric['name']),
      timestamp: time(point['timeUnixNano']),
      start_timestamp: time(point['startTimeUnixNano']),
    };
    const row = { table: values.table, columns: { ...common, ...values.columns } };
    return [
      { ...row, resource: referenceMap(origin.resource), series: seriesColumns(metric, kind, data, point, origin) },
    ];
  });
}

function seriesColumns(
  metric: Message,
  kind: (typeof KINDS)[number],
  data: Message,
  point: Message,
  origin: Origin,
): Message {
  const { resource, scope, context } = origin;
  const namespace = promoted(['service.namespace'], resource);
  const service = promoted(['service.name'], resource);
  return {
    project_number: context.projectNumber,
    metric_name: str(metric['name']),
    type: KINDS.indexOf(kind) + 1,
    temporality: within(data['aggregationTemporality'], 2),
    is_monotonic: data['isMonotonic'] === true,
    unit: str(metric['unit']),
    service_name: service,
    environment: promoted(ENVIRONMENT, resource),
    instance: promoted(['service.instance.id'], resource),
    job: namespace === '' ? service : `${namespace}/${service}`,
    scope_name: str(scope['name']),
    attributes: referenceMap(redactedPairs(pairs(point['attributes']))),
  };
}

function pointColumns(kind: (typeof KINDS)[number], point: Message): { table: string; columns: Message } | undefined {
  if (kind === 'gauge' || kind === 'sum') {
    const value = (point['asDouble'] ?? (point['asInt'] === undefined ? undefined : Number(point['asInt']))) as
      number | undefined;
    return value === undefined ? undefined : { table: 'metric_points', columns: { value: doubleBits(value) } };
  }
  const count = { count: String(big(point['count'])) };
  if (kind === 'summary') {
    const quantiles = list(point['quantileValues']);
    return {
      table: 'metric_summaries',
      columns: {
        ...count,
        sum: doubleBits(num(point['sum'])),
        quantiles: quantiles.map(({ quantile }) => doubleBits(num(quantile))),
        quantile_values: quantiles.map(({ value }) => doubleBits(num(value))),
      },
    };
  }
  const distribution = {
    ...count,
    sum: doubleBits((point['sum'] ?? NaN) as number),
    min: doubleBits((point['min'] ?? NaN) as number),
    max: doubleBits((point['max'] ?? NaN) as number),
  };
  if (kind === 'exponentialHistogram') {
    return { table: 'metric_exponential_histograms', columns: { ...distribution, ...exponentialColumns(point) } };
  }
  const bounds = (point['explicitBounds'] ?? []) as number[];
  const buckets = (point['bucketCounts'] ?? []) as string[];
  if (buckets.length === 0 ? bounds.length > 0 : buckets.length !== bounds.length + 1) return undefined;
  const columns = { ...distribution, explicit_bounds: bounds.map(doubleBits), bucket_counts: buckets };
  return { table: 'metric_histograms', columns };
}

function exponentialColumns(point: Message): Message {
  const positive = (point['positive'] ?? {}) as Message;
  const negative = (point['negative'] ?? {}) as Message;
  return {
    scale: num(point['scale']),
    zero_count: String(big(point['zeroCount'])),
    zero_threshold: doubleBits(num(point['zeroThreshold'])),
    positive_offset: num(positive['offset']),
    positive_bucket_counts: positive['bucketCounts'] ?? [],
    negative_offset: num(negative['offset']),
    negative_bucket_counts: negative['bucketCounts'] ?? [],
  };
}
