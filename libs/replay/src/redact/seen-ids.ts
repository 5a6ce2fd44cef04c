/**
 * The IDs of nodes that were in the chunks since the last full snapshot. Recorders count nodes, so what is seen are few ranges unless
 * changes of the page are missing.
 */
export class SeenIds {
  readonly #added = new Set<number>();

  /** @param ranges the first and the last ID of each range, in ascending order. */
  constructor(private readonly ranges: readonly number[] = []) {}

  add(id: number): void {
    this.#added.add(id);
  }

  has(id: number): boolean {
    if (this.#added.has(id)) return true;
    let low = 0;
    let high = this.ranges.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ranges[2 * middle + 1] ?? Infinity) < id) low = middle + 1;
      else high = middle;
    }
    return (this.ranges[2 * low] ?? Infinity) <= id;
  }

  /** All that were seen, as the constructor takes them. */
  toRanges(): number[] {
    const spans = [...this.#added].map((id) => [id, id] as const);
    for (let at = 0; at < this.ranges.length; at += 2) spans.push([this.ranges[at] ?? 0, this.ranges[at + 1] ?? 0]);
    const joined: number[] = [];
    for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
      const end = joined.length - 1;
      const last = joined[end];
      if (last !== undefined && from <= last + 1) joined[end] = Math.max(last, to);
      else joined.push(from, to);
    }
    return joined;
  }
}
