import type { RawSeries } from '@svc/promql';
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

/** Series with the same labels, which are joined once all are there. */
export class SharedSeries {
  readonly #held = new Map<string, RawSeries[]>();

  hold(raw: RawSeries): void {
    const others = this.#held.get(raw.labels.key) ?? [];
    this.#held.set(raw.labels.key, others);
    others.push(raw);
  }

  join(): RawSeries[] {
    return [...this.#held.values()].flatMap((series) => {
      const [first] = series;
      return first ? [{ labels: first.labels, ...merge(series) }] : [];
    });
  }
}
