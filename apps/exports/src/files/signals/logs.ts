import { LogRecordSchema } from '@svc/contract';
import { compileSearch } from '@svc/reading/search-language';
import { LEVELS, LOG_FIELDS } from '@svc/reading/signals';
import { oneOf, sql, uint8 } from '@svc/reading/statement';
import { LOGS } from '@svc/tables';
import { filterValues } from '../../definition/export-definition.js';
import { KEY, tableStage } from '../chunks/stage.js';
import type { ExportColumn } from '../columns/export-column.js';
import { storedColumn } from '../columns/stored-column.js';
import { mapAttributes, optionalInteger, optionalText, optionalTime, typedTexts } from '../columns/values.js';
import { toLevelName } from './level.js';
import type { Extent, SignalSource } from './signal-source.js';

/** Columns that the table does not have, or not in the form that files show. */
const CONVERTED: readonly ExportColumn[] = [
  { name: 'log_id', kind: 'text', value: sql`hex(log_id)` },
  optionalTime('observed_timestamp', sql`observed_timestamp`),
  { name: 'level', kind: 'text', value: toLevelName(LEVELS) },
  optionalText('body', sql`body`),
  optionalText('distinct_id', sql`distinct_id`),
  optionalText('session_id', sql`session_id`),
  typedTexts('attributes', sql`attributes`, sql`attribute_types`),
  optionalInteger('dropped_attributes_count', sql`dropped_attributes_count`),
];

/** The fields of a record of the read API, in its order. The attributes of the resource are left out. */
const COLUMNS = LogRecordSchema.fields
  .filter(({ name }) => name !== 'resource')
  .map(({ name }) => CONVERTED.find((column) => column.name === name) ?? storedColumn(LOGS, name));

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
        oneOf(sql`service_name`, filterValues(service_name)),
        oneOf(sql`environment`, filterValues(environment)),
        range && sql`severity_number BETWEEN ${uint8(range.low)} AND ${uint8(range.high)}`,
        compileSearch(filter, LOG_FIELDS, scope),
      ],
    });
    return [{ ...stage, columns: COLUMNS, attributes: mapAttributes(sql`attributes`, sql`attribute_types`) }];
  },
};
