import type { TraceTree } from './trace-tree.js';

/** The rows that a tree shows while some of its nodes are collapsed. The nodes of the rows ascend, so a row is found by binary search. */
export class VisibleRows {
  readonly #tree: TraceTree;
  readonly #collapsed: Uint8Array;
  readonly #rows: Int32Array;
  #length = 0;

  constructor(tree: TraceTree) {
    this.#tree = tree;
    this.#collapsed = new Uint8Array(tree.length);
    this.#rows = new Int32Array(tree.length);
    this.#fill(0);
  }

  get length(): number {
    return this.#length;
  }

  /** The node of a row; -1 beyond the last row. */
  nodeAt(row: number): number {
    return row < this.#length ? (this.#rows[row] ?? -1) : -1;
  }

  /** The row of a node; -1 if an ancestor is collapsed. */
  rowOf(node: number): number {
    const row = this.#lastRowUpTo(node);
    return this.nodeAt(row) === node ? row : -1;
  }

  /** The row of the node, or of the closest ancestor that has one. */
  closestRow(node: number): number {
    return Math.max(0, this.#lastRowUpTo(node));
  }

  isCollapsed(node: number): boolean {
    return this.#collapsed[node] === 1;
  }

  /** Collapses or expands a node that has children. */
  setCollapsed(node: number, collapsed: boolean): void {
    if (this.#tree.size[node] === 0 || this.isCollapsed(node) === collapsed) return;
    this.#collapsed[node] = collapsed ? 1 : 0;
    const row = this.rowOf(node);
    if (row >= 0) this.#fill(row);
  }

  setAllCollapsed(collapsed: boolean): void {
    this.#tree.size.forEach((size, node) => (this.#collapsed[node] = collapsed && size > 0 ? 1 : 0));
    this.#fill(0);
  }

  /** Expands the ancestors of a node. */
  reveal(node: number): void {
    let top = -1;
    for (let above = this.#tree.parent[node] ?? -1; above >= 0; above = this.#tree.parent[above] ?? -1) {
      if (!this.isCollapsed(above)) continue;
      this.#collapsed[above] = 0;
      top = above;
    }
    if (top >= 0) this.#fill(this.closestRow(top));
  }

  /** Computes the rows from this one on; those before it stay. */
  #fill(row: number): void {
    let length = row;
    let node = row === 0 ? 0 : (this.#rows[row] ?? 0);
    while (node < this.#tree.length) {
      this.#rows[length++] = node;
      node += this.#collapsed[node] === 1 ? (this.#tree.size[node] ?? 0) + 1 : 1;
    }
    this.#length = length;
  }

  #lastRowUpTo(node: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle] ?? 0) <= node) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
