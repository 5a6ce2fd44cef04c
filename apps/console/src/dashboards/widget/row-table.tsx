import type { ReactNode } from 'react';
import type { Unit } from '../../charts/series/unit.js';
import type { WidgetRow } from '../../gen/api.js';
import { Table, type TableColumn } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './widget-content.module.css';

interface RowTableProps {
  readonly title: string;
  readonly rows: readonly WidgetRow[];
  readonly unit: Unit;
  readonly groups: readonly string[];
}

/** The figures of a table, one row for each combination of values. */
export function RowTable({ title, rows, unit, groups }: RowTableProps): ReactNode {
  const columns: readonly TableColumn<WidgetRow>[] = [
    ...groups.map((name) => ({
      label: name,
      render: ({ labels }: WidgetRow) => <OutsideText text={labels[name] ?? '(none)'} limit={200} />,
    })),
    {
      label: 'Value',
      isNumber: true,
      render: ({ value }) => (value === null ? '–' : unit.format(value * unit.factor)),
    },
  ];
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={`${title}: rows`}>
      <Table
        label={title}
        rows={rows}
        columns={columns}
        getId={({ labels }) => JSON.stringify(labels)}
        empty="Nothing in this range"
      />
    </div>
  );
}
