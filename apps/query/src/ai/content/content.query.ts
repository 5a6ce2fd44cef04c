import { CONTENT_EVENTS } from '@svc/gen-ai';
import {
  select,
  sql,
  stringParams,
  tableColumns,
  typed,
  uint32,
  type RowsOf,
  type Scope,
  type Sql,
  idSet,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AI_CONTENT, LOGS, SPANS } from '@svc/tables';

/** Bytes of a value that are read. */
const MAX_VALUE = 262_144;
/** Records of a log, and rows of content, that are read of one span. */
const MAX_RECORDS = 200;

export interface SpanIds {
  readonly traceIds: readonly string[];
  readonly spanIds: readonly string[];
}

export type ContentSpanRow = RowsOf<typeof selectContentSpans>;

/** The attributes and events of spans, with values that are cut. Spans that earlier versions stored have prompts and answers there. */
export function selectContentSpans(scope: Scope, ids: SpanIds, during: TimeRange) {
  return select({
    columns: {
      ...tableColumns(SPANS, ['trace_id', 'span_id']),
      own: typed('Map(LowCardinality(String), String)', cut(sql`attributes`)),
      event_names: typed('Array(LowCardinality(String))', sql`events.name`),
      event_attributes: typed(
        'Array(Map(LowCardinality(String), String))',
        sql`arrayMap(m -> ${cut(sql`m`)}, events.attributes)`,
      ),
    },
    from: SPANS,
    scope,
    during,
    where: [...isOneOf(ids), sql`is_ai = 1`],
    limit: ids.spanIds.length,
  });
}

export type ContentRow = RowsOf<typeof selectContent>;

/** Bytes that a row may have whose content is only to be previewed, and the rows of a span. */
const MAX_PREVIEWED = { bytes: 131_072, rows: 10 };

/** The prompts and answers of spans that are stored apart from them. @param isPreview leaves out what is large, so that many fit. */
export function selectContent(scope: Scope, ids: SpanIds, during: TimeRange, isPreview = false) {
  const isSmall = sql`arraySum(value -> length(value), mapValues(content)) <= ${uint32(MAX_PREVIEWED.bytes)}`;
  return select({
    columns: {
      ...tableColumns(AI_CONTENT, ['trace_id', 'span_id', 'event', 'object_key']),
      own: typed('Map(LowCardinality(String), String)', cut(sql`content`)),
    },
    from: AI_CONTENT,
    scope,
    during,
    where: [...isOneOf(ids), isPreview ? isSmall : undefined],
    orderBy: sql`trace_id, span_id, event, object_key`,
    limit: isPreview ? MAX_PREVIEWED.rows : MAX_RECORDS,
    limitBy: sql`trace_id, span_id`,
  });
}

export type ContentLogRow = RowsOf<typeof selectContentLogs>;

/** The records of a log with prompts and answers that belong to spans, the earliest first. */
export function selectContentLogs(scope: Scope, ids: SpanIds, during: TimeRange) {
  const name = sql`if(event_name != '', event_name, attributes['event.name'])`;
  return select({
    columns: {
      ...tableColumns(LOGS, ['trace_id', 'span_id']),
      event: typed('String', name),
      text: typed('String', sql`substringUTF8(body, 1, ${uint32(MAX_VALUE)})`),
      own: typed('Map(LowCardinality(String), String)', cut(sql`attributes`)),
    },
    from: LOGS,
    scope,
    during,
    where: [...isOneOf(ids), sql`${name} IN ${stringParams(CONTENT_EVENTS)}`],
    orderBy: sql`timestamp, record_id`,
    limit: MAX_RECORDS,
    limitBy: sql`trace_id, span_id`,
  });
}

const cut = (map: Sql): Sql => sql`mapApply((k, v) -> (k, substringUTF8(v, 1, ${uint32(MAX_VALUE)})), ${map})`;

const isOneOf = ({ traceIds, spanIds }: SpanIds): Sql[] => [
  sql`trace_id IN ${idSet(traceIds, 16)}`,
  sql`span_id IN ${idSet(spanIds, 8)}`,
];
