import { useMemo, useState, type ReactNode } from 'react';
import type { LogRecord } from '../gen/api.js';
import { LogCells, toLogColumns } from '../rows/log-record/log-cells.js';
import { Rows } from '../rows/rows.js';
import { WithNewRows } from '../rows/with-new-rows.js';
import { searchedWords } from '../search/terms.js';
import { formatCount } from '../time/format.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import type { Update } from '../url/use-search-state.js';
import type { LogsState } from './fields.js';
import classes from './live-list.module.css';
import { getId } from './log-list.js';
import type { LogFilter } from './log-query.js';
import { useTail, type Tail } from './use-tail.js';

interface LiveListProps {
  readonly filter: LogFilter;
  readonly state: LogsState;
  readonly update: Update<LogsState>;
  /** Called with a record that is opened, which the store may not have yet. */
  readonly onRecord: (log: LogRecord) => void;
}

/** Records as they arrive. The list follows its end; scrolling away from it or opening a record holds it. */
export function LiveList({ filter, state, update, onRecord }: LiveListProps): ReactNode {
  const [isAtEnd, setAtEnd] = useState(true);
  const isHeld = !isAtEnd || state.open !== undefined;
  const { q, level, service, environment } = filter;
  const tail = useTail({ q, level, service, environment }, { isOn: true, isHeld });
  const words = useMemo(() => searchedWords(state.q), [state.q]);
  const { records, waiting, error } = tail;
  return (
    <div className={classes.live}>
      {error && <ErrorBox error={error} />}
      <p role="status" className={classes.status} data-status={tail.status}>
        {describe(tail)}
      </p>
      <WithNewRows
        count={isHeld ? waiting : 0}
        at="end"
        onShow={() => {
          update({ open: undefined }, { replace: true });
          setAtEnd(true);
        }}
      >
        <Rows
          label="Log records as they arrive"
          rows={records}
          columns={toLogColumns(state.cols)}
          getId={getId}
          renderCells={(log) => <LogCells log={log} cols={state.cols} words={words} />}
          open={state.open}
          onOpen={(log) => {
            if (log) onRecord(log);
            update({ open: log?.log_id }, { replace: true });
          }}
          followsEnd={!isHeld}
          onAtEnd={setAtEnd}
        />
      </WithNewRows>
    </div>
  );
}

function describe({ status, records, forgotten, dropped, hasGap }: Tail): string {
  const states = {
    connecting: 'Connecting…',
    live:
      records.length === 0 ? 'Live. Records appear as they arrive.' : `Live, ${formatCount(records.length)} records`,
    hidden: 'Paused while the tab was hidden.',
    over: 'The stream has ended.',
  };
  return [
    states[status],
    forgotten > 0 && `${formatCount(forgotten)} older records have left the list`,
    dropped > 0 && `${formatCount(dropped)} were dropped because the connection did not keep up`,
    hasGap && 'some are missing after an interruption; a search returns them',
  ]
    .filter((text) => text !== false)
    .join(' · ');
}
