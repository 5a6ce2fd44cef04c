import { useMemo, type ReactNode } from 'react';
import { useApiPages } from '../api/hooks.js';
import type { LogRecord, LogsQueryResponse } from '../gen/api.js';
import { LogCells, toLogColumns } from '../rows/log-record/log-cells.js';
import { Rows } from '../rows/rows.js';
import { usePagedRows } from '../rows/use-paged-rows.js';
import { searchedWords } from '../search/terms.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import type { Update } from '../url/use-search-state.js';
import type { LogsState } from './fields.js';
import { toLogsInput, type LogFilter } from './log-query.js';
import { NoRecords } from './no-records.js';

interface LogListProps {
  readonly filter: LogFilter;
  readonly state: LogsState;
  readonly update: Update<LogsState>;
}

/** The records that match, page after page. */
export function LogList({ filter, state, update }: LogListProps): ReactNode {
  const pages = useApiPages('GET /logs', toLogsInput(filter, state.sort));
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  const words = useMemo(() => searchedWords(state.q), [state.q]);
  if (error && rows.length === 0) {
    // The line of the search says what is wrong with the query.
    return error.status === 400 && error.message.startsWith('q:') ? null : (
      <ErrorBox error={error} onRetry={() => void refetch()} />
    );
  }
  if (data && rows.length === 0) return <NoRecords state={state} />;
  return (
    <Rows
      label="Log records"
      rows={rows}
      columns={toLogColumns(state.cols)}
      getId={getId}
      renderCells={(log) => <LogCells log={log} cols={state.cols} words={words} />}
      open={state.open}
      onOpen={(log) => update({ open: log?.log_id }, { replace: true })}
      onEnd={onEnd}
      foot={foot}
    />
  );
}

export function getId(log: LogRecord): string {
  return log.log_id;
}

function toRows({ logs }: LogsQueryResponse): LogsQueryResponse['logs'] {
  return logs;
}
