import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatCount } from '../time/amounts.js';
import { formatDateTime } from '../time/format.js';
import { ChartFrame } from './parts/chart-frame.js';
import { moveCursor, type Cursor } from './parts/cursor.js';
import type { Mark } from './parts/marks.js';
import { LegendTable } from './plot/legend-table.js';
import { Legend, type LegendTexts } from './plot/legend.js';
import { PlotArea } from './plot/plot-area.js';
import { describePoint, rangeAround, type PlotSeries } from './plot/plot-data.js';
import type { TimePlot } from './plot/time-plot.js';
import type { Kind } from './scale.js';

export interface TimeSeriesProps {
  /** Name of the chart, such as `Requests each minute`. */
  readonly label: string;
  /** Epoch milliseconds, ascending. */
  readonly times: readonly number[];
  /** Their names differ. */
  readonly series: readonly PlotSeries[];
  /** The range that is shown, in epoch milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  readonly zone: string;
  /** Writes a value with its unit. */
  readonly format?: (value: number) => string;
  /** Whether the values are durations in milliseconds. */
  readonly kind?: Kind;
  readonly isLogarithmic?: boolean;
  /** Height of the lines with the axis of times, in pixels. */
  readonly height?: number;
  readonly isLoading?: boolean;
  /** Charts with the same key have their cursors at the same time. */
  readonly syncKey?: string;
  readonly marks?: readonly Mark[];
  /** Values from this time on are of an interval that is not over, so that they may still change. */
  readonly openMs?: number | undefined;
  /** Shows the series as a table with their last value and extremes; in one line otherwise. */
  readonly hasTable?: boolean;
  /** Narrows the range, after dragging or the enter key. */
  readonly onRange?: (startMs: number, endMs: number) => void;
}

/** Digits of values that have no unit. */
const DIGITS = 4;
const plain = (value: number): string => formatCount(Number(value.toPrecision(DIGITS)));

/** Lines over time. Keys move a cursor that is read out, and `t` shows the same data as a table. */
export function TimeSeries(props: TimeSeriesProps) {
  const {
    label,
    times,
    series,
    zone,
    format = plain,
    height = 200,
    isLoading = false,
    hasTable = false,
    openMs,
    onRange,
  } = props;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState<Cursor>();
  const texts = useRef<LegendTexts>({ values: new Map(), time: null });
  const plot = useRef<TimePlot | undefined>(undefined);

  const showValues = useCallback(
    (index: number | undefined) => {
      // A table has the last values in a column of its own.
      const at = index ?? (hasTable ? -1 : times.length - 1);
      for (const { name, values } of series) {
        const [element, value] = [texts.current.values.get(name), values[at]];
        if (element)
          element.textContent = value === undefined ? (index === undefined && hasTable ? '' : '–') : format(value);
      }
      const time = index === undefined ? undefined : times[index];
      if (texts.current.time) texts.current.time.textContent = time === undefined ? '' : formatDateTime(time, zone);
    },
    [times, series, format, zone, hasTable],
  );
  useEffect(() => showValues(undefined), [showValues]);

  const move = (next: Cursor | undefined): void => {
    setCursor(next);
    plot.current?.setCursor(next?.at, next?.anchor);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Enter' && cursor) {
      const range = rangeAround(times, cursor);
      if (range) onRange?.(...range);
      return true;
    }
    const next = moveCursor(cursor, event, times.length);
    if (next === cursor) return false;
    move(next);
    return true;
  };
  const toggle = (name: string): void =>
    setHidden((names) => new Set(names.has(name) ? [...names].filter((other) => other !== name) : [...names, name]));
  const time = cursor && times[cursor.at];
  const describeTime = (ms: number): string =>
    openMs !== undefined && ms >= openMs ? `${formatDateTime(ms, zone)}, not over yet` : formatDateTime(ms, zone);
  return (
    <div>
      <ChartFrame
        label={label}
        description="chart"
        announced={cursor && time !== undefined ? describePoint(describeTime(time), series, cursor.at, format) : ''}
        isLoading={isLoading}
        height={height}
        tableHeight={height}
        toTable={() => ({
          columns: ['Time', ...series.map(({ name }) => name)],
          rows: times.map((ms, nth) => [describeTime(ms), ...series.map(({ values }) => toCell(values[nth], format))]),
        })}
        onKey={onKey}
        onBlur={() => move(undefined)}
      >
        <PlotArea {...props} {...{ format, height, hidden }} plot={plot} onCursor={showValues} />
      </ChartFrame>
      {hasTable ? (
        <LegendTable series={series} hidden={hidden} onToggle={toggle} texts={texts} format={format} />
      ) : (
        <Legend series={series} hidden={hidden} onToggle={toggle} texts={texts} />
      )}
    </div>
  );
}

function toCell(value: number | undefined, format: (value: number) => string): string {
  return value === undefined ? '' : format(value);
}
