import type { Series } from '../../core/value.js';
import { failed } from '../../errors.js';
import type { Labels } from '../../labels/labels.js';
import { METRIC_NAME } from '../../labels/labels.js';
import { IDENTIFYING } from './matchers.js';

const NAMES: ReadonlySet<string> = new Set(IDENTIFYING);

/** The identifying labels of a series. */
export function identityOf(labels: Labels): string {
  return labels.keep(NAMES).key;
}

/** Info series of one metric and one identity, and the newest of them at each instant. */
export interface Newest {
  readonly all: Series[];
  /** The index of the newest; -1 if there is none. */
  readonly at: Int32Array;
}

/** Finds the newest info series by name of the metric and by identity. The values are the times of samples. */
export function newestOf(all: readonly Series[], count: number): Map<string, Map<string, Newest>> {
  const found = new Map<string, Map<string, Newest>>();
  for (const series of all) {
    const byIdentity = found.get(series.labels.get(METRIC_NAME)) ?? new Map<string, Newest>();
    found.set(series.labels.get(METRIC_NAME), byIdentity);
    const identity = identityOf(series.labels);
    const newest = byIdentity.get(identity) ?? { all: [], at: new Int32Array(count).fill(-1) };
    byIdentity.set(identity, newest);
    add(newest, series);
  }
  return found;
}

function add({ all, at }: Newest, series: Series): void {
  for (let step = 0; step < at.length; step++) {
    if (!series.present[step]) continue;
    const other = at[step] < 0 ? undefined : all[at[step]];
    const time = series.values[step];
    if (other?.values[step] === time) {
      const [one, two] = [other, series].map(({ labels }) => `${labels.toString()} @ ${time * 1_000}`);
      throw failed(`found duplicate series for info metric: existing ${one}, new ${two}`);
    }
    if (!other || other.values[step] < time) at[step] = all.length;
  }
  all.push(series);
}
