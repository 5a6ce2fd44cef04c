import { column } from './table.js';

export const NAME = 'LowCardinality(String)';
export const TIME = 'DateTime64(9)';
export const ATTRIBUTES = 'Map(LowCardinality(String), String)';
/**
 * The types of the attributes of a row that are not strings: a letter (b boolean, d double, i integer, j array or map, n no value), the
 * key and a line feed for each. Rows of the same kind have the same text, so it takes next to no space.
 */
export const ATTRIBUTE_TYPES = NAME;
/** US dollars. */
export const COST = 'Nullable(Decimal(18, 12))';
/** Summed when rows merge. */
export const TOTAL = 'SimpleAggregateFunction(sum, UInt64)';
export const ESTIMATE = 'SimpleAggregateFunction(sum, Float64)';
/** Keep the least or the greatest value when rows merge. */
export const FIRST_TIME = 'SimpleAggregateFunction(min, DateTime64(9))';
export const LAST_TIME = 'SimpleAggregateFunction(max, DateTime64(9))';
export const FIRST_SECOND = 'SimpleAggregateFunction(min, DateTime)';
export const LAST_SECOND = 'SimpleAggregateFunction(max, DateTime)';

/** The project's integer in Postgres (`projects.number`): the first key column of every table. */
export const PROJECT = { project_number: column('UInt32') };

/** `retention_days` is chosen at ingest, so that a partition expires as a whole. */
export const OWNER = { ...PROJECT, retention_days: column('UInt16') };

/**
 * The origin of a span or a log record. The resource's attributes are stored once in `resources`; rows carry their
 * hash.
 */
export const ORIGIN = {
  service_name: column(NAME),
  environment: column(NAME),
  release: column(NAME),
  scope_name: column(NAME),
  scope_version: column(NAME),
  resource_hash: column('UInt64'),
};

export const VISITOR = { session_id: column('String'), distinct_id: column('String') };

/** Rows of the same day and retention expire together. */
export const DAILY_PARTITION = '(retention_days, toDate(timestamp))';
export const EXPIRY = 'toDateTime(timestamp) + toIntervalDay(retention_days)';
/** @param granules of the table that one entry of the index covers. */
export const traceIndex = (granules = 1): string =>
  `INDEX trace_id_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY ${granules}`;

/** Finds rare values of attributes. An index over keys and values together would be larger and find no more. */
export const attributeIndex = (granules = 1): string =>
  `INDEX attribute_values mapValues(attributes) TYPE bloom_filter(0.01) GRANULARITY ${granules}`;
