interface Size {
  readonly width: number;
  readonly height: number;
}

const MIN_SCALE = 0.05;
const MAX_SCALE = 2.5;
/** A map that fits is not made larger than this. */
const FITTED_SCALE = 1.15;
const MARGIN = 20;

/** The part of a drawing that a window shows: a point of the drawing is at `scale * point + offset` in the window. */
export class Viewport {
  scale = 1;
  x = 0;
  y = 0;

  /** @param onChange draws; it is called at once with each movement. */
  constructor(private readonly onChange: (viewport: Viewport) => void) {}

  pan(dx: number, dy: number): void {
    this.#set(this.scale, this.x + dx, this.y + dy);
  }

  /** Zooms while the drawing stays in place at a point of the window. */
  zoom(factor: number, at: { readonly x: number; readonly y: number }): void {
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, this.scale * factor));
    const change = scale / this.scale;
    this.#set(scale, at.x - (at.x - this.x) * change, at.y - (at.y - this.y) * change);
  }

  /**
   * Shows all of the drawing in the middle of the window, or its left part if it would be smaller than the least scale.
   *
   * @param leastScale a part of the drawing is shown rather than all of it below this.
   */
  fit(drawing: Size, window: Size, leastScale = MIN_SCALE): void {
    const [width, height] = [Math.max(1, window.width - 2 * MARGIN), Math.max(1, window.height - 2 * MARGIN)];
    const fitted = Math.min(width / Math.max(1, drawing.width), height / Math.max(1, drawing.height), FITTED_SCALE);
    const scale = Math.max(leastScale, fitted);
    const x = Math.max((window.width - drawing.width * scale) / 2, fitted < scale ? MARGIN : -Infinity);
    this.#set(scale, x, (window.height - drawing.height * scale) / 2);
  }

  /** Moves as little as needed to show a box. */
  reveal(box: Size & { readonly x: number; readonly y: number }, window: Size): void {
    const [left, top] = [box.x * this.scale + this.x, box.y * this.scale + this.y];
    const right = left + box.width * this.scale - window.width + MARGIN;
    const bottom = top + box.height * this.scale - window.height + MARGIN;
    const dx = left < MARGIN ? MARGIN - left : Math.min(0, -right);
    const dy = top < MARGIN ? MARGIN - top : Math.min(0, -bottom);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  #set(scale: number, x: number, y: number): void {
    [this.scale, this.x, this.y] = [scale, x, y];
    this.onChange(this);
  }
}
