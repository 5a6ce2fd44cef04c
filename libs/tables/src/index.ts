export { AGENT_RUNS, AGENT_STEPS, LLM_FIGURES } from './ai/agent-runs.js';
export { AI_ARRIVALS } from './ai/ai-arrivals.js';
export { AI_CONTENT } from './ai/ai-content.js';
export { AI_KEY_LENGTH, AI_KEY_PREFIXES, isAiKey } from './ai/ai-keys.js';
export { CONTENT_EVENT_PREFIX, contentKeys, EVALUATION_EVENT, isContentAttribute } from './ai/content-keys.js';
export type { EngineValue, WrittenType } from './engine-type.js';
export {
  EVENT_NAMES_DAILY,
  EVENTS,
  GROUP_REGISTERS,
  GROUP_SEEN,
  IDENTITY_LINKS,
  NEVER_WRITTEN,
  PERSON_OVERRIDES,
  PERSON_REGISTERS,
  PERSON_SEEN,
  REGISTER_OP,
} from './customers.js';
export { parseDroppedCounts, type DroppedCounts } from './dropped-counts.js';
export { ERROR_ARRIVALS, ERROR_HOURS, ERROR_MINUTES, ERRORS, ISSUE_VARIANTS } from './errors.js';
export { LOG_COLUMNS, LOGS, type LogColumns } from './logs.js';
export {
  METRIC_DELETIONS,
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_LIMITED_POINTS,
  METRIC_POINTS,
  METRIC_SEEN,
  METRIC_SERIES,
  METRIC_SUMMARIES,
} from './metrics.js';
export {
  LOG_MINUTES,
  REQUEST_FIGURE_NAMES,
  REQUEST_HOURS,
  REQUEST_MINUTES,
  SERVICE_HOURS,
  SERVICE_MINUTES,
} from './minutes.js';
export { REPLAY_BLOCKS, REPLAY_FIGURES, REPLAY_PARTS, REPLAY_SESSIONS, REPLAY_SUMMARIES } from './replay.js';
export { RESOURCES } from './resources.js';
export { SPANS, TRACE_SUMMARIES } from './spans.js';
export { columnsExcept, isStored, readName, rowKey, type ReadName, type TableRow } from './row.js';
export { addedColumn } from './table.js';
export type { ColumnDefinition, ColumnName, ColumnSet, StoredColumnName, TableDefinition, TimeBound } from './table.js';
export { CAPTURE_TABLES, ERROR_TABLES, INGEST_TABLES } from './tables.js';
export { USAGE_HOURS } from './usage.js';
