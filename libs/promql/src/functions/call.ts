import { select } from '../core/select.js';
import { timeAt, type Scope } from '../core/session.js';
import { anyPresent, hasValues, makeSeries, renamed, seriesOf, set, vector, type Value } from '../core/value.js';
import { failed } from '../errors.js';
import type { Call } from '../syntax/ast.js';
import { unwrap } from '../syntax/types.js';
import { absentLabels } from './absent.js';
import { callInfo } from './info/info.js';
import { callRange } from './range-call.js';
import { callHistogram } from './vector/histogram.js';
import { callOnLabels } from './vector/labels.js';
import { callOnScalars } from './vector/scalars.js';
import { callSort } from './vector/sort.js';
import { callOnValues, mapValues } from './vector/values.js';

/** Evaluates the call of a function. */
export async function evaluateCall(scope: Scope, call: Call): Promise<Value> {
  const { name } = call;
  const range = await callRange(scope, call);
  if (range) return range;
  if (name === 'timestamp' || name === 'start_timestamp') return timestamps(scope, call);
  if (name === 'info') return callInfo(scope, call);
  const args: Value[] = [];
  for (const arg of call.args) args.push(await scope.evaluate(arg, scope));
  if (name === 'absent') return absent(scope, call, args[0]);
  const value =
    (await callOnScalars(scope, name, args)) ??
    (await callOnValues(scope, name, args)) ??
    (await callOnLabels(scope, name, args)) ??
    (await callSort(scope, call, args)) ??
    (await callHistogram(scope, call, args));
  if (!value) throw failed(`function "${name}" is not supported`);
  return value;
}

/** The times of samples of a selector; of other expressions, the instants of the evaluation, and no start times. */
async function timestamps(scope: Scope, { name, args }: Call): Promise<Value> {
  const arg = unwrap(args[0]);
  const facet = name === 'timestamp' ? 'time' : 'start';
  if (arg.kind === 'selector') {
    if (facet === 'start' && !scope.settings.usesStarts) return { type: 'vector', series: [] };
    const series = await select(scope, arg, facet);
    return vector(
      scope,
      series.map(({ labels, values, present }) => ({ ...renamed(scope, { labels }), values, present })),
    );
  }
  const value = await scope.evaluate(arg, scope);
  if (facet === 'start') return { type: 'vector', series: [] };
  return mapValues(scope, value, (_, step) => timeAt(scope.grid, step) / 1_000);
}

async function absent(scope: Scope, { args: [arg] }: Call, value: Value): Promise<Value> {
  const any = await anyPresent(scope, seriesOf(value));
  const series = makeSeries(scope, absentLabels(arg));
  for (let step = 0; step < scope.grid.count; step++) {
    if (!any[step]) set(series, step, 1);
  }
  return { type: 'vector', series: hasValues(series) ? [series] : [] };
}
