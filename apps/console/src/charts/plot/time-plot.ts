import uPlot from 'uplot';
import { ThemeColors } from '../parts/theme-colors.js';
import tones from '../parts/tones.module.css';
import { timeAxis, valueAxis, type PlotModel } from './plot-axes.js';
import { isolatedIndexes, valueRange } from './plot-data.js';
import { LINES } from './plot-place.js';

export interface PlotEvents {
  /** The index of the time under the pointer; undefined when it has left. */
  readonly onCursor: (index: number | undefined) => void;
  /** A range that was dragged. */
  readonly onSelect: (startMs: number, endMs: number) => void;
}

/** A shorter way of the pointer selects nothing, in pixels. */
const LEAST_DRAG = 4;
/** A place of the cursor at which it is not shown. */
const OUTSIDE = -10;

/** Lines on a canvas. The pointer is followed without a render; colours are those of the tokens of the theme. */
export class TimePlot {
  readonly #plot: uPlot;
  readonly #colors: ThemeColors;
  readonly #resize: ResizeObserver;

  constructor(
    private readonly host: HTMLElement,
    private readonly model: () => PlotModel,
    private readonly events: PlotEvents,
  ) {
    this.#colors = new ThemeColors(host, () => this.#plot.redraw(true, true));
    this.#plot = new uPlot(this.#toOptions(), this.#toData(), host);
    this.#resize = new ResizeObserver(() => this.#fit());
    this.#resize.observe(host);
  }

  /** Draws the present data. */
  update(): void {
    const { series, hidden } = this.model();
    this.#plot.batch(() => {
      this.#plot.setData(this.#toData(), true);
      series.forEach(({ name }, nth) => this.#plot.setSeries(nth + 1, { show: !hidden.has(name) }));
    });
  }

  /** Places the cursor at a time, and selects the times up to another one. */
  setCursor(at: number | undefined, anchor = at): void {
    const { times } = this.model();
    const leftOf = (index: number): number => this.#plot.valToPos(times[index] ?? 0, 'x');
    if (at === undefined || anchor === undefined) {
      this.#moveCursor(OUTSIDE);
      this.#clearSelection();
      return;
    }
    const [left, right] = [leftOf(Math.min(at, anchor)), leftOf(Math.max(at, anchor))];
    this.#moveCursor(leftOf(at));
    this.#plot.setSelect({ left, width: right - left, top: 0, height: this.#plot.over.clientHeight }, false);
  }

  dispose(): void {
    this.#resize.disconnect();
    this.#colors.dispose();
    this.#plot.destroy();
  }

  /** Moves the cursor of this chart and of those with the same key. */
  #moveCursor(left: number): void {
    this.#plot.setCursor({ left, top: 0 });
    const { syncKey } = this.model();
    const { clientWidth, clientHeight } = this.#plot.over;
    if (syncKey !== undefined)
      uPlot.sync(syncKey).pub('mousemove', this.#plot, left, 0, clientWidth, clientHeight, this.#plot.posToIdx(left));
  }

  #clearSelection(): void {
    this.#plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
  }

  #fit(): void {
    this.#plot.setSize({ width: this.host.clientWidth, height: this.model().height });
  }

  #toData(): uPlot.AlignedData {
    const { times, series } = this.model();
    return [[...times], ...series.map(({ values }) => values.map((value) => value ?? null))];
  }

  #toOptions(): uPlot.Options {
    const { series, isLogarithmic, height, syncKey, hidden } = this.model();
    return {
      width: this.host.clientWidth,
      height,
      ms: 1,
      padding: [8, LINES.right, 0, 0],
      legend: { show: false },
      focus: { alpha: 0.35 },
      scales: {
        x: { range: () => [this.model().startMs, this.model().endMs] },
        y: { distr: isLogarithmic ? 3 : 1, range: () => this.#valueRange() },
      },
      series: [
        {},
        ...series.map(({ name, tone }, nth) => ({
          label: name,
          show: !hidden.has(name),
          width: 1.5,
          stroke: () => this.#colors.get(tones[tone]),
          points: {
            show: true,
            size: 5,
            stroke: () => this.#colors.get(tones[tone]),
            fill: () => this.#colors.get(tones[tone]),
            filter: () => isolatedIndexes(this.model().series[nth]?.values ?? []),
          },
        })),
      ],
      axes: [timeAxis(this.model, this.#colors, this.host), valueAxis(this.model, this.#colors, this.host)],
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG },
        focus: { prox: 16 },
        // A selection concerns one chart only.
        ...(syncKey !== undefined && {
          sync: { key: syncKey, setSeries: false, scales: ['x', null], filters: { pub: isMovement } },
        }),
      },
      hooks: {
        setCursor: [({ cursor }) => this.events.onCursor(cursor.idx ?? undefined)],
        setSelect: [(plot) => this.#select(plot)],
      },
    };
  }

  #select(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width < LEAST_DRAG) return;
    const [from, to] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')];
    this.#clearSelection();
    this.events.onSelect(Math.round(from), Math.round(to));
  }

  #valueRange(): [number, number] {
    const { series, hidden, kind, isLogarithmic } = this.model();
    const [least, greatest] = valueRange(series, hidden, kind, isLogarithmic);
    return [least, greatest];
  }
}

function isMovement(type: string): boolean {
  return type !== 'mousedown' && type !== 'mouseup';
}
