import { compileSearch } from '@svc/reading/search-language';
import { ERROR_FIELDS, readableCulprit } from '@svc/reading/signals';
import { nanoTimestamp, oneOf, sql, type Scope } from '@svc/reading/statement';
import { ERRORS } from '@svc/tables';
import { filterValues } from '../../definition/export-definition.js';
import { KEY, tableStage } from '../chunks/stage.js';
import type { ExportColumn } from '../columns/export-column.js';
import { boolean, mapAttributes, optionalId, text, time, typedTexts } from '../columns/values.js';
import type { Extent, SignalSource } from './signal-source.js';

const texts: ExportColumn = { name: 'groups', kind: 'texts', value: sql`groups` };

const COLUMNS = [
  text('id', sql`hex(error_id)`),
  time('timestamp', sql`timestamp`),
  text('type', sql`type`),
  text('message', sql`message`),
  text('culprit', sql`culprit`),
  text('level', sql`level`),
  boolean('handled', sql`if(handled = '', NULL, handled = 'yes')`),
  text('mechanism', sql`mechanism`),
  text('source', sql`source`),
  text('platform', sql`platform`),
  text('service_name', sql`service_name`),
  text('environment', sql`environment`),
  text('release', sql`release`),
  text('dist', sql`dist`),
  optionalId('trace_id', sql`trace_id`, 16),
  optionalId('span_id', sql`span_id`, 8),
  text('session_id', sql`session_id`),
  text('distinct_id', sql`distinct_id`),
  texts,
  typedTexts('attributes', sql`attributes`, sql`attribute_types`),
  text('stacktrace', sql`stacktrace`),
];

/** The columns with the names that errors have after symbolication. */
function readableColumns(scope: Scope): ExportColumn[] {
  return COLUMNS.map((column) => (column.name === 'culprit' ? text('culprit', readableCulprit(scope)) : column));
}

/** Errors in the order of their times and IDs; errors stored after the cutoff are excluded. */
export const ERRORS_SOURCE: SignalSource = {
  defaultColumns: COLUMNS.map(({ name }) => name),
  stages({ scope, definition, window, cutoffNs }: Extent) {
    const { filter, service_name, environment } = definition;
    // Logs call it warn.
    const level = definition.level === 'warn' ? 'warning' : definition.level;
    const stage = tableStage({
      from: ERRORS,
      scope,
      window,
      key: [KEY.time(sql`timestamp`), KEY.bytes(sql`record_id`, 8)],
      isSliced: true,
      where: [
        oneOf(sql`service_name`, filterValues(service_name)),
        oneOf(sql`environment`, filterValues(environment)),
        oneOf(sql`level`, level === '' ? [] : [level]),
        sql`stored_at <= ${nanoTimestamp(cutoffNs)}`,
        compileSearch(filter, ERROR_FIELDS, scope),
      ],
    });
    return [
      { ...stage, columns: readableColumns(scope), attributes: mapAttributes(sql`attributes`, sql`attribute_types`) },
    ];
  },
};
