import { formatCount, formatDuration } from '../../../time/amounts.js';
import { Button } from '../../../ui/controls/button.js';
import type { Snapshot, WaterfallState } from '../state/waterfall-state.js';
import classes from './selection-sums.module.css';

/** The sums of the selected spans. It has its place while nothing is selected, so the rows never move. */
export function SelectionSums({ state, snapshot }: { readonly state: WaterfallState; readonly snapshot: Snapshot }) {
  const { sums, range } = snapshot;
  const figures =
    sums === undefined
      ? []
      : ([
          ['Sum', sums.totalNs],
          ['Average', sums.averageNs],
          ['Minimum', sums.minNs],
          ['Maximum', sums.maxNs],
          ['Wall clock', sums.wallNs],
        ] as const);
  return (
    <div className={classes['bar']}>
      <dl className={classes['figures']} role="status" aria-label="Selection">
        {range !== undefined && <Figure name="Range" value={formatDuration(range[1] - range[0])} />}
        {sums !== undefined && <Figure name="Spans" value={formatCount(sums.count)} />}
        {sums !== undefined && sums.errors > 0 && <Figure name="Errors" value={formatCount(sums.errors)} />}
        {figures.map(([name, ns]) => (
          <Figure key={name} name={name} value={formatDuration(ns)} />
        ))}
      </dl>
      {sums === undefined && (
        <p className={classes['hint']}>
          {range === undefined
            ? 'Drag across the bars, or press x on a row, to sum spans.'
            : 'No span runs in this range.'}
        </p>
      )}
      {(sums !== undefined || range !== undefined) && (
        <Button kind="quiet" title="Clear the selection" shortcut="Escape" onClick={() => state.select([])}>
          Clear
        </Button>
      )}
    </div>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={classes['figure']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
