import { findSpans, nextHit } from '../model/find.js';
import { sumSpans, type Sums } from '../model/sums.js';
import type { TraceTree } from '../model/trace-tree.js';
import { VisibleRows } from '../model/visible-rows.js';
import { Viewport } from '../viewport.js';

/** The state that the parts around the rows and bars show. A change makes a new object, so React compares by identity. */
export interface Snapshot {
  /** The text that was searched. */
  readonly found: string;
  readonly hits: Int32Array;
  /** Position among the hits; -1 before the first jump. */
  readonly hitIndex: number;
  readonly selected: ReadonlySet<number>;
  readonly sums: Sums | undefined;
  /** The range of time that was dragged, in nanoseconds from the start. */
  readonly range: readonly [number, number] | undefined;
  readonly showsCritical: boolean;
  /** The row that the keys move, and that screen readers read; -1 in an empty trace. */
  readonly active: number;
}

/** The state of a waterfall, without a page. Panning and zooming change only `viewport`; everything else makes a snapshot. */
export class WaterfallState {
  readonly rows: VisibleRows;
  readonly viewport: Viewport;
  readonly #listeners = new Set<() => void>();
  #search = new AbortController();
  #snapshot: Snapshot;

  constructor(readonly tree: TraceTree) {
    this.rows = new VisibleRows(tree);
    this.viewport = new Viewport(tree.durationNs);
    this.#snapshot = {
      found: '',
      hits: new Int32Array(),
      hitIndex: -1,
      selected: new Set(),
      sums: undefined,
      range: undefined,
      showsCritical: true,
      active: tree.length === 0 ? -1 : 0,
    };
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** @returns a function that ends the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Makes a node the active one and expands its ancestors. */
  activate(node: number): void {
    if (node < 0 || node >= this.tree.length) return;
    this.rows.reveal(node);
    this.#change({ active: node });
  }

  /** Moves the active row, at most to the first or the last one. */
  move(by: number): void {
    const row = this.rows.closestRow(this.#snapshot.active) + by;
    this.activate(this.rows.nodeAt(Math.max(0, Math.min(this.rows.length - 1, row))));
  }

  setCollapsed(node: number, collapsed: boolean): void {
    this.rows.setCollapsed(node, collapsed);
    this.#keepActiveVisible();
  }

  setAllCollapsed(collapsed: boolean): void {
    this.rows.setAllCollapsed(collapsed);
    this.#keepActiveVisible();
  }

  /** Searches in slices; the hits appear when the search has ended, unless another one has begun. */
  async find(text: string): Promise<void> {
    this.#search.abort();
    this.#search = new AbortController();
    if (text.trim() === this.#snapshot.found) return;
    const hits = await findSpans(this.tree, text, this.#search.signal);
    if (hits !== undefined) this.#change({ found: text.trim(), hits, hitIndex: -1 });
  }

  /** Goes to the hit after or before the active row. */
  goToHit(step: 1 | -1): void {
    const { hits, active, hitIndex } = this.#snapshot;
    // The first jump may find the active row itself.
    const next = nextHit(hits, hitIndex < 0 && step === 1 ? active - 1 : active, step);
    if (next < 0) return;
    this.#change({ hitIndex: next });
    this.goTo(hits[next] ?? -1);
  }

  /** Makes a node the active one, and moves the range of time to it if it does not run in the range. */
  goTo(node: number): void {
    this.activate(node);
    const { rangeNs, fromNs, toNs } = this.viewport;
    const [start, end] = [this.tree.start[node], this.tree.end[node]];
    if (start === undefined || end === undefined || (start <= toNs && end >= fromNs)) return;
    this.viewport.show(start - rangeNs / 4, start + (rangeNs * 3) / 4);
  }

  select(nodes: Iterable<number>, range?: readonly [number, number]): void {
    const selected = new Set(nodes);
    this.#change({ selected, sums: sumSpans(this.tree, selected), range });
  }

  toggleSelected(node: number): void {
    const selected = new Set(this.#snapshot.selected);
    if (!selected.delete(node) && this.tree.spans[node] !== undefined) selected.add(node);
    this.select(selected);
  }

  toggleCritical(): void {
    this.#change({ showsCritical: !this.#snapshot.showsCritical });
  }

  /** Ends the search that runs. */
  stop(): void {
    this.#search.abort();
  }

  /** Below a node that was collapsed, the active row moves to that node. */
  #keepActiveVisible(): void {
    this.#change({ active: this.rows.nodeAt(this.rows.closestRow(this.#snapshot.active)) });
  }

  #change(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }
}
