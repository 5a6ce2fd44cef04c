import type uPlot from 'uplot';
import type { ThemeColors } from '../parts/theme-colors.js';
import { niceTicks, type Kind } from '../scale.js';
import { formatTick, timeTicks } from '../time-scale.js';
import type { PlotSeries } from './plot-data.js';
import { LINES } from './plot-place.js';
import classes from './plot.module.css';

export interface PlotModel {
  /** Epoch milliseconds, ascending. */
  readonly times: readonly number[];
  readonly series: readonly PlotSeries[];
  readonly startMs: number;
  readonly endMs: number;
  readonly zone: string;
  readonly kind: Kind;
  readonly isLogarithmic: boolean;
  /** Height with the axis of times, in pixels. */
  readonly height: number;
  /** Charts with the same key have their cursors at the same time. */
  readonly syncKey?: string | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly format: (value: number) => string;
}

const MOST_LINES = 5;
const PX_PER_TICK = 90;

/** The axis of times, with ticks at round times of the zone. */
export function timeAxis(model: () => PlotModel, colors: ThemeColors, host: HTMLElement): uPlot.Axis {
  const ticks = (plot: uPlot, least: number, greatest: number) =>
    timeTicks(least, greatest, Math.max(plot.width / PX_PER_TICK, 2), model().zone);
  return {
    ...axis(colors, host),
    size: LINES.bottom,
    splits: (plot, _axis, least, greatest) => [...ticks(plot, least, greatest).ticks],
    values: (plot, splits) => {
      const { startMs, endMs, zone } = model();
      const { unit } = ticks(plot, startMs, endMs);
      return splits.map((ms) => formatTick(ms, unit, zone));
    },
  };
}

/** The axis of values. A logarithmic one has its powers of ten. */
export function valueAxis(model: () => PlotModel, colors: ThemeColors, host: HTMLElement): uPlot.Axis {
  const { isLogarithmic, kind } = model();
  return {
    ...axis(colors, host),
    size: LINES.left,
    values: (_plot, splits) => splits.map((value) => (value === null ? '' : model().format(value))),
    ...(!isLogarithmic && {
      splits: (_plot: uPlot, _axis: number, least: number, greatest: number) =>
        niceTicks(least, greatest, MOST_LINES, kind),
    }),
  };
}

function axis(colors: ThemeColors, host: HTMLElement): uPlot.Axis {
  const { fontFamily } = getComputedStyle(host);
  return {
    stroke: () => colors.get(classes['text']),
    font: `11px ${fontFamily}`,
    gap: 6,
    grid: { stroke: () => colors.get(classes['grid']), width: 1 },
    ticks: { show: false },
  };
}
