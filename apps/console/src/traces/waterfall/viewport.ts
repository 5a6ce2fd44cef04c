/** The narrowest range, in nanoseconds. */
const LEAST_NS = 10;

/** The part of a trace's time that is on screen. It lives outside of React, so panning and zooming only repaint. */
export class Viewport {
  readonly #listeners = new Set<() => void>();
  #fromNs = 0;
  #toNs: number;

  constructor(readonly durationNs: number) {
    this.#toNs = durationNs;
  }

  get fromNs(): number {
    return this.#fromNs;
  }

  get toNs(): number {
    return this.#toNs;
  }

  get rangeNs(): number {
    return this.#toNs - this.#fromNs;
  }

  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows a range. One that is too narrow is widened around its middle, and one that reaches beyond the trace is moved. */
  show(fromNs: number, toNs: number): void {
    const range = Math.min(this.durationNs, Math.max(Math.min(LEAST_NS, this.durationNs), toNs - fromNs));
    const from = (fromNs + toNs - range) / 2;
    this.#fromNs = Math.max(0, Math.min(this.durationNs - range, from));
    this.#toNs = this.#fromNs + range;
    for (const listener of this.#listeners) listener();
  }

  showAll(): void {
    this.show(0, this.durationNs);
  }

  /** Shows `factor` times the range; the time at `share` of the width stays where it is. */
  zoom(factor: number, share = 0.5): void {
    const range = Math.min(this.durationNs, Math.max(Math.min(LEAST_NS, this.durationNs), this.rangeNs * factor));
    const from = this.#fromNs + (this.rangeNs - range) * share;
    this.show(from, from + range);
  }

  /** Moves by a share of the range; positive is later. */
  pan(share: number): void {
    const by = this.rangeNs * share;
    this.show(this.#fromNs + by, this.#toNs + by);
  }

  /** The share of the width at which a time is; outside of 0 to 1 for times that are not shown. */
  toShare(ns: number): number {
    return (ns - this.#fromNs) / this.rangeNs;
  }

  toNsAt(share: number): number {
    return this.#fromNs + this.rangeNs * share;
  }
}
