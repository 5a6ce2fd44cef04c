import {
  EVENT_NAMES_DAILY,
  EVENTS,
  GROUP_REGISTERS,
  GROUP_SEEN,
  IDENTITY_LINKS,
  PERSON_REGISTERS,
  PERSON_SEEN,
} from './customers.js';
import { ERROR_ARRIVALS, ERROR_HOURS, ERROR_MINUTES, ERRORS, ISSUE_VARIANTS } from './errors.js';
import { LOGS } from './logs.js';
import {
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_LIMITED_POINTS,
  METRIC_POINTS,
  METRIC_SERIES,
  METRIC_SUMMARIES,
} from './metrics.js';
import { RESOURCES } from './resources.js';
import { SPANS } from './spans.js';
import { USAGE_HOURS } from './usage.js';

/** The tables that ingestion writes blocks to. */
export const INGEST_TABLES = [
  SPANS,
  LOGS,
  RESOURCES,
  METRIC_SERIES,
  METRIC_POINTS,
  METRIC_HISTOGRAMS,
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_SUMMARIES,
  METRIC_LIMITED_POINTS,
  USAGE_HOURS,
] as const;

/** The tables that the sink fills from the topic `capture`. */
export const CAPTURE_TABLES = [
  EVENTS,
  PERSON_REGISTERS,
  GROUP_REGISTERS,
  IDENTITY_LINKS,
  PERSON_SEEN,
  GROUP_SEEN,
  EVENT_NAMES_DAILY,
] as const;

/** The tables of errors: the sink writes `errors` for the topics of spans, log records and captured events alike. */
export const ERROR_TABLES = [ERRORS, ERROR_MINUTES, ERROR_HOURS, ERROR_ARRIVALS, ISSUE_VARIANTS] as const;
