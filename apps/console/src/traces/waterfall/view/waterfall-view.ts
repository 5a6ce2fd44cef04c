import { findCommand, type Surroundings } from '../state/keys.js';
import type { WaterfallState } from '../state/waterfall-state.js';
import { readColors, watchTheme } from './colors.js';
import { AXIS_HEIGHT, ROW_HEIGHT, fitCanvas, measure, type Elements } from './geometry.js';
import { Minimap } from './minimap.js';
import { paintBars } from './paint-bars.js';
import { listenToPane } from './pane-pointer.js';
import { RowPool } from './row-pool.js';
import type { Marks, Scene } from './scene.js';
import { Tooltip } from './tooltip.js';
import { listenToWheel } from './wheel.js';

export interface ViewOptions extends Omit<Surroundings, 'pageRows'> {
  /** Begins the IDs of the rows, which differ from those of other waterfalls of the page. */
  readonly prefix: string;
}

/** Fills the elements of a page from the state of a waterfall, at most once a frame, and leads input back to it. React takes no part. */
export class WaterfallView {
  readonly #ends = new AbortController();
  readonly #leave: readonly (() => void)[];
  readonly #rows: RowPool;
  readonly #minimap: Minimap;
  readonly #tooltip: Tooltip;
  #frame = 0;
  #active: number;
  #rowCount: number;
  #scene: Scene;

  constructor(
    private readonly elements: Elements,
    private readonly state: WaterfallState,
    private readonly options: ViewOptions,
  ) {
    const { grid, bars, pane, scroller, minimap, tooltip } = elements;
    const { signal } = this.#ends;
    this.#scene = {
      state,
      marks: { critical: new Map(), logs: new Map() },
      colors: readColors(pane),
      bars: { width: 0, height: 0 },
      minimap: { width: 0, height: 0 },
      scrollTop: 0,
      rowsHeight: 0,
      hoverRow: -1,
      open: -1,
      drag: undefined,
    };
    this.#active = state.snapshot.active;
    this.#rowCount = state.rows.length;
    this.#rows = new RowPool(grid, options.prefix);
    this.#tooltip = new Tooltip(tooltip);
    const toScene = (): Scene => this.#scene;
    const scrollTo = (top: number): void => void (scroller.scrollTop = top);
    this.#minimap = new Minimap(minimap, { toScene, scrollTo, repaint: () => this.#schedule() }, signal);
    listenToPane(
      elements,
      {
        toScene,
        open: options.open,
        setDrag: (drag) => this.#set({ drag }),
        setHoverRow: (hoverRow) => void (hoverRow !== this.#scene.hoverRow && this.#set({ hoverRow })),
        tooltip: this.#tooltip,
      },
      signal,
    );
    listenToWheel(bars, state.viewport, signal);
    scroller.addEventListener('scroll', () => this.#set({ scrollTop: scroller.scrollTop }), { signal });
    grid.addEventListener('keydown', (event) => this.#press(event), { signal });
    const resizes = new ResizeObserver(() => this.#measure());
    for (const element of [scroller, minimap, bars]) resizes.observe(element);
    this.#leave = [
      () => resizes.disconnect(),
      state.subscribe(() => this.#follow()),
      state.viewport.subscribe(() => this.#schedule()),
      watchTheme(() => this.#set({ colors: readColors(pane) }, true)),
    ];
    this.#measure();
    // The first frame is painted at once, with the elements that it fills.
    this.#paint();
  }

  setMarks(marks: Marks): void {
    this.#set({ marks });
  }

  /** Marks the node whose details are open; -1 for none. */
  setOpen(open: number): void {
    this.#set({ open });
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#ends.abort();
    for (const leave of this.#leave) leave();
    this.#rows.remove();
    this.#tooltip.hide();
  }

  /** The height of the rows follows their number, and the active row stays on screen when it moves. */
  #follow(): void {
    const { snapshot, rows } = this.state;
    const hasOtherRows = rows.length !== this.#rowCount;
    if (hasOtherRows) this.elements.spacer.style.height = `${rows.length * ROW_HEIGHT + AXIS_HEIGHT}px`;
    this.#rowCount = rows.length;
    if (snapshot.active !== this.#active) this.#scrollToRow(rows.closestRow(snapshot.active));
    this.#active = snapshot.active;
    // The browser may scroll back if there are fewer rows.
    this.#set(hasOtherRows ? { scrollTop: this.elements.scroller.scrollTop } : {}, hasOtherRows);
  }

  #scrollToRow(row: number): void {
    const { scroller } = this.elements;
    const { rowsHeight } = this.#scene;
    const top = row * ROW_HEIGHT;
    const isJump = top < scroller.scrollTop - rowsHeight || top > scroller.scrollTop + 2 * rowsHeight;
    if (isJump) scroller.scrollTop = top - rowsHeight / 2;
    else if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + ROW_HEIGHT > scroller.scrollTop + rowsHeight) scroller.scrollTop = top + ROW_HEIGHT - rowsHeight;
  }

  #measure(): void {
    const { scroller, pane, spacer, bars, minimap } = this.elements;
    // Everything is read before anything is written, so that the page is laid out once.
    const { clientHeight: height, scrollTop } = scroller;
    const sizes = { bars: { width: bars.clientWidth, height }, minimap: measure(minimap) };
    spacer.style.height = `${this.state.rows.length * ROW_HEIGHT + AXIS_HEIGHT}px`;
    pane.style.height = `${height}px`;
    this.#set({ rowsHeight: Math.max(0, height - AXIS_HEIGHT), scrollTop, ...sizes });
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const command = findCommand(event.key);
    if (command === undefined) return;
    event.preventDefault();
    const pageRows = Math.max(1, Math.floor(this.#scene.rowsHeight / ROW_HEIGHT) - 1);
    command.run(this.state, { ...this.options, pageRows });
  }

  #set(change: Partial<Scene>, redrawsMinimap = false): void {
    this.#scene = { ...this.#scene, ...change };
    if (redrawsMinimap) this.#minimap.invalidate();
    this.#schedule();
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => this.#paint());
  }

  #paint(): void {
    this.#frame = 0;
    const { bars } = this.elements;
    const context = fitCanvas(bars, this.#scene.bars);
    if (context === undefined) return;
    const { scrollTop, rowsHeight, open } = this.#scene;
    paintBars(context, this.#scene);
    this.#rows.show(this.state, scrollTop, rowsHeight, open);
    this.#minimap.paint(this.#scene);
  }
}
