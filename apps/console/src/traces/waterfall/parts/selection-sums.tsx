import { formatCount, formatDuration } from '../../../time/amounts.js';
import { Button } from '../../../ui/controls/button.js';
import type { Snapshot, WaterfallState } from '../state/waterfall-state.js';
import classes from './selection-sums.module.css';

/** The sums of the selected spans. It has its place while nothing is selected, so the rows never move. */
export function SelectionSums({ state, snapshot }: { readonly state: WaterfallState; readonly snapshot: Snapshot }) {
  const { sums, range } = snapshot;
  return (
    <div className={classes['bar']}>
      <div className={classes['status']} role="status" aria-label="Selection">
        {sums === undefined ? (
          <p className={classes['hint']}>
            {range === undefined
              ? 'Drag across the bars, or press x on a row, to sum spans.'
              : `No span runs in this range of ${formatDuration(range[1] - range[0])}.`}
          </p>
        ) : (
          <dl className={classes['figures']}>
            {range !== undefined && <Figure name="Range" value={formatDuration(range[1] - range[0])} />}
            <Figure name="Spans" value={formatCount(sums.count)} />
            {sums.errors > 0 && <Figure name="Errors" value={formatCount(sums.errors)} />}
            <Figure name="Sum" value={formatDuration(sums.totalNs)} />
            <Figure name="Average" value={formatDuration(sums.averageNs)} />
            <Figure name="Minimum" value={formatDuration(sums.minNs)} />
            <Figure name="Maximum" value={formatDuration(sums.maxNs)} />
            <Figure name="Wall clock" value={formatDuration(sums.wallNs)} />
          </dl>
        )}
      </div>
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
