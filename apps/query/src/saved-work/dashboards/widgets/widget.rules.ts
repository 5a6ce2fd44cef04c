import { create, toJson, type JsonValue } from '@bufbuild/protobuf';
import { ValueSchema, type Value } from '@bufbuild/protobuf/wkt';
import { WidgetQuerySchema, type NewWidgetQuery, type WidgetQuery } from '@svc/contract';
import { nonEmpty } from '@svc/reading/statement';
import { Prisma } from '@svc/relational';
import { invalidField, ServiceError } from '@svc/service-error';
import { firstFree, defaultSize, isInside, overlaps, type Cell } from '../layout.js';

const MAX_VISUALIZATION_BYTES = 16_384;
const MAX_LIMITS: Readonly<Record<string, number>> = { timeseries: 50, value: 1, table: 500, list: 100 };
const LISTED = new Set(['logs', 'traces', 'errors']);

/** The parts of a widget that decide how it is filled. */
export interface WidgetContent {
  readonly type: string;
  readonly query: WidgetQuery | undefined;
  readonly text: string;
}

/**
 * Checks whether the parts of a widget fit each other; the reads check the query itself.
 *
 * @throws ServiceError invalid_request
 */
export function checkContent({ type, query, text }: WidgetContent): void {
  if (type === 'text') {
    if (query) throw invalidField('query', 'is not allowed for text widgets');
    return;
  }
  if (text !== '') throw invalidField('text', 'is only allowed for text widgets');
  if (!query) throw invalidField('query', 'is required for all widgets but text');
  const { signal, metric, event, aggregate, field, groupBy, limit, level } = query;
  const most = MAX_LIMITS[type] ?? 1;
  if (limit > most) throw invalidField('query.limit', `must be at most ${most} for the type ${type}`);
  if (type === 'value' && groupBy.length > 0) throw invalidField('query.group_by', 'is not allowed for value widgets');
  if (level.length > 0 && signal !== 'logs' && signal !== 'errors')
    throw invalidField('query.level', 'is only allowed for the signals logs and errors');
  if (type !== 'list') return;
  if (!LISTED.has(signal)) throw invalidField('query.signal', 'must be logs, traces or errors for list widgets');
  const given = Object.entries({ metric, event, aggregate, field, group_by: groupBy.join('') });
  const [unfit] = given.find(([, value]) => value !== '') ?? [];
  if (unfit !== undefined) throw invalidField(`query.${unfit}`, 'is not allowed for list widgets');
}

/** The place of a widget that is new or moves: the requested one, or the first free one. */
export function toPlace(wanted: Cell | undefined, type: string, others: readonly Cell[]): Cell {
  if (!wanted) {
    const free = firstFree(others, defaultSize(type));
    if (!free) throw new ServiceError('state_conflict', { message: 'The dashboard has no free place.' });
    return free;
  }
  const { x, y, w, h } = wanted;
  const place = { x, y, w, h };
  if (!isInside(place)) throw invalidField('position', 'must be inside the grid of 24 columns');
  if (others.some((other) => overlaps(other, place))) throw invalidField('position', 'must not overlap another widget');
  return place;
}

/** The query of a request. It has the fields of the one in answers, whose values are not validated. */
export function toQuery(query: NewWidgetQuery | undefined): WidgetQuery | undefined {
  if (!query) return undefined;
  const { signal, q, metric, event, aggregate, field, groupBy, limit } = query;
  const lists = {
    service: nonEmpty(query.service),
    environment: nonEmpty(query.environment),
    level: nonEmpty(query.level),
  };
  return create(WidgetQuerySchema, { signal, q, metric, event, aggregate, field, groupBy, limit, ...lists });
}

/** The column of a query: by its field names, so that a query that has got more fields can still be read. */
export const toQueryColumn = (query: WidgetQuery | undefined) =>
  query ? (toJson(WidgetQuerySchema, query) as Prisma.InputJsonObject) : Prisma.DbNull;

/** The column of an opaque value of limited size. Null is equivalent to an absent value. */
export function toVisualizationColumn(value: Value | undefined) {
  if (!value || value.kind.case === undefined || value.kind.case === 'nullValue') return Prisma.DbNull;
  const json: JsonValue = toJson(ValueSchema, value);
  if (Buffer.byteLength(JSON.stringify(json)) > MAX_VISUALIZATION_BYTES)
    throw invalidField('visualization', `must be at most ${MAX_VISUALIZATION_BYTES} bytes of JSON`);
  return json as Prisma.InputJsonValue;
}
