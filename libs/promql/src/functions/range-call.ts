import { evaluateRanges, loadRanges, type Ranges } from '../core/ranges.js';
import { timeAt, type Scope } from '../core/session.js';
import {
  anyPresent,
  hasValues,
  makeSeries,
  renamed,
  scalarOf,
  set,
  vector,
  type Samples,
  type Series,
  type Value,
} from '../core/value.js';
import { failed } from '../errors.js';
import { formatGeneral } from '../format/float.js';
import { quote } from '../format/quote.js';
import { isQuantile } from '../numbers/quantile.js';
import type { Call, Expr, MatrixSelector, Subquery } from '../syntax/ast.js';
import { unwrap } from '../syntax/types.js';
import { absentLabels } from './absent.js';
import { pushDown } from './push-down.js';
import { STRATEGIES } from './range/integral.js';
import { EXTENSIONS, KEEPS_NAME, RANGE_FUNCTIONS, READS_NOW } from './range/table.js';
import { Window, type RangeFunction } from './range/window.js';

/** A call, with its argument of ranges and the values of the others. */
interface RangeCall {
  readonly name: string;
  readonly compute: RangeFunction;
  readonly argument: MatrixSelector | Subquery;
  readonly others: readonly Float64Array[];
}

/** Evaluates a function of ranges; undefined if the call is of another function. */
export async function callRange(scope: Scope, call: Call): Promise<Value | undefined> {
  const compute = RANGE_FUNCTIONS.get(call.name);
  if (!compute) return undefined;
  const args = call.args.map(unwrap);
  const argument = args.find((arg) => arg.kind === 'matrix' || arg.kind === 'subquery');
  if (!argument) throw failed(`expected a range vector in call to function "${call.name}"`);
  checkExtension(call.name, argument);
  const others: Float64Array[] = [];
  for (const arg of args) if (arg !== argument) others.push(scalarOf(await scope.evaluate(arg, scope)));
  const range = { name: call.name, compute, argument, others };
  noteArguments(scope, call, others);
  const series = (await pushDown(scope, call.name, argument)) ?? (await computeAll(scope, range));
  if (call.name === 'absent_over_time') return absentOf(scope, series, argument);
  if (call.name === 'rate' || call.name === 'increase') noteGauges(scope, series, argument);
  return vector(scope, finish(scope, call.name, series));
}

function checkExtension(name: string, argument: Expr): void {
  const extension = argument.kind === 'matrix' ? argument.selector.extension : undefined;
  if (extension === undefined || EXTENSIONS[extension].includes(name)) return;
  throw failed(`${extension} modifier can only be used with: ${EXTENSIONS[extension].join(', ')} - not with ${name}`);
}

async function computeAll(scope: Scope, call: RangeCall): Promise<Series[]> {
  const { argument } = call;
  const ranges = argument.kind === 'matrix' ? await loadRanges(scope, argument) : await evaluateRanges(scope, argument);
  const found: Series[] = [];
  for (const samples of ranges.samples) {
    const series = await computeSeries(scope, call, ranges, samples);
    if (argument.kind === 'matrix') scope.points.release(samples.times.length);
    if (hasValues(series)) found.push(series);
  }
  return found;
}

async function computeSeries(scope: Scope, call: RangeCall, ranges: Ranges, samples: Samples): Promise<Series> {
  const { grid, pacer, settings, notes } = scope;
  const { argument, compute, others } = call;
  const series = makeSeries(scope, samples.labels, samples.dropsName);
  const extension = argument.kind === 'matrix' ? argument.selector.extension : undefined;
  const warn = (message: string) => notes.warnCounted(`${message} for metric ${quote(samples.labels.name)}`, argument);
  const window = new Window(samples, ranges.range, settings.lookback, extension, settings.usesStarts, warn);
  const isOnce = ranges.isFixed && others.length === 0 && !READS_NOW.has(call.name);
  for (let step = 0; step < grid.count; step++) {
    if (isOnce && step > 0) {
      if (series.present[0]) set(series, step, series.values[0]);
      continue;
    }
    move(window, ranges, step);
    if (window.length === 0) continue;
    window.now = timeAt(grid, step);
    window.args = others.map((values) => values[step]);
    const value = compute(window);
    if (value !== undefined) set(series, step, value);
    if (pacer.spend(window.length + 4)) await pacer.pause();
  }
  if (pacer.spend(grid.count)) await pacer.pause();
  return series;
}

/** Moves the window to the range of an instant; ranges never move back. */
function move(window: Window, ranges: Ranges, step: number): void {
  const { times } = window.samples;
  window.until = ranges.end(step);
  window.from = window.until - ranges.range;
  while (window.end < times.length && times[window.end] <= window.until + ranges.beyond) window.end++;
  while (window.first < window.end && times[window.first] <= window.from - ranges.before) window.first++;
}

function finish(scope: Scope, name: string, series: readonly Series[]): readonly Series[] {
  if (KEEPS_NAME.has(name)) return series;
  return series.map(({ labels, values, present }) => ({ ...renamed(scope, { labels }), values, present }));
}

async function absentOf(scope: Scope, series: readonly Series[], argument: Expr): Promise<Value> {
  const any = await anyPresent(scope, series);
  const absent = makeSeries(scope, absentLabels(argument));
  for (let step = 0; step < scope.grid.count; step++) {
    if (!any[step]) set(absent, step, 1);
  }
  return { type: 'vector', series: hasValues(absent) ? [absent] : [] };
}

function noteArguments(scope: Scope, call: Call, others: readonly Float64Array[]): void {
  const wrong = (accepts: (value: number) => boolean) => others[0]?.find((value) => !accepts(value));
  if (call.name === 'quantile_over_time') {
    const q = wrong(isQuantile);
    if (q !== undefined)
      scope.notes.warn(`quantile value should be between 0 and 1, got ${formatGeneral(q)}`, call.args[0]);
  } else if (call.name === 'integral') {
    const strategy = wrong((value) => (STRATEGIES as readonly number[]).includes(value));
    if (strategy === undefined) return;
    scope.notes.warn(`strategy should be 0, 1, or 2 (default), using 2, got ${formatGeneral(strategy)}`, call.args[1]);
  }
}

const COUNTER = /_(?:total|sum|count|bucket)$/;

/** Notes rates of metrics that seem to be no counters. */
function noteGauges(scope: Scope, series: readonly Series[], place: Expr): void {
  for (const { labels } of series) {
    const { name } = labels;
    if (name === '') continue;
    if (scope.settings.usesTypes) {
      const type = labels.get('__type__');
      if (type === 'counter' || type === 'histogram') continue;
      const message = 'metric might not be a counter, __type__ label is not set to "counter" or "histogram"';
      scope.notes.info(`${message}, got ${quote(type)}: ${quote(name)}`, place);
    } else if (!COUNTER.test(name)) {
      scope.notes.info(
        `metric might not be a counter, name does not end in _total/_sum/_count/_bucket: ${quote(name)}`,
        place,
      );
    }
  }
}
