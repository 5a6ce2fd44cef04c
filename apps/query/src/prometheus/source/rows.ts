import { PromqlError, type RawSeries } from '@svc/promql';
import { EventLoopYielder } from '@svc/runtime';
import type { Part } from '../naming/family.js';
import type { FoundSeries } from './judge.js';
import type { PointRow } from './points.query.js';
import { merge } from './samples.js';

/** Streams that one statement names. */
const HASHES = 5_000;

/** Series of one part and type of metric, whose points are in one table. */
export interface Group {
  readonly type: number;
  readonly part: Part;
  readonly series: readonly FoundSeries[];
}

/** @param isWhole whether all streams of the metrics are wanted, so that a statement need not name them. */
export function toGroups(found: readonly FoundSeries[], isWhole: boolean): Group[] {
  const groups = new Map<string, { type: number; part: Part; series: FoundSeries[] }>();
  for (const series of found) {
    const { part, family } = series.spelling;
    const key = `${part} ${family.type}`;
    const group = groups.get(key) ?? { type: family.type, part, series: [] };
    groups.set(key, group);
    group.series.push(series);
  }
  return [...groups.values()].flatMap((group) => (isWhole ? [group] : split(group)));
}

function split({ type, part, series }: Group): Group[] {
  const count = Math.ceil(series.length / HASHES);
  return Array.from({ length: count }, (_, at) => ({
    type,
    part,
    series: series.slice(at * HASHES, (at + 1) * HASHES),
  }));
}

/** The rows of each series, of which those of the last one may continue in the next batch. */
export async function* bySeries(batches: AsyncIterable<readonly PointRow[]>): AsyncGenerator<PointRow[][]> {
  let last: PointRow[] = [];
  for await (const rows of batches) {
    const ready: PointRow[][] = [];
    for (const row of rows) {
      const [first] = last;
      if (first && (first.hash !== row.hash || first.name !== row.name || first.bound !== row.bound)) {
        ready.push(last);
        last = [];
      }
      last.push(row);
    }
    yield ready;
  }
  if (last.length > 0) yield [last];
}

/** Values of all streams that are joined, for one selector. */
const MAX_HELD = 1_000_000;

/** Series with the same labels, which are joined once all are there. */
export class SharedSeries {
  readonly #held = new Map<string, RawSeries[]>();
  #values = 0;

  /** @throws PromqlError if there are too many values. */
  hold(raw: RawSeries): void {
    this.#values += raw.times.length;
    if (this.#values > MAX_HELD)
      throw new PromqlError('execution', `streams with the same labels have more than ${MAX_HELD} samples together`);
    const others = this.#held.get(raw.labels.key) ?? [];
    this.#held.set(raw.labels.key, others);
    others.push(raw);
  }

  /** The joined series, one at a time. Pairs are merged first, so that the work grows with the logarithm of the number of streams. */
  async *join(): AsyncGenerator<RawSeries[]> {
    const yielder = new EventLoopYielder(1);
    for (const series of this.#held.values()) {
      let left: RawSeries[] = series;
      while (left.length > 1) {
        const merged: RawSeries[] = [];
        for (let at = 0; at < left.length; at += 2) {
          const [one, other] = left.slice(at, at + 2);
          if (one) merged.push(other ? { labels: one.labels, ...merge(one, other) } : one);
          if (yielder.isDue()) await yielder.yield();
        }
        left = merged;
      }
      yield left;
    }
  }
}
