import { useMemo, type ReactNode } from 'react';
import type { Metric } from '../../gen/api.js';
import { Cell, Rows, type Column } from '../../rows/rows.js';
import { useScope } from '../../scope/scope.js';
import { formatAgo, formatCount } from '../../time/format.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { Update } from '../../url/use-search-state.js';
import { NO_QUERY, type MetricsState } from '../fields.js';
import { findMetrics } from './find-metrics.js';
import classes from './metric-list.module.css';

interface MetricListProps {
  /** Undefined while they are on their way. */
  readonly metrics: readonly Metric[] | undefined;
  readonly state: MetricsState;
  readonly update: Update<MetricsState>;
}

const NARROW: readonly Column[] = [
  { label: 'Metric', width: 'minmax(0, 1fr)' },
  { label: 'Type', width: '84px' },
];
const WIDE: readonly Column[] = [
  { label: 'Metric', width: 'minmax(180px, 2fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Type', width: '150px', narrowWidth: '84px' },
  { label: 'Unit', width: '120px', isOptional: true },
  { label: 'Temporality', width: '110px', isOptional: true },
  { label: 'Series', width: '72px', isOptional: true, isNumber: true },
  { label: 'Last seen', width: '90px', narrowWidth: '76px' },
  { label: 'Description', width: 'minmax(120px, 3fr)', isOptional: true },
];

/** The metrics whose names contain what is searched; fewer columns beside an open one. */
export function MetricList({ metrics, state, update }: MetricListProps): ReactNode {
  const { nowMs } = useScope();
  const rows = useMemo(() => findMetrics(metrics ?? [], state.find), [metrics, state.find]);
  const isNarrow = state.name !== undefined;
  return (
    <div className={classes.list} aria-busy={metrics === undefined}>
      <Rows
        label="Metrics"
        rows={rows}
        columns={isNarrow ? NARROW : WIDE}
        getId={getName}
        renderCells={(metric) => <Cells metric={metric} isNarrow={isNarrow} nowMs={nowMs} />}
        open={state.name}
        onOpen={(metric) => {
          if (metric?.name !== state.name) update({ ...NO_QUERY, name: metric?.name });
        }}
      />
    </div>
  );
}

interface CellsProps {
  readonly metric: Metric;
  readonly isNarrow: boolean;
  readonly nowMs: number;
}

function Cells({ metric, isNarrow, nowMs }: CellsProps): ReactNode {
  const { name, type, unit, temporality, series_count: count, last_seen: seen, description } = metric;
  return (
    <>
      <Cell>
        <OutsideText text={name} limit={200} />
      </Cell>
      <Cell>{type.replaceAll('_', ' ')}</Cell>
      {!isNarrow && (
        <>
          <Cell isOptional>
            <OutsideText text={unit} />
          </Cell>
          <Cell isOptional>{temporality === 'unspecified' ? '–' : temporality}</Cell>
          <Cell isOptional isNumber>
            {formatCount(count, 'short')}
          </Cell>
          <Cell>{seen !== undefined && <time dateTime={seen}>{formatAgo(seen, nowMs)}</time>}</Cell>
          <Cell isOptional>
            <OutsideText text={description} limit={200} />
          </Cell>
        </>
      )}
    </>
  );
}

function getName({ name }: Metric): string {
  return name;
}
