import { oneOf, sql } from '@svc/reading/statement';
import { AGENT_RUNS } from '@svc/tables';
import { filterValues } from '../../definition/export-definition.js';
import { KEY, tableStage } from '../chunks/stage.js';
import type { ExportColumn } from '../columns/export-column.js';
import { boolean, integer, jsonAttributes, list, number, optionalText, text, time } from '../columns/values.js';
import type { Extent, SignalSource } from './signal-source.js';

const COLUMNS: readonly ExportColumn[] = [
  text('run_id', sql`run_id`),
  time('started_at', sql`timestamp`),
  number('duration_ms', sql`duration_ns / 1000000`),
  list('trace_ids', sql`arrayMap(id -> lower(hex(id)), trace_ids)`),
  text('root_name', sql`name`),
  text('agent_name', sql`agent_name`),
  text('agent_version', sql`agent_version`),
  text('conversation_id', sql`conversation_id`),
  text('distinct_id', sql`distinct_id`),
  text('session_id', sql`session_id`),
  text('service_name', sql`service_name`),
  text('environment', sql`environment`),
  text('release', sql`release`),
  text('status', sql`status`),
  text('status_reason', sql`status_reason`),
  boolean('inferred', sql`is_inferred = 1`),
  number('time_to_first_token_ms', sql`first_token_ns / 1000000`),
  integer('step_count', sql`steps`),
  integer('llm_calls', sql`llm_calls`),
  integer('tool_calls', sql`tool_calls`),
  integer('tool_errors', sql`tool_errors`),
  { name: 'usage', kind: 'json', value: sql`toJSONString(usage)` },
  // A decimal number as a text, which no reader of a file rounds; null if nothing has a price.
  optionalText('cost', sql`ifNull(toString(cost), '')`),
  integer('unpriced_calls', sql`unpriced_calls`),
  list('models', sql`models`),
  list('providers', sql`providers`),
  text('error_type', sql`error_type`),
  text('error_message', sql`error_message`),
  list('flags', sql`flags`),
];

/**
 * Runs of agents in the order of their starts. A run that is assembled again while the export runs is in it as it is then: a bound on the
 * time of the assembly would leave it out.
 */
export const AGENT_RUNS_SOURCE: SignalSource = {
  defaultColumns: COLUMNS.map(({ name }) => name),
  stages({ scope, definition, window }: Extent) {
    const stage = tableStage({
      from: AGENT_RUNS,
      scope,
      window,
      key: [KEY.time(sql`timestamp`), KEY.bytes(sql`run_key`, 16)],
      isSliced: true,
      final: true,
      where: [
        oneOf(sql`service_name`, filterValues(definition.service_name)),
        oneOf(sql`environment`, filterValues(definition.environment)),
      ],
    });
    return [{ ...stage, columns: COLUMNS, attributes: jsonAttributes(sql`'{}'`) }];
  },
};
