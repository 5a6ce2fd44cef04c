import { listenToDrags, type Drag } from './drag.js';
import { fitCanvas, ROW_HEIGHT } from './geometry.js';
import { drawOverview, minimapRowHeight, paintMinimap, toWindow } from './paint-minimap.js';
import type { Scene } from './scene.js';
import { listenToWheel } from './wheel.js';

type Mode = 'select' | 'move' | 'scroll';

export interface MinimapOptions {
  readonly toScene: () => Scene;
  /** Scrolls the rows to a distance from the top, in pixels. */
  readonly scrollTo: (top: number) => void;
  readonly repaint: () => void;
}

/** The whole trace in small: it scrolls rows and time, and a drag across it selects the range that is shown. */
export class Minimap {
  #overview: HTMLCanvasElement | undefined;
  #mode: Mode | undefined;
  #selecting: readonly [number, number] | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly options: MinimapOptions,
    signal: AbortSignal,
  ) {
    const { viewport } = options.toScene().state;
    listenToDrags(canvas, signal, {
      onMove: (drag) => this.#move(drag),
      onEnd: () => this.#end(),
      onClick: ({ x, y }) => this.#center(x, y),
      onCancel: () => this.#stop(),
    });
    const onScroll = (pixels: number): void => options.scrollTo(options.toScene().scrollTop + pixels);
    listenToWheel(canvas, viewport, signal, { zoomsWithShift: true, onScroll });
  }

  /** Draws the overview anew with the next frame. */
  invalidate(): void {
    this.#overview = undefined;
  }

  paint(scene: Scene): void {
    const context = fitCanvas(this.canvas, scene.minimap);
    const { width, height } = this.canvas;
    if (context === undefined) return;
    if (this.#overview?.width !== width || this.#overview.height !== height) this.#overview = undefined;
    this.#overview ??= drawOverview(scene, width, height);
    paintMinimap(context, this.#overview, scene, this.#selecting);
  }

  #move(drag: Drag): void {
    const scene = this.options.toScene();
    const { width, height } = scene.minimap;
    const { viewport } = scene.state;
    this.#mode ??= this.#toMode(drag, scene);
    if (this.#mode === 'select') {
      this.#selecting = [Math.max(0, Math.min(drag.startX, drag.x)), Math.min(width, Math.max(drag.startX, drag.x))];
      this.options.repaint();
      return;
    }
    const by = (drag.byX / width) * viewport.durationNs;
    if (this.#mode === 'move') viewport.show(viewport.fromNs + by, viewport.toNs + by);
    const rows = drag.byY / minimapRowHeight(scene.state.rows.length, height);
    this.options.scrollTo(scene.scrollTop + rows * ROW_HEIGHT);
  }

  /** Inside of the frame, a drag moves it. While the whole time is shown, the direction decides between scrolling and selecting. */
  #toMode({ startX, startY, x, y }: Drag, scene: Scene): Mode {
    const { viewport } = scene.state;
    const { left, right, top, bottom } = toWindow(scene);
    const isInside = startX >= left && startX <= right && startY >= top && startY <= bottom;
    if (isInside && viewport.rangeNs < viewport.durationNs) return 'move';
    return isInside && Math.abs(y - startY) > Math.abs(x - startX) ? 'scroll' : 'select';
  }

  #end(): void {
    const { state, minimap } = this.options.toScene();
    const { viewport } = state;
    const [from, to] = (this.#selecting ?? []).map((x) => (x / minimap.width) * viewport.durationNs);
    if (from !== undefined && to !== undefined) viewport.show(from, to);
    this.#stop();
  }

  #stop(): void {
    this.#mode = undefined;
    this.#selecting = undefined;
    this.options.repaint();
  }

  #center(x: number, y: number): void {
    const { state, rowsHeight, minimap } = this.options.toScene();
    const { viewport, rows } = state;
    const at = (x / minimap.width) * viewport.durationNs;
    viewport.show(at - viewport.rangeNs / 2, at + viewport.rangeNs / 2);
    this.options.scrollTo((y / minimapRowHeight(rows.length, minimap.height)) * ROW_HEIGHT - rowsHeight / 2);
  }
}
