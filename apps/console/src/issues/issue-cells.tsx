import { memo, type ReactNode } from 'react';
import { Sparkline } from '../charts/sparkline.js';
import type { Issue } from '../gen/api.js';
import { Cell, type Column } from '../rows/rows.js';
import { formatAgo, formatCount } from '../time/format.js';
import { TimeText } from '../time/time-text.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { IssueBadges } from './issue-badges.js';
import classes from './issue-cells.module.css';

const WIDE: readonly Column[] = [
  { label: 'Issue', width: 'minmax(180px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Status', width: '150px', narrowWidth: '84px' },
  { label: '24 hours', width: '96px', isOptional: true },
  { label: 'Events', width: '56px', narrowWidth: '44px', isNumber: true },
  { label: 'Users', width: '52px', isOptional: true, isNumber: true },
  { label: 'Last seen', width: '74px', isOptional: true },
  { label: 'First seen', width: '120px', isOptional: true },
  { label: 'Release', width: '104px', isOptional: true },
  { label: 'Assignee', width: '104px', isOptional: true },
];
const NARROW_LABELS: ReadonlySet<string> = new Set(['Issue', 'Status', 'Events']);

/** @param isNarrow while the details of an issue take the place of the other columns. */
export function toIssueColumns(isNarrow: boolean): readonly Column[] {
  return isNarrow ? WIDE.filter(({ label }) => NARROW_LABELS.has(label)) : WIDE;
}

interface IssueCellsProps {
  readonly issue: Issue;
  readonly isNarrow: boolean;
  readonly nowMs: number;
  readonly nameOf: (id: string | undefined) => string;
}

/** The cells of one issue. */
export const IssueCells = memo(function IssueCells({ issue, isNarrow, nowMs, nameOf }: IssueCellsProps): ReactNode {
  const { title, culprit, level, figures, assignee_id: assignee } = issue;
  return (
    <>
      <Cell>
        <span className={classes.level} data-level={level} title={level} />
        <OutsideText text={title} limit={200} />
        {culprit !== '' && (
          <span className={classes.culprit}>
            {' '}
            <OutsideText text={culprit} limit={120} />
          </span>
        )}
      </Cell>
      <Cell>
        <span className={classes.badges}>
          <IssueBadges issue={issue} />
        </span>
      </Cell>
      {!isNarrow && (
        <Cell isOptional>
          <Sparkline
            label="Events in each of the last 24 hours"
            values={figures?.series.map(({ events }) => events) ?? []}
            tone="level-error"
            height={18}
          />
        </Cell>
      )}
      <Cell isNumber>{formatCount(figures?.events ?? 0, 'short')}</Cell>
      {!isNarrow && <Others issue={issue} nowMs={nowMs} assignee={assignee === undefined ? '' : nameOf(assignee)} />}
    </>
  );
});

interface OthersProps {
  readonly issue: Issue;
  readonly nowMs: number;
  readonly assignee: string;
}

function Others({ issue, nowMs, assignee }: OthersProps): ReactNode {
  const { figures, first_seen: first, last_seen: last, last_release: release } = issue;
  return (
    <>
      <Cell isNumber isOptional>
        {formatCount(figures?.users ?? 0, 'short')}
      </Cell>
      <Cell isOptional>{last !== undefined && <time dateTime={last}>{formatAgo(last, nowMs)}</time>}</Cell>
      <Cell isOptional>{first !== undefined && <TimeText at={first} precision="minute" />}</Cell>
      <Cell isOptional>
        <OutsideText text={release} limit={60} />
      </Cell>
      <Cell isOptional>
        <OutsideText text={assignee} limit={60} />
      </Cell>
    </>
  );
}
