import { oneOf, select, sql } from '@svc/reading/statement';
import { EVENTS } from '@svc/tables';
import { KEY, tableStage, within, type ChunkBounds } from '../chunks/stage.js';
import type { ExportColumn } from '../columns/export-column.js';
import { jsonAttributes, optionalId, text, time } from '../columns/values.js';
import type { Extent, SignalSource } from './signal-source.js';

const COLUMNS: readonly ExportColumn[] = [
  text('message_id', sql`message_id`),
  time('timestamp', sql`timestamp`),
  text('event', sql`event`),
  text('distinct_id', sql`distinct_id`),
  text('session_id', sql`session_id`),
  optionalId('trace_id', sql`trace_id`, 16),
  text('environment', sql`environment`),
  text('service_name', sql`service_name`),
  text('release', sql`release`),
  { name: 'groups', kind: 'texts', value: sql`groups` },
  { name: 'properties', kind: 'json', value: sql`properties` },
];

const ORDER = [
  KEY.time(sql`timestamp`),
  KEY.integer(sql`message_id_hash`),
  KEY.integer(sql`distinct_id_hash`),
  KEY.text(sql`event`),
];

/**
 * Product events in chronological order. Copies of a message are one row: the engine merges copies that agree in time,
 * name and distinct ID, and the earliest of the others counts. The time of receipt has no bound, because a copy that
 * arrives later replaces the row and would take the event out of the export.
 */
export const EVENTS_SOURCE: SignalSource = {
  defaultColumns: COLUMNS.map(({ name }) => name),
  stages({ scope, definition, window }: Extent) {
    const where = [oneOf(sql`event`, definition.event === '' ? [] : [definition.event])];
    const all = { from: EVENTS, scope };
    /** The first copy of each message of the chunk, over everything of the window up to the end of the chunk. */
    const except = ({ slice = window, after, upTo }: ChunkBounds) => {
      const here = select({
        ...all,
        columns: sql`message_id_hash`,
        during: slice,
        where: [...where, ...within(ORDER, { after, upTo })],
      });
      const firsts = select({
        ...all,
        columns: sql`min(tuple(timestamp, message_id_hash, distinct_id_hash, event))`,
        during: { from: window.from, to: slice.to },
        where: [...where, sql`message_id_hash IN (${here})`],
        groupBy: sql`message_id`,
      });
      return sql`tuple(timestamp, message_id_hash, distinct_id_hash, event) IN (${firsts})`;
    };
    const stage = tableStage({ ...all, window, key: ORDER, isSliced: true, where, except, final: true });
    return [{ ...stage, columns: COLUMNS, attributes: jsonAttributes(sql`properties`) }];
  },
};
