import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { describeBuckets } from './histogram/describe-buckets.js';
import own from './histogram/histogram.module.css';
import { totalOf, type Bucket } from './histogram/layout.js';
import { HistogramPicture } from './histogram/picture.js';
import { HistogramPointer } from './histogram/pointer.js';
import { HistogramTooltip, type HistogramSeries } from './histogram/tooltip.js';
import { ChartFrame } from './parts/chart-frame.js';
import classes from './parts/chart.module.css';
import { moveCursor, selectedBy, type Cursor } from './parts/cursor.js';
import { describeSpan } from './parts/describe-span.js';
import { Marks, type Mark } from './parts/marks.js';
import { TimeAxis } from './parts/time-axis.js';

export interface HistogramProps {
  /** Name of the chart, such as `Log records over time`. */
  readonly label: string;
  /** The series from the bottom to the top. */
  readonly series: readonly HistogramSeries[];
  /** Ascending and without overlaps. */
  readonly buckets: readonly Bucket[];
  /** The range that is shown, in epoch milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  readonly zone: string;
  /** Height of the bars in pixels. */
  readonly height?: number;
  readonly isLoading?: boolean;
  readonly marks?: readonly Mark[];
  /** Narrows the range, after a click, dragging, or the enter key. */
  readonly onRange?: (startMs: number, endMs: number) => void;
  /** Returns up to three examples of what is counted in a bucket. */
  readonly onPeek?: (bucket: Bucket) => Promise<readonly string[]>;
}

/** Height of the times below the bars, in pixels. */
const AXIS_PX = 18;
/** The line between the bars and the times. */
const BORDER_PX = 1;

/** Stacked bars over time. Keys move a cursor that is read out, and `t` shows the same data as a table. */
export function Histogram(props: HistogramProps) {
  const { label, series, buckets, startMs, endMs, zone, height = 96, isLoading = false, marks = [], onRange } = props;
  const [cursor, setCursor] = useState<Cursor>();
  const hover = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const followPointer = useCallback((plot: HTMLDivElement) => {
    if (!hover.current || !selection.current || !tooltip.current) return undefined;
    const model = () => latest.current;
    const shown = new HistogramTooltip(tooltip.current, model);
    const pointer = new HistogramPointer(plot, hover.current, selection.current, shown, model);
    return () => pointer.dispose();
  }, []);

  const selected = useMemo(() => (cursor ? buckets.slice(...toSlice(cursor)) : []), [buckets, cursor]);
  const onKey = (event: KeyboardEvent): boolean => {
    const [first, last] = [selected[0], selected.at(-1)];
    if (event.key === 'Enter' && first && last) {
      onRange?.(first.startMs, last.endMs);
      return true;
    }
    const next = moveCursor(cursor, event, buckets.length);
    setCursor(next);
    return next !== cursor;
  };
  const names = series.map(({ name }) => name);
  const isEmpty = buckets.every((bucket) => totalOf(bucket) === 0);
  return (
    <ChartFrame
      label={label}
      description="histogram"
      help={`${describeSpan(startMs, endMs, zone)}.`}
      announced={describeBuckets(selected, names, zone)}
      className={isLoading ? own['loading'] : undefined}
      isLoading={isLoading}
      height={height + BORDER_PX}
      tableHeight={height + BORDER_PX + AXIS_PX}
      toTable={() => ({
        columns: ['Time', ...names, 'Total'],
        rows: buckets.map((bucket) => toRow(bucket, names.length, zone)),
      })}
      onKey={onKey}
      onBlur={() => setCursor(undefined)}
      plotRef={followPointer}
      below={<TimeAxis {...{ startMs, endMs, zone }} />}
    >
      <HistogramPicture {...{ series, buckets, startMs, endMs, height, selected }} />
      <div ref={hover} className={own['hover']} hidden />
      <div ref={selection} className={own['selection']} hidden />
      {isEmpty && <p className={classes['note']}>{isLoading ? '' : 'Nothing in this range'}</p>}
      <Marks {...{ marks, startMs, endMs, zone }} />
      <div ref={tooltip} className={classes['tooltip']} aria-hidden="true" hidden />
    </ChartFrame>
  );
}

function toSlice(cursor: Cursor): [number, number] {
  const [first, last] = selectedBy(cursor);
  return [first, last + 1];
}

function toRow(bucket: Bucket, series: number, zone: string): string[] {
  const counts = Array.from({ length: series }, (_, nth) => bucket.counts?.[nth] ?? 0);
  const cells = bucket.counts === undefined ? counts.map(() => '') : counts.map(String);
  return [describeSpan(bucket.startMs, bucket.endMs, zone), ...cells, bucket.counts ? String(totalOf(bucket)) : ''];
}
