/** The placeholder for redacted text. */
export const REDACTED = '[REDACTED]';

/** Ranges in a text, as pairs of start and end, in any order. */
export class Spans {
  readonly #places: [start: number, end: number][] = [];

  get found(): boolean {
    return this.#places.length > 0;
  }

  add(start: number, end: number): void {
    if (end > start) this.#places.push([start, end]);
  }

  /** Replaces each range by a placeholder, and touching ranges by a single one. `at` maps positions to those of `text`. */
  replaceIn(text: string, at: (place: number) => number): string {
    const sorted = this.#places.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]);
    let result = '';
    let copied = 0;
    for (let i = 0; i < sorted.length;) {
      const [start] = sorted[i] ?? [0, 0];
      let [, end] = sorted[i] ?? [0, 0];
      for (i++; i < sorted.length && (sorted[i]?.[0] ?? 0) <= end; i++) end = Math.max(end, sorted[i]?.[1] ?? 0);
      result += text.slice(copied, at(start)) + REDACTED;
      copied = at(end);
    }
    return result + text.slice(copied);
  }
}
