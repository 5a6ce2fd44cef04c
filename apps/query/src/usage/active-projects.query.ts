import type { ReadStatement } from '@svc/columnar';
import { STATEMENT_LIMITS } from '@svc/reading/statement';

export interface ActiveProjectRow {
  readonly project_number: number;
  readonly signals: readonly string[];
}

/** Far above the projects of an installation; the statement fails beyond it. */
const MAX_PROJECTS = 100_000;

/**
 * Selects the projects that stored anything since an hour, with its signals. It reads across projects, which statements
 * of requests cannot.
 *
 * @param since seconds since 1970 of the start of an hour.
 */
export function selectActiveProjects(since: number, signal: AbortSignal): ReadStatement<ActiveProjectRow> {
  return {
    sql: `SELECT project_number, arraySort(groupUniqArray(toString(signal))) AS signals
FROM usage_hours
WHERE hour >= toDateTime({since:UInt32}) AND outcome = 'stored' AND items > 0
GROUP BY project_number
ORDER BY project_number`,
    parameters: { since },
    limits: { ...STATEMENT_LIMITS, maxResultRows: MAX_PROJECTS },
    lane: 'background',
    signal,
  };
}
