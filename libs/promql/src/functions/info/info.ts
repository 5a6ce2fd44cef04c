import { select } from '../../core/select.js';
import type { Scope } from '../../core/session.js';
import { makeSeries, mergeSame, seriesOf, set, type Series, type Value } from '../../core/value.js';
import { failed } from '../../errors.js';
import { Labels, METADATA, METRIC_NAME } from '../../labels/labels.js';
import type { Matcher } from '../../labels/matcher.js';
import type { Call } from '../../syntax/ast.js';
import { identifyingMatchers, nameMatchers } from './matchers.js';
import { identityOf, newestOf, type Newest } from './newest.js';
import { referenceOf } from './reference.js';

/** Adds labels of info metrics, such as `target_info`, to the series that have the same `instance` and `job`. */
export async function callInfo(scope: Scope, { args: [arg, selector] }: Call): Promise<Value> {
  const base = seriesOf(await scope.evaluate(arg, scope));
  const matchers = selector?.kind === 'selector' ? selector.matchers : [];
  const names = nameMatchers(matchers.filter(({ name }) => name === METRIC_NAME));
  const data = matchers.filter(({ name }) => name !== METRIC_NAME);
  const isInfo = ({ labels }: Series) => names.every((matcher) => matcher.matches(labels.name));
  const others = base.filter((series) => !isInfo(series));
  const { at, offset } = referenceOf(arg, scope.bounds);
  const info: Series[] = [];
  for (const identity of identifyingMatchers(others.map(({ labels }) => labels))) {
    const seconds = { kind: 'number', value: offset / 1_000, isDuration: true, start: 0, end: 0 } as const;
    const place = {
      kind: 'selector',
      name: '',
      offset: seconds,
      at,
      extension: undefined,
      start: arg.start,
      end: arg.end,
    } as const;
    info.push(...(await select(scope, { ...place, matchers: [...identity, ...data, ...names] }, 'time')));
  }
  const newest = newestOf(info, scope.grid.count);
  const found: Series[] = [];
  for (const series of base) {
    if (isInfo(series)) found.push(series);
    else found.push(...enrich(scope, series, newest, data));
    if (scope.pacer.spend(series.values.length * 10 + 200)) await scope.pacer.pause();
  }
  return { type: 'vector', series: await mergeSame(scope, found) };
}

/** Splits a series by the info series that belong to it at each instant. */
function enrich(
  scope: Scope,
  series: Series,
  newest: ReadonlyMap<string, ReadonlyMap<string, Newest>>,
  data: readonly Matcher[],
): Iterable<Series> {
  const identity = identityOf(series.labels);
  const mine = [...newest.values()].flatMap((byIdentity) => byIdentity.get(identity) ?? []);
  const isOptional = data.every((matcher) => matcher.matches(''));
  const wanted = new Set(data.map(({ name }) => name));
  const results = new Map<string, Series>();
  for (let step = 0; step < series.values.length; step++) {
    if (!series.present[step]) continue;
    const there = mine.flatMap(({ all, at }) => (at[step] < 0 ? [] : [all[at[step]]]));
    if (there.length === 0 && !isOptional) continue;
    const key = mine.map(({ at }) => at[step]).join();
    let result = results.get(key);
    if (!result) {
      result = makeSeries(scope, withInfo(series.labels, there, wanted), series.dropsName);
      results.set(key, result);
    }
    set(result, step, series.values[step]);
  }
  return results.values();
}

/** Adds the wanted labels, or all if none is named; those that the series has stay as they are. */
function withInfo(labels: Labels, there: readonly Series[], wanted: ReadonlySet<string>): Labels {
  const added = new Map<string, string>();
  for (const info of there) {
    for (const [name, value] of info.labels.entries()) {
      if (METADATA.has(name) || (wanted.size > 0 && !wanted.has(name))) continue;
      if ((added.get(name) ?? value) !== value) throw failed(`conflicting label: ${name}`);
      if (labels.get(name) === '') added.set(name, value);
    }
  }
  return added.size === 0 ? labels : Labels.from([...labels.entries(), ...added]);
}
