import type { Scope } from '../core/session.js';
import { hasValues, makeSeries, mergeSame, set, type Series, type Value } from '../core/value.js';
import type { Labels } from '../labels/labels.js';
import type { Matching } from '../syntax/ast.js';
import { signatureOf } from './signature.js';

/** The signatures of series, and the instants at which any of them has a value. */
type Presence = ReadonlyMap<string, Uint8Array>;

/** Evaluates `and`, `or` and `unless`. */
export async function combineSets(
  scope: Scope,
  op: string,
  left: readonly Series[],
  right: readonly Series[],
  matching: Matching,
): Promise<Value> {
  const signature = signatureOf(matching);
  if (op === 'or') {
    const there = await presenceOf(scope, left, signature);
    const others = await filter(scope, right, signature, there, false);
    return { type: 'vector', series: await mergeSame(scope, [...left, ...others]) };
  }
  const there = await presenceOf(scope, right, signature);
  return { type: 'vector', series: await filter(scope, left, signature, there, op === 'and') };
}

async function presenceOf(scope: Scope, all: readonly Series[], signature: (of: Labels) => Labels): Promise<Presence> {
  const found = new Map<string, Uint8Array>();
  for (const { labels, present } of all) {
    const { key } = signature(labels);
    const there = found.get(key) ?? new Uint8Array(present.length);
    for (let step = 0; step < present.length; step++) there[step] |= present[step];
    found.set(key, there);
    if (scope.pacer.spend(present.length + 100)) await scope.pacer.pause();
  }
  return found;
}

/** Keeps the values at instants at which the other side has one, or has none. */
async function filter(
  scope: Scope,
  all: readonly Series[],
  signature: (of: Labels) => Labels,
  there: Presence,
  isKept: boolean,
): Promise<Series[]> {
  const found: Series[] = [];
  for (const series of all) {
    const other = there.get(signature(series.labels).key);
    if (scope.pacer.spend(series.values.length + 100)) await scope.pacer.pause();
    if (!other) {
      if (!isKept) found.push(series);
      continue;
    }
    const kept = makeSeries(scope, series.labels, series.dropsName);
    for (let step = 0; step < other.length; step++) {
      if (series.present[step] && Boolean(other[step]) === isKept) set(kept, step, series.values[step]);
    }
    if (hasValues(kept)) found.push(kept);
  }
  return found;
}
