import { failed } from '../errors.js';
import type { Labels } from '../labels/labels.js';
import type { Series, Value } from './data.js';
import type { Scope } from './session.js';

export type { Samples, Series, Value } from './data.js';

/** Makes a series without values yet. */
export function makeSeries(scope: Scope, labels: Labels, dropsName = false): Series {
  const { count } = scope.grid;
  scope.points.take(count);
  return { labels, dropsName, values: new Float64Array(count), present: new Uint8Array(count) };
}

export function set(series: Series, step: number, value: number): void {
  series.values[step] = value;
  series.present[step] = 1;
}

export function hasValues({ present }: Series): boolean {
  return present.includes(1);
}

/** Gives the labels of the result of an operation that makes another metric: without those of the metric, now or at the end. */
export function renamed(
  scope: Scope,
  { labels }: { readonly labels: Labels },
): { readonly labels: Labels; readonly dropsName: boolean } {
  return { labels: scope.settings.delaysNames ? labels : labels.bare, dropsName: true };
}

/**
 * Joins series that have the same labels.
 *
 * @throws PromqlError if two of them have a value at the same instant.
 */
export async function mergeSame(scope: Scope, series: readonly Series[]): Promise<readonly Series[]> {
  const byKey = new Map<string, Series>();
  const copied = new Set<string>();
  for (const one of series) {
    if (scope.pacer.spend(200)) await scope.pacer.pause();
    const { key } = one.labels;
    const other = byKey.get(key);
    if (!other) {
      byKey.set(key, one);
      continue;
    }
    const target = copied.has(key)
      ? other
      : {
          labels: other.labels,
          dropsName: other.dropsName,
          values: other.values.slice(),
          present: other.present.slice(),
        };
    byKey.set(key, target);
    copied.add(key);
    for (let step = 0; step < one.values.length; step++) {
      if (!one.present[step]) continue;
      if (target.present[step]) throw failed('vector cannot contain metrics with the same labelset');
      set(target, step, one.values[step]);
    }
  }
  return byKey.size === series.length ? series : [...byKey.values()];
}

/** Series of an operation that may have dropped the names of metrics. */
export async function vector(scope: Scope, series: readonly Series[]): Promise<Value> {
  return { type: 'vector', series: scope.settings.delaysNames ? series : await mergeSame(scope, series) };
}

export function scalarOf(value: Value): Float64Array {
  if (value.type !== 'scalar') throw failed(`expected a scalar, got ${value.type}`);
  return value.values;
}

export function seriesOf(value: Value): readonly Series[] {
  if (value.type !== 'vector') throw failed(`expected an instant vector, got ${value.type}`);
  return value.series;
}

/** Finds the instants at which any of the series has a value. */
export async function anyPresent(scope: Scope, all: readonly Series[]): Promise<Uint8Array> {
  const any = new Uint8Array(scope.grid.count);
  for (const { present } of all) {
    for (let step = 0; step < any.length; step++) any[step] |= present[step];
    if (scope.pacer.spend(any.length)) await scope.pacer.pause();
  }
  return any;
}
