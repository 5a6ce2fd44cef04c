import { LOGS } from '@svc/tables';
import { LEVELS, LOG_FIELDS } from '@svc/reading/signals';
import { compileSearch } from '@svc/reading/search-language';
import { oneOf, sql, uint8 } from '@svc/reading/statement';
import {
  integer,
  mapAttributes,
  optionalId,
  optionalText,
  optionalTime,
  text,
  time,
  typedTexts,
} from '../columns/values.js';
import { KEY, tableStage } from '../chunks/stage.js';
import { levelOf } from './level.js';
import type { Extent, SignalSource } from './signal-source.js';

const COLUMNS = [
  { name: 'log_id', kind: 'text', value: sql`hex(log_id)` } as const,
  time('timestamp', sql`timestamp`),
  optionalTime('observed_timestamp', sql`observed_timestamp`),
  { name: 'level', kind: 'text', value: levelOf(LEVELS) } as const,
  integer('severity_number', sql`severity_number`),
  text('severity_text', sql`severity_text`),
  text('body', sql`body`),
  text('event_name', sql`event_name`),
  text('service_name', sql`service_name`),
  text('environment', sql`environment`),
  text('release', sql`release`),
  optionalId('trace_id', sql`trace_id`, 16),
  optionalId('span_id', sql`span_id`, 8),
  optionalText('distinct_id', sql`distinct_id`),
  optionalText('session_id', sql`session_id`),
  text('scope_name', sql`scope_name`),
  typedTexts('attributes', sql`attributes`, sql`attribute_types`),
];

/** Log records in the order of their times and IDs. */
export const LOGS_SOURCE: SignalSource = {
  defaultColumns: COLUMNS.map(({ name }) => name),
  stages({ scope, definition, window }: Extent) {
    const { filter, service_name, environment, level } = definition;
    const range = LEVELS.get(level);
    const stage = tableStage({
      from: LOGS,
      scope,
      window,
      key: [KEY.time(sql`timestamp`), KEY.bytes(sql`record_id`, 8)],
      isSliced: true,
      where: [
        oneOf(sql`service_name`, service_name === '' ? [] : [service_name]),
        oneOf(sql`environment`, environment === '' ? [] : [environment]),
        range && sql`severity_number BETWEEN ${uint8(range.low)} AND ${uint8(range.high)}`,
        compileSearch(filter, LOG_FIELDS, scope),
      ],
    });
    return [{ ...stage, columns: COLUMNS, attributes: mapAttributes(sql`attributes`, sql`attribute_types`) }];
  },
};
