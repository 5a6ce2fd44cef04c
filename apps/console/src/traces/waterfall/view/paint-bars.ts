import { formatDuration } from '../../../time/amounts.js';
import { FLAG, hasFlag, toDuration } from '../model/trace-tree.js';
import { toTicks } from '../ticks.js';
import { AXIS_HEIGHT, ROW_HEIGHT } from './geometry.js';
import { paintMarks } from './paint-marks.js';
import type { Scene } from './scene.js';

/** Pixels between ticks. */
const TICK_WIDTH = 110;
const BAR = { top: 5, height: 12, least: 2 } as const;
const LABEL_GAP = 5;
const LABEL_WIDTH = 60;

/** Paints the axis, and the bars of the rows on screen. Its cost depends on the screen, not on the trace. */
export function paintBars(context: CanvasRenderingContext2D, scene: Scene): void {
  const { width } = scene.bars;
  const { state, colors, rowsHeight, scrollTop } = scene;
  const { rows } = state;
  const height = AXIS_HEIGHT + rowsHeight;
  context.font = colors.font;
  context.textBaseline = 'middle';
  const first = Math.floor(scrollTop / ROW_HEIGHT);
  const last = Math.min(rows.length - 1, Math.floor((scrollTop + rowsHeight) / ROW_HEIGHT));
  for (let row = first; row <= last; row++)
    paintBackground(context, width, scene, row, AXIS_HEIGHT + row * ROW_HEIGHT - scrollTop);
  const ticks = toTicks(state.viewport.fromNs, state.viewport.toNs, Math.max(2, Math.floor(width / TICK_WIDTH)));
  context.fillStyle = colors.border;
  const positions = ticks.map(({ atNs }) => Math.round(state.viewport.toShare(atNs) * width));
  for (const x of positions) context.fillRect(x, 0, 1, height);
  for (let row = first; row <= last; row++)
    paintBar(context, width, scene, rows.nodeAt(row), AXIS_HEIGHT + row * ROW_HEIGHT - scrollTop);
  paintRange(context, width, height, scene);
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, width, AXIS_HEIGHT);
  ticks.forEach(({ label }, index) => {
    const x = positions[index] ?? 0;
    context.fillStyle = colors.border;
    context.fillRect(x, AXIS_HEIGHT - 6, 1, 6);
    context.fillStyle = colors.muted;
    if (x + LABEL_GAP + context.measureText(label).width <= width)
      context.fillText(label, x + LABEL_GAP, AXIS_HEIGHT / 2);
  });
  context.fillStyle = colors.border;
  context.fillRect(0, AXIS_HEIGHT - 1, width, 1);
}

function paintBackground(context: CanvasRenderingContext2D, width: number, scene: Scene, row: number, y: number): void {
  const { state, colors, hoverRow, open } = scene;
  const node = state.rows.nodeAt(row);
  const { active, selected } = state.snapshot;
  const isChosen = node === active || node === open || selected.has(node);
  if (!isChosen && row !== hoverRow) return;
  context.fillStyle = isChosen ? colors.selected : colors.hover;
  context.fillRect(0, y, width, ROW_HEIGHT);
}

function paintBar(context: CanvasRenderingContext2D, width: number, scene: Scene, node: number, y: number): void {
  const { state, colors } = scene;
  const { tree, viewport } = state;
  const isMarker = hasFlag(tree, node, FLAG.marker);
  const left = viewport.toShare(tree.start[node] ?? 0) * width;
  const right = Math.max(left + BAR.least, viewport.toShare(tree.end[node] ?? 0) * width);
  // Parts outside of the canvas are cut off, because some browsers lose rectangles of millions of pixels.
  const [from, to] = [Math.max(-9, Math.min(left, width)), Math.min(width + 9, Math.max(right, 0))];
  const color = colors.series[(tree.service[node] ?? 0) % colors.series.length] ?? colors.muted;
  if (right >= 0 && left <= width) {
    context.fillStyle = isMarker ? colors.strong : color;
    if (isMarker) context.fillRect(from, y + BAR.top + BAR.height / 2 - 1, to - from, 2);
    else roundedBar(context, from, y + BAR.top, to - from);
    paintMarks(context, width, scene, node, y + BAR.top, BAR.height);
  }
  const text = isMarker ? '' : formatDuration(toDuration(tree, node));
  context.fillStyle = hasFlag(tree, node, FLAG.error) ? colors.dangerText : colors.muted;
  // The duration stands after the bar, before it, or at the edge towards which the bar lies outside.
  if (to + LABEL_WIDTH <= width) context.fillText(text, Math.max(0, to) + LABEL_GAP, y + ROW_HEIGHT / 2);
  else if (from >= LABEL_WIDTH) endText(context, text, from - LABEL_GAP, y + ROW_HEIGHT / 2);
  else insideText(context, text, width, y + BAR.top, colors.surface, colors.text);
}

function roundedBar(context: CanvasRenderingContext2D, x: number, y: number, width: number): void {
  context.beginPath();
  context.roundRect(x, y, width, BAR.height, Math.min(2, width / 2));
  context.fill();
}

function endText(context: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  context.textAlign = 'right';
  context.fillText(text, x, y);
  context.textAlign = 'left';
}

/** A text on a plate of its own, because no colour of text is legible on the bars of all services. */
function insideText(
  context: CanvasRenderingContext2D,
  text: string,
  width: number,
  y: number,
  plate: string,
  color: string,
): void {
  const size = context.measureText(text).width;
  context.fillStyle = plate;
  context.fillRect(width - size - 12, y, size + 8, BAR.height);
  context.fillStyle = color;
  endText(context, text, width - 8, y + BAR.height / 2);
}

/** The range of time that was dragged. */
function paintRange(context: CanvasRenderingContext2D, width: number, height: number, scene: Scene): void {
  const range = scene.drag ?? scene.state.snapshot.range;
  if (range === undefined) return;
  const [from = 0, to = 0] = range.map((ns) => scene.state.viewport.toShare(ns) * width);
  context.fillStyle = scene.colors.accent;
  context.globalAlpha = 0.14;
  context.fillRect(from, 0, to - from, height);
  context.globalAlpha = 1;
  context.fillRect(from, 0, 1, height);
  context.fillRect(to, 0, 1, height);
}
