import { Notes } from '../core/notes.js';
import { Pacer, sortPaced } from '../core/pacer.js';
import { Points, timeAt, type Bounds, type Scope, type Settings } from '../core/session.js';
import { hasValues, mergeSame, type Series, type Value } from '../core/value.js';
import { failed } from '../errors.js';
import { Labels } from '../labels/labels.js';
import type { SeriesSource } from '../source/source.js';
import type { Expr } from '../syntax/ast.js';
import { typeOf, unwrap } from '../syntax/types.js';
import { evaluate } from './evaluate.js';
import { evaluateMatrix } from './matrix.js';
import { byLabels, type Result, type ResultSeries, type ResultValue } from './result.js';

const DEFAULTS: Settings = {
  lookback: 300_000,
  subqueryStep: 60_000,
  maxSeries: 50_000,
  maxPoints: 20_000_000,
  delaysNames: false,
  usesStarts: false,
  usesTypes: false,
};

/** A query, and the place it reads from. */
export interface Query {
  /** The text of the query, which notes point into. */
  readonly text: string;
  readonly expr: Expr;
  readonly source: SeriesSource;
  readonly settings?: Partial<Settings> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Evaluates a query at an instant, in milliseconds.
 *
 * @throws PromqlError if it fails or is canceled.
 */
export async function queryInstant(query: Query, time: number): Promise<Result> {
  const scope = open(query, { start: time, end: time, step: 0 });
  const expr = unwrap(query.expr);
  if (expr.kind === 'matrix' || expr.kind === 'subquery') {
    return close(scope, { type: 'matrix', series: await evaluateMatrix(scope, expr) });
  }
  const value = await evaluate(expr, scope);
  if (value.type === 'scalar') return close(scope, { type: 'scalar', time, value: value.values[0] });
  if (value.type === 'string') return close(scope, { type: 'string', time, value: value.value });
  const series = (await finish(scope, value.series)).map(({ labels, values }) => ({
    labels,
    times: Float64Array.of(time),
    values,
  }));
  return close(scope, { type: 'vector', series });
}

/**
 * Evaluates a query from a start to an end inclusively, by a step of more than 0. All are milliseconds.
 *
 * @throws PromqlError if it fails or is canceled, or is of a type that ranges cannot have.
 */
export async function queryRange(query: Query, bounds: Bounds): Promise<Result> {
  const type = typeOf(query.expr);
  if (type !== 'scalar' && type !== 'vector') {
    const name = type === 'matrix' ? 'range vector' : type;
    throw failed(`a query over a range must be a scalar or an instant vector, not a ${name}`);
  }
  const scope = open(query, bounds);
  const value = await evaluate(query.expr, scope);
  const found: ResultSeries[] = [];
  for (const series of await seriesOfResult(scope, value)) {
    found.push(compact(scope, series));
    if (scope.pacer.spend(scope.grid.count)) await scope.pacer.pause();
  }
  return close(scope, { type: 'matrix', series: await sortPaced(found, byLabels, scope.pacer) });
}

function open({ text, source, settings, signal }: Query, bounds: Bounds): Scope {
  const { start, end, step } = bounds;
  const merged = { ...DEFAULTS, ...settings };
  const grid = { start, step: step || 1, count: step > 0 ? Math.floor((end - start) / step) + 1 : 1 };
  const points = new Points(merged.maxPoints);
  return { settings: merged, source, bounds, grid, points, notes: new Notes(text), pacer: new Pacer(signal), evaluate };
}

function close({ notes }: Scope, value: ResultValue): Result {
  return { value, warnings: notes.warnings, infos: notes.infos };
}

async function seriesOfResult(
  scope: Scope,
  value: Value,
): Promise<readonly (Omit<Series, 'present'> & { readonly present?: Uint8Array })[]> {
  if (value.type === 'vector') return finish(scope, value.series);
  if (value.type === 'string') return [];
  return [{ labels: Labels.EMPTY, dropsName: false, values: value.values }];
}

/** Drops the names that were to be dropped at the end. */
async function finish(scope: Scope, all: readonly Series[]): Promise<readonly Series[]> {
  const named: Series[] = [];
  for (const one of all) {
    if (hasValues(one)) named.push(one.dropsName ? { ...one, labels: one.labels.bare } : one);
    if (scope.pacer.spend(200)) await scope.pacer.pause();
  }
  return mergeSame(scope, named);
}

function compact(scope: Scope, series: Omit<Series, 'present'> & { readonly present?: Uint8Array }): ResultSeries {
  const { labels, values, present } = series;
  const steps = [...values.keys()].filter((step) => !present || present[step]);
  return {
    labels,
    times: Float64Array.from(steps, (step) => timeAt(scope.grid, step)),
    values: Float64Array.from(steps, (step) => values[step]),
  };
}
