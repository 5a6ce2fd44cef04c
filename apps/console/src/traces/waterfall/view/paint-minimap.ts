import { toDensity } from './density.js';
import { ROW_HEIGHT } from './geometry.js';
import type { Scene } from './scene.js';

/** Rows of a small trace are not higher than this, in pixels. */
const MOST_ROW_HEIGHT = 5;
/** Width and least height of the thumb. */
const THUMB = 5;
const LEAST_THUMB = 4;

/** Height of a row of the minimap, in its pixels. */
export function minimapRowHeight(rows: number, height: number): number {
  return Math.min(MOST_ROW_HEIGHT, height / Math.max(1, rows));
}

/** Draws the whole trace once, as an image that frames reuse until rows, size or theme change. */
export function drawOverview({ state, colors }: Scene, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.max(1, width), Math.max(1, height)];
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  const ratio = window.devicePixelRatio;
  const rowHeight = minimapRowHeight(state.rows.length, height / ratio) * ratio;
  const density = toDensity(state, canvas.width, canvas.height, rowHeight);
  const image = context.createImageData(canvas.width, canvas.height);
  const [plain, error] = [toBytes(colors.accent), toBytes(colors.danger)];
  const scale = 1 / Math.log1p(Math.max(1, density.most));
  for (let at = 0; at < canvas.width * canvas.height; at++) {
    const cell = at + Math.floor(at / canvas.width);
    const count = density.spans[cell] ?? 0;
    if (count === 0) continue;
    const hasError = (density.errors[cell] ?? 0) > 0;
    const color = hasError ? error : plain;
    for (let part = 0; part < 3; part++) image.data[at * 4 + part] = color[part] ?? 0;
    image.data[at * 4 + 3] = hasError ? 255 : Math.round(255 * (0.4 + 0.6 * Math.log1p(count) * scale));
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** Red, green and blue of a colour as the browser computes it, `rgb(1, 2, 3)`. */
function toBytes(color: string): readonly number[] {
  return (color.match(/[\d.]+/g) ?? []).map(Number);
}

/** The part of the trace on screen, in pixels of the minimap. */
export interface Window {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function toWindow({ state, scrollTop, rowsHeight, minimap }: Scene): Window {
  const { viewport, rows } = state;
  const { width, height } = minimap;
  const rowHeight = minimapRowHeight(rows.length, height);
  const top = (scrollTop / ROW_HEIGHT) * rowHeight;
  const isWhole = rows.length * ROW_HEIGHT <= rowsHeight;
  return {
    left: (viewport.fromNs / viewport.durationNs) * width,
    right: (viewport.toNs / viewport.durationNs) * width,
    top: isWhole ? 0 : top,
    bottom: isWhole ? height : Math.max(top + LEAST_THUMB, top + (rowsHeight / ROW_HEIGHT) * rowHeight),
  };
}

/** Paints the overview, dims the time that is not on screen, and marks the rows that are, with a thumb as a scroll bar has. */
export function paintMinimap(
  context: CanvasRenderingContext2D,
  overview: HTMLCanvasElement,
  scene: Scene,
  selecting: readonly [number, number] | undefined,
): void {
  const { colors, minimap } = scene;
  const { width, height } = minimap;
  const { left, right, top, bottom } = toWindow(scene);
  context.drawImage(overview, 0, 0, width, height);
  const fill = (color: string, alpha: number, from: number, to: number, y = 0, until = height): void => {
    context.fillStyle = color;
    context.globalAlpha = alpha;
    context.fillRect(from, y, to - from, until - y);
    context.globalAlpha = 1;
  };
  fill(colors.sunken, 0.75, 0, left);
  fill(colors.sunken, 0.75, right, width);
  if (bottom - top < height) fill(colors.faint, 0.18, left, right, top, bottom);
  if (left > 0) fill(colors.faint, 1, left, left + 1);
  if (right < width) fill(colors.faint, 1, right - 1, right);
  if (bottom - top < height) fill(colors.faint, 1, width - THUMB, width, top, bottom);
  if (selecting !== undefined) fill(colors.accent, 0.25, selecting[0], selecting[1]);
}
