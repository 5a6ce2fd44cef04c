import { partOf } from '../scale.js';
import { bucketAt, rangeBetween, type Bucket } from './layout.js';
import type { HistogramTooltip } from './tooltip.js';

/** The properties of the histogram that the pointer reads. */
export interface HistogramModel {
  readonly buckets: readonly Bucket[];
  readonly startMs: number;
  readonly endMs: number;
  readonly onRange?: ((startMs: number, endMs: number) => void) | undefined;
}

/** A shorter way of the pointer is a click, in pixels. */
const CLICK_PX = 4;

/**
 * Follows the pointer over a histogram without a render: it moves two elements and the tooltip. A click narrows to a bucket, and dragging
 * selects a range.
 */
export class HistogramPointer {
  #down: { readonly x: number; readonly part: number } | undefined;
  readonly #abort = new AbortController();

  constructor(
    private readonly plot: HTMLElement,
    private readonly hover: HTMLElement,
    private readonly selection: HTMLElement,
    private readonly tooltip: HistogramTooltip,
    private readonly model: () => HistogramModel,
  ) {
    const { signal } = this.#abort;
    plot.addEventListener('pointermove', (event) => this.#move(event), { signal });
    plot.addEventListener('pointerleave', () => this.#leave(), { signal });
    plot.addEventListener('pointerdown', (event) => this.#press(event), { signal });
    plot.addEventListener('pointerup', (event) => this.#release(event), { signal });
    plot.addEventListener('pointercancel', () => this.#leave(), { signal });
  }

  dispose(): void {
    this.#abort.abort();
    this.#leave();
  }

  #partAt({ clientX }: PointerEvent): number {
    const { left, width } = this.plot.getBoundingClientRect();
    return (clientX - left) / width;
  }

  #move(event: PointerEvent): void {
    const { buckets, startMs, endMs } = this.model();
    const part = this.#partAt(event);
    if (this.#down && Math.abs(event.clientX - this.#down.x) >= CLICK_PX) {
      const [from, to] = rangeBetween(buckets, startMs, endMs, [this.#down.part, part]);
      this.#place(this.selection, from, to);
      this.hover.hidden = true;
      this.tooltip.hide();
      return;
    }
    const bucket = buckets[bucketAt(buckets, startMs, endMs, part)];
    if (bucket === undefined) return this.#leave();
    this.#place(this.hover, bucket.startMs, bucket.endMs);
    this.tooltip.show(bucket, part);
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0 || this.model().onRange === undefined) return;
    this.#down = { x: event.clientX, part: this.#partAt(event) };
    this.plot.setPointerCapture(event.pointerId);
  }

  #release(event: PointerEvent): void {
    const down = this.#down;
    this.#leave();
    if (down === undefined) return;
    const { buckets, startMs, endMs, onRange } = this.model();
    const isClick = Math.abs(event.clientX - down.x) < CLICK_PX;
    if (isClick && bucketAt(buckets, startMs, endMs, down.part) < 0) return;
    onRange?.(...rangeBetween(buckets, startMs, endMs, [down.part, isClick ? down.part : this.#partAt(event)]));
  }

  #leave(): void {
    this.#down = undefined;
    this.hover.hidden = true;
    this.selection.hidden = true;
    this.tooltip.hide();
  }

  #place(element: HTMLElement, from: number, to: number): void {
    const { startMs, endMs } = this.model();
    const left = partOf(from, startMs, endMs);
    element.style.left = `${left * 100}%`;
    element.style.width = `${(partOf(to, startMs, endMs) - left) * 100}%`;
    element.hidden = false;
  }
}
