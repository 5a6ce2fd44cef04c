import { column } from './table.js';

export const NAME = 'LowCardinality(String)';
export const TIME = 'DateTime64(9)';
export const ATTRIBUTES = 'Map(LowCardinality(String), String)';
/** Summed when rows merge. */
export const TOTAL = 'SimpleAggregateFunction(sum, UInt64)';
export const ESTIMATE = 'SimpleAggregateFunction(sum, Float64)';
/** Keep the least or the greatest value when rows merge. */
export const FIRST_TIME = 'SimpleAggregateFunction(min, DateTime64(9))';
export const LAST_TIME = 'SimpleAggregateFunction(max, DateTime64(9))';

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
export const TRACE_INDEX = 'INDEX trace_id_bloom trace_id TYPE bloom_filter(0.001) GRANULARITY 1';
