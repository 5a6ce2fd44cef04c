import type { ReactNode } from 'react';
import type { ExportJob } from '../gen/api.js';
import { Cell, Rows, type Column } from '../rows/rows.js';
import { useScope } from '../scope/scope.js';
import { TimeText } from '../time/time-text.js';
import { Badge } from '../ui/controls/badge.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { describeAmount, describeQuery, explainJob, hasEnded, toneOf } from './describe-job.js';
import { JobActions } from './job-actions.js';
import classes from './job-list.module.css';

interface JobListProps {
  readonly rows: readonly ExportJob[];
  readonly isLoading: boolean;
  readonly onEnd: (() => void) | undefined;
  readonly foot: ReactNode;
  /** Why the user may not change exports; undefined if allowed. */
  readonly reason: string | undefined;
  readonly open: string | undefined;
  readonly onOpen: (job: ExportJob | undefined) => void;
}

const COLUMNS: readonly Column[] = [
  { label: 'Created', width: '130px', isOptional: true },
  { label: 'What', width: 'minmax(120px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'State', width: '150px', narrowWidth: '92px' },
  { label: 'Amount', width: '190px', isOptional: true },
  { label: 'Why', width: 'minmax(120px, 1.4fr)', isOptional: true },
  { label: 'Actions', width: '62px' },
];
/** Columns beside the details of an export. */
const BESIDE = COLUMNS.filter(({ isOptional }) => isOptional !== true);

/** The exports, newest first. */
export function JobList({ rows, isLoading, onEnd, foot, reason, open, onOpen }: JobListProps): ReactNode {
  const { zone } = useScope();
  const isNarrow = open !== undefined;
  return (
    <div className={classes.list} aria-busy={isLoading}>
      <Rows
        label="Exports"
        rows={rows}
        columns={isNarrow ? BESIDE : COLUMNS}
        getId={getId}
        open={open}
        onOpen={onOpen}
        onEnd={onEnd}
        foot={foot}
        renderCells={(job) => (
          <>
            {!isNarrow && (
              <Cell isOptional>
                {job.created_at !== undefined && <TimeText at={job.created_at} precision="minute" />}
              </Cell>
            )}
            <Cell>
              {`${job.signal.replace('_', ' ')} as ${job.format.toUpperCase()} `}
              <span className={classes.query}>
                <OutsideText text={describeQuery(job.query)} limit={200} />
              </span>
            </Cell>
            <Cell>
              <State job={job} />
            </Cell>
            {!isNarrow && (
              <>
                <Cell isOptional>{describeAmount(job)}</Cell>
                <Cell isOptional>
                  <OutsideText text={explainJob(job, zone)} limit={300} />
                </Cell>
              </>
            )}
            <Cell>
              <JobActions job={job} reason={reason} />
            </Cell>
          </>
        )}
      />
    </div>
  );
}

function State({ job }: { readonly job: ExportJob }): ReactNode {
  const percent = Math.round(job.progress?.percent ?? 0);
  return (
    <span className={classes.state}>
      <Badge tone={toneOf(job)}>{job.status}</Badge>
      {!hasEnded(job) && (
        <progress className={classes.bar} max={100} value={percent} aria-label="Progress" title={`${percent}%`} />
      )}
    </span>
  );
}

function getId({ id }: ExportJob): string {
  return id;
}
