import type { Input } from '../api/call.js';
import type { ScopeQuery } from '../scope/scope.js';
import { isLevel, type Level, type LogsState } from './fields.js';

/** The filters that all operations on logs have. */
export type LogFilter = ScopeQuery & {
  readonly q?: string;
  readonly level?: readonly Level[];
  readonly service?: readonly string[];
};

export function toLogFilter(
  scope: ScopeQuery,
  { q, level, service }: Pick<LogsState, 'q' | 'level' | 'service'>,
): LogFilter {
  const levels = level.filter(isLevel);
  return {
    ...scope,
    ...(q !== '' && { q }),
    ...(levels.length > 0 && { level: levels }),
    ...(service.length > 0 && { service }),
  };
}

/** Records of a page: enough for the first screens, few enough to arrive at once. */
const PAGE_SIZE = 200;

export function toLogsInput(filter: LogFilter, sort: LogsState['sort']): Input<'GET /logs'> {
  return { query: { ...filter, limit: PAGE_SIZE, sort: sort === 'oldest' ? 'timestamp_asc' : 'timestamp_desc' } };
}
