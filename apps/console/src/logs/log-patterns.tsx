import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import type { LogPattern } from '../gen/api.js';
import { LevelMark } from '../rows/log-record/level-mark.js';
import { Cell, Rows, type Column } from '../rows/rows.js';
import { formatCount, formatPercent } from '../time/format.js';
import { TimeText } from '../time/time-text.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { OutsideText } from '../ui/text/outside-text.js';
import type { Update } from '../url/use-search-state.js';
import type { LogsState } from './fields.js';
import classes from './log-patterns.module.css';
import type { LogFilter } from './log-query.js';
import { NoRecords } from './no-records.js';

const COLUMNS: readonly Column[] = [
  { label: 'Count', width: '72px' },
  { label: 'Share', width: '54px', isOptional: true },
  { label: 'Level', width: '58px' },
  { label: 'Pattern', width: 'minmax(220px, 1fr)' },
  { label: 'Last seen', width: '150px', isOptional: true },
];

interface LogPatternsProps {
  readonly filter: LogFilter;
  readonly state: LogsState;
  readonly update: Update<LogsState>;
}

/** The texts of the records with their variable parts left out, most frequent first. Opening one shows a record of it. */
export function LogPatterns({ filter, state, update }: LogPatternsProps): ReactNode {
  const { data, error, refetch } = useApi('GET /logs/patterns', { query: { ...filter, limit: 200 } });
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data?.patterns.length === 0) return <NoRecords state={state} />;
  return (
    <>
      {data?.sampled === true && (
        <p className={classes.note}>
          {`Of ${formatCount(data.total)} records the newest ${formatCount(data.scanned)} were read; the counts are of these.`}
        </p>
      )}
      <Rows
        label="Patterns"
        rows={data?.patterns ?? []}
        columns={COLUMNS}
        getId={getPatternId}
        renderCells={renderPattern}
        onOpen={(pattern) => update({ open: pattern?.sample_log_id }, { replace: true })}
      />
    </>
  );
}

function getPatternId({ pattern_id: id }: LogPattern): string {
  return id;
}

function renderPattern({ count, share, level, template, last_seen: lastSeen }: LogPattern): ReactNode {
  return (
    <>
      <Cell isNumber>{formatCount(count)}</Cell>
      <Cell isNumber isOptional>
        {formatPercent(share)}
      </Cell>
      <Cell>
        <LevelMark level={level} />
      </Cell>
      <Cell>
        <span className={classes.template}>
          <OutsideText text={template} limit={400} ansi="strip" />
        </span>
      </Cell>
      <Cell isOptional>{lastSeen !== undefined && <TimeText at={lastSeen} />}</Cell>
    </>
  );
}
