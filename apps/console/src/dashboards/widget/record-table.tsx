import type { ReactNode } from 'react';
import type { WidgetData } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { toTarget } from '../../links/targets.js';
import { formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Badge } from '../../ui/controls/badge.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { toRecords, type RecordRow } from './to-records.js';
import classes from './widget-content.module.css';

/** The latest records of a list, each a link to its page. */
export function RecordTable({ title, data }: { readonly title: string; readonly data: WidgetData }): ReactNode {
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={`${title}: records`}>
      <Table
        label={title}
        rows={toRecords(data)}
        getId={({ id }) => id}
        empty="Nothing in this range"
        columns={[
          { label: 'Time', render: ({ at }) => at !== undefined && <TimeText at={at} /> },
          {
            label: 'State',
            render: ({ level, hasFailed }) => <Badge tone={hasFailed ? 'danger' : 'neutral'}>{level}</Badge>,
          },
          { label: 'Service', isOptional: true, render: ({ service }) => <OutsideText text={service} limit={80} /> },
          { label: 'What', render: (row) => <Title row={row} /> },
          {
            label: 'Duration',
            isNumber: true,
            isOptional: true,
            render: ({ ms }) => (ms === undefined ? '' : formatDuration(ms, 'ms')),
          },
        ]}
      />
    </div>
  );
}

function Title({ row }: { readonly row: RecordRow }): ReactNode {
  const target = toTarget(row.type, row.target);
  const text = <OutsideText text={row.title} limit={200} />;
  return target ? <ScopeLink {...target}>{text}</ScopeLink> : text;
}
