import type { JsonObject } from '@svc/contract';
import { PatternBudget, readFilter, readSource, type PropertySource, type PropertyTest } from '@svc/property-filters';
import { invalidField } from '@svc/service-error';

/** Figures of a group that a filter can compare. */
export const FIGURES = [
  'events_7d',
  'persons_active_7d',
  'errors_7d',
  'error_rate_7d',
  'open_issues',
  'cost_30d',
  'first_seen',
  'last_seen',
] as const;
export type Figure = (typeof FIGURES)[number];

/** A parsed filter. */
export type SegmentFilter =
  | { readonly property: string; readonly source: PropertySource; readonly test: PropertyTest }
  | { readonly figure: Figure; readonly test: PropertyTest };

const PREFIX = 'property.';
/** Segments have their own operators for the presence of a property. */
const PRESENCE_OPERATORS: ReadonlyMap<unknown, string> = new Map([
  ['exists', 'is_set'],
  ['not_exists', 'is_not_set'],
]);
/** Operators for times. */
const TIME_OPERATORS: ReadonlyMap<unknown, string> = new Map([
  ['gt', 'date_after'],
  ['gte', 'date_after'],
  ['lt', 'date_before'],
  ['lte', 'date_before'],
]);
const TIMES: ReadonlySet<unknown> = new Set<Figure>(['first_seen', 'last_seen']);

/** @throws ServiceError `invalid_request` that names the invalid part. */
export function readSegmentFilters(filters: readonly JsonObject[], now: bigint): SegmentFilter[] {
  const patterns = new PatternBudget();
  return filters.map((filter, index) => readSegmentFilter(filter, `filters[${index}]`, now, patterns));
}

function readSegmentFilter(given: JsonObject, path: string, now: bigint, patterns: PatternBudget): SegmentFilter {
  const { source: asked, ...filter } = given;
  const source = readSource(asked, path);
  const isTime = TIMES.has(filter['field']);
  const op =
    PRESENCE_OPERATORS.get(filter['op']) ??
    (isTime ? TIME_OPERATORS.get(filter['op']) : undefined) ??
    filter['op'] ??
    null;
  const { field, test } = readFilter({ ...filter, op }, path, now, patterns);
  if (field.startsWith(PREFIX) && field.length > PREFIX.length)
    return { property: field.slice(PREFIX.length), source, test };
  const figure = FIGURES.find((known) => known === field);
  if (!figure) throw invalidField(`${path}.field`, `must be ${PREFIX}<name> or one of ${FIGURES.join(', ')}`);
  if (source !== 'any') throw invalidField(`${path}.source`, 'belongs to a filter of a property');
  if (!isTime && filter['value'] !== undefined && ![filter['value']].flat().every(isNumber))
    throw invalidField(`${path}.value`, 'must be a number for this field');
  return { figure, test };
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)));
