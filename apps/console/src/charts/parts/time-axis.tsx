import { useMemo } from 'react';
import { partOf } from '../scale.js';
import { formatTick, timeTicks } from '../time-scale.js';
import classes from './chart.module.css';

/** Ticks at most; texts of the widest ones have room for them on a phone. */
const MOST_TICKS = 5;
/** Ticks beyond this part of the width would be cut off. */
const LAST = 0.95;

/** The times below a chart, without a step of layout: each is placed by its part of the width. */
export function TimeAxis({
  startMs,
  endMs,
  zone,
}: {
  readonly startMs: number;
  readonly endMs: number;
  readonly zone: string;
}) {
  const { unit, ticks } = useMemo(() => timeTicks(startMs, endMs, MOST_TICKS, zone), [startMs, endMs, zone]);
  return (
    <div className={classes['axis']} aria-hidden="true">
      {ticks
        .map((tick) => ({ tick, part: partOf(tick, startMs, endMs) }))
        .filter(({ part }) => part <= LAST)
        .map(({ tick, part }) => (
          <span key={tick} className={classes['tick']} style={{ left: `${part * 100}%` }}>
            {formatTick(tick, unit, zone)}
          </span>
        ))}
    </div>
  );
}
