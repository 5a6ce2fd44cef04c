import { compileSearch } from '@svc/reading/search-language';
import { KINDS, SPAN_FIELDS, STATUSES } from '@svc/reading/signals';
import { oneOf, sql, type Sql } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import { filterValues } from '../../definition/export-definition.js';
import { KEY, tableStage } from '../chunks/stage.js';
import type { ExportColumn } from '../columns/export-column.js';
import {
  integer,
  mapAttributes,
  number,
  optionalId,
  optionalText,
  text,
  time,
  typedJson,
  typedTexts,
} from '../columns/values.js';
import { toEnumName } from './level.js';
import type { Extent, SignalSource } from './signal-source.js';

/** Events and links are arrays in columns of their own, which an export combines into one list. */
const json = (name: string, value: Sql): ExportColumn => ({ name, kind: 'json', value });

const EVENTS = sql`concat('[', arrayStringConcat(arrayMap((t, n, a, y) -> concat(
    '{"timestamp":', toJSONString(t), ',"name":', toJSONString(toString(n)), ',"attributes":', ${typedJson(sql`a`, sql`y`)}, '}'),
    events.timestamp, events.name, events.attributes, events.attribute_types), ','), ']')`;
const LINKS = sql`concat('[', arrayStringConcat(arrayMap((t, s, e, a, y) -> concat(
    '{"trace_id":"', lower(hex(t)), '","span_id":"', lower(hex(s)), '","trace_state":', toJSONString(e), ',"attributes":', ${typedJson(sql`a`, sql`y`)}, '}'),
    links.trace_id, links.span_id, links.trace_state, links.attributes, links.attribute_types), ','), ']')`;

const COLUMNS = [
  text('trace_id', sql`lower(hex(trace_id))`),
  text('span_id', sql`lower(hex(span_id))`),
  optionalId('parent_span_id', sql`parent_span_id`, 8),
  text('name', sql`name`),
  text('kind', toEnumName(sql`kind`, [...KINDS.keys()])),
  text('service_name', sql`service_name`),
  text('environment', sql`environment`),
  text('release', sql`release`),
  time('start_time', sql`timestamp`),
  time('end_time', sql`fromUnixTimestamp64Nano(toUnixTimestamp64Nano(timestamp) + toInt64(duration_ns))`),
  number('duration_ms', sql`duration_ns / 1e6`),
  integer('duration_ns', sql`duration_ns`),
  text('status', toEnumName(sql`status_code`, [...STATUSES.keys()])),
  text('status_message', sql`status_message`),
  text('trace_state', sql`trace_state`),
  text('scope_name', sql`scope_name`),
  text('scope_version', sql`scope_version`),
  optionalText('distinct_id', sql`distinct_id`),
  optionalText('session_id', sql`session_id`),
  typedTexts('attributes', sql`attributes`, sql`attribute_types`),
  json('events', EVENTS),
  json('links', LINKS),
];

/** Spans in the order of their starts. A span that was sent twice has two rows, as in the read API. */
export const TRACES_SOURCE: SignalSource = {
  defaultColumns: COLUMNS.map(({ name }) => name),
  stages({ scope, definition, window }: Extent) {
    const { filter, service_name, environment } = definition;
    const stage = tableStage({
      from: SPANS,
      scope,
      window,
      key: [
        KEY.time(sql`timestamp`),
        KEY.bytes(sql`trace_id`, 16),
        KEY.bytes(sql`span_id`, 8),
        KEY.integer(sql`duration_ns`),
      ],
      isSliced: true,
      where: [
        oneOf(sql`service_name`, filterValues(service_name)),
        oneOf(sql`environment`, filterValues(environment)),
        compileSearch(filter, SPAN_FIELDS, scope),
      ],
    });
    return [{ ...stage, columns: COLUMNS, attributes: mapAttributes(sql`attributes`, sql`attribute_types`) }];
  },
};
