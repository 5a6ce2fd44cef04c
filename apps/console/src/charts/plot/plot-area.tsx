import { useEffect, useRef, useState, type RefObject } from 'react';
import classes from '../parts/chart.module.css';
import { Marks, type Mark } from '../parts/marks.js';
import { partOf, type Kind } from '../scale.js';
import { unfinishedSince, type PlotSeries } from './plot-data.js';
import { LINES } from './plot-place.js';
import own from './plot.module.css';
import type { TimePlot } from './time-plot.js';

interface PlotAreaProps {
  readonly times: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly startMs: number;
  readonly endMs: number;
  readonly zone: string;
  readonly kind?: Kind;
  readonly isLogarithmic?: boolean;
  readonly height: number;
  readonly isLoading?: boolean;
  readonly syncKey?: string;
  readonly marks?: readonly Mark[];
  readonly openMs?: number | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly format: (value: number) => string;
  readonly onRange?: (startMs: number, endMs: number) => void;
  readonly onCursor: (index: number | undefined) => void;
  /** Holds the plot while there is one. */
  readonly plot: RefObject<TimePlot | undefined>;
}

/** The canvas of a chart with its marks. The library that draws it is loaded when the first chart is shown. */
export function PlotArea(props: PlotAreaProps) {
  const { times, series, startMs, endMs, zone, isLogarithmic = false, height, syncKey, marks = [], plot } = props;
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    latest.current = props;
  });
  // The lines and the scale of a plot never change; another set of lines is another plot.
  const kindOfPlot = JSON.stringify([series.map(({ name, tone }) => [name, tone]), isLogarithmic, syncKey]);
  useEffect(() => {
    let isGone = false;
    let made: TimePlot | undefined;
    import('./time-plot.js').then(
      ({ TimePlot }) => {
        if (isGone || !host.current) return;
        const model = () => ({ kind: 'number' as const, isLogarithmic: false, ...latest.current });
        made = new TimePlot(host.current, model, {
          onCursor: (index) => latest.current.onCursor(index),
          onSelect: (from, to) => latest.current.onRange?.(from, to),
        });
        plot.current = made;
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      made?.dispose();
      plot.current = undefined;
    };
  }, [kindOfPlot, plot]);
  const { hidden, format } = props;
  useEffect(() => plot.current?.update(), [times, series, startMs, endMs, zone, hidden, format, plot]);

  const since = unfinishedSince(times, props.openMs);
  const isEmpty = series.every(({ values }) => values.every((value) => value === undefined));
  return (
    <div ref={host} className={own['host']} style={{ height }}>
      <div className={own['marks']} style={LINES}>
        {since !== undefined && (
          <div aria-hidden className={own['open']} style={{ left: `${partOf(since, startMs, endMs) * 100}%` }} />
        )}
        <Marks {...{ marks, startMs, endMs, zone }} />
      </div>
      {failed && <p className={classes['note']}>The chart could not be loaded. Reload the page.</p>}
      {isEmpty && !failed && props.isLoading !== true && <p className={classes['note']}>Nothing in this range</p>}
    </div>
  );
}
