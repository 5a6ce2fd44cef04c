import type { ReactNode } from 'react';
import type { DeployImpact, DeployWindow } from '../gen/api.js';
import { formatCount, formatPercent } from '../time/format.js';
import { TimeText } from '../time/time-text.js';
import { Badge } from '../ui/controls/badge.js';
import { Table } from '../ui/layout/table.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { describeComparison, describeRatio, describeVerdict } from './describe-release.js';
import classes from './release-details.module.css';

interface Row {
  readonly name: string;
  readonly window: DeployWindow | undefined;
}

/** Whether the errors became more or fewer with a deploy, why the service says so, and the figures that it compared. */
export function DeployVerdict({ deploy }: { readonly deploy: DeployImpact }): ReactNode {
  const { text, tone } = describeVerdict(deploy);
  const rows: readonly Row[] = [
    { name: 'Before', window: deploy.before },
    { name: 'After', window: deploy.after },
  ];
  return (
    <div className={classes.verdict}>
      <p className={classes.badge}>
        <Badge tone={tone}>{text}</Badge>
        <OutsideText text={deploy.reason} />
      </p>
      <p>{describeRatio(deploy)}</p>
      <Table<Row>
        label="Before and after the deploy"
        rows={rows}
        getId={({ name }) => name}
        empty=""
        columns={[
          { label: 'Window', render: ({ name }) => name },
          { label: 'Errors', isNumber: true, render: ({ window }) => window && formatCount(window.errors) },
          { label: 'Requests', isNumber: true, render: ({ window }) => window && formatCount(window.requests) },
          { label: 'Errors per request', isNumber: true, render: ({ window }) => window && toRate(window) },
          { label: 'Time', isNumber: true, isOptional: true, render: ({ window }) => window && toTimes(window) },
        ]}
      />
      <p className={classes.note}>{describeComparison(deploy)}</p>
    </div>
  );
}

function toRate({ errors, requests }: DeployWindow): string {
  return requests === 0 ? '–' : formatPercent(errors / requests);
}

function toTimes({ start_time: start, end_time: end }: DeployWindow): ReactNode {
  if (start === undefined || end === undefined) return null;
  return (
    <>
      <TimeText at={start} precision="minute" /> – <TimeText at={end} precision="minute" form="time" />
    </>
  );
}
