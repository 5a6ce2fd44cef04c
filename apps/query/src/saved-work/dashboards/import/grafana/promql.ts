import { parser } from '@prometheus-io/lezer-promql';
import { Expression, required, tooComplex, Unsupported } from './expression.js';
import { allOf, toCondition, toMatcher } from './selector.js';

/** The query of a widget, and its differences from the expression. */
export interface Translated {
  readonly query: {
    readonly signal: 'metrics' | 'logs';
    readonly q: string;
    readonly metric?: string;
    readonly aggregate?: string;
    readonly groupBy?: readonly string[];
  };
  readonly changes: readonly string[];
}

const PARSER = parser.configure({ strict: true });
const AGGREGATIONS = new Set(['sum', 'avg', 'min', 'max']);
const RATES = new Set(['rate', 'irate', 'increase']);
const QUANTILES: ReadonlyMap<number, string> = new Map([
  [0.5, 'p50'],
  [0.9, 'p90'],
  [0.95, 'p95'],
  [0.99, 'p99'],
]);

/** A selector, and the name of the function that is applied to it, if any. */
interface Series {
  readonly metric: string;
  readonly q: string;
  readonly rate: string | undefined;
}

/**
 * Translates the simple forms of PromQL: a metric with matchers, its rate or increase, aggregated by labels, and quantiles of histograms.
 *
 * @throws Unsupported for everything else
 */
export function translatePromql(query: string, variables: ReadonlySet<string>): Translated {
  const expression = Expression.parse(PARSER, query).only;
  const isQuantile = expression.name === 'FunctionCall' && functionName(expression) === 'histogram_quantile';
  return isQuantile ? quantile(expression, variables) : figure(expression, variables);
}

function figure(expression: Expression, variables: ReadonlySet<string>): Translated {
  const { aggregation, groupBy, series } = aggregated(expression, variables);
  const { metric, q, rate } = series;
  const isCounted = rate !== undefined;
  if (isCounted && aggregation !== undefined && aggregation !== 'sum')
    throw new Unsupported('rates of single series cannot be compared');
  if (!isCounted && aggregation === 'sum') throw new Unsupported('levels of several series cannot be added up');
  const aggregate = isCounted ? (rate === 'increase' ? 'sum' : 'rate') : (aggregation ?? 'avg');
  const changes = [
    ...(aggregation === undefined ? ['all series are shown as one'] : []),
    ...(rate === 'increase' ? ['the increase is that of each interval of the widget'] : []),
  ];
  return { query: { signal: 'metrics', q, metric, aggregate, groupBy }, changes };
}

function quantile(call: Expression, variables: ReadonlySet<string>): Translated {
  const [level, buckets, ...more] = required(
    call.parts('FunctionIdentifier', 'FunctionCallBody').FunctionCallBody,
  ).children;
  const aggregate = QUANTILES.get(Number(level?.text));
  if (aggregate === undefined) throw new Unsupported('quantiles other than 0.5, 0.9, 0.95 and 0.99 are not known');
  if (more.length > 0) throw tooComplex();
  const { groupBy, series } = aggregated(required(buckets), variables);
  const { metric, q, rate } = series;
  if (rate === undefined) throw tooComplex();
  const query = { signal: 'metrics', q, aggregate, groupBy: groupBy.filter((label) => label !== 'le') } as const;
  // Histograms are stored as such, and not as counters of their buckets.
  return { query: { ...query, metric: metric.replace(/_bucket$/, '') }, changes: [] };
}

function aggregated(expression: Expression, variables: ReadonlySet<string>) {
  if (expression.name !== 'AggregateExpr')
    return { aggregation: undefined, groupBy: [], series: toSeries(expression, variables) };
  const { AggregateOp, AggregateModifier, FunctionCallBody } = expression.parts(
    ...(['AggregateOp', 'AggregateModifier', 'FunctionCallBody'] as const),
  );
  const aggregation = required(AggregateOp).text;
  if (!AGGREGATIONS.has(aggregation)) throw tooComplex();
  const labels = AggregateModifier && required(AggregateModifier.parts('By', 'GroupingLabels').GroupingLabels);
  const groupBy = (labels?.children ?? []).map((label) => {
    if (label.name !== 'LabelName') throw tooComplex();
    return label.text;
  });
  return { aggregation, groupBy, series: toSeries(required(FunctionCallBody).only, variables) };
}

function toSeries(expression: Expression, variables: ReadonlySet<string>): Series {
  if (expression.name === 'VectorSelector') return { ...toSelector(expression, variables), rate: undefined };
  if (expression.name !== 'FunctionCall') throw tooComplex();
  const rate = functionName(expression);
  const range = required(expression.parts('FunctionIdentifier', 'FunctionCallBody').FunctionCallBody).only;
  if (!RATES.has(rate) || range.name !== 'MatrixSelector') throw tooComplex();
  // The length of the range is dropped: a widget has intervals of its own.
  return { ...toSelector(required(range.parts('VectorSelector', 'DurationExpr').VectorSelector), variables), rate };
}

function toSelector(selector: Expression, variables: ReadonlySet<string>) {
  const { Identifier, LabelMatchers } = selector.parts('Identifier', 'LabelMatchers');
  const matchers = (LabelMatchers?.children ?? []).map(toMatcher);
  return { metric: required(Identifier).text, q: allOf(matchers.map((matcher) => toCondition(matcher, variables))) };
}

const functionName = (call: Expression): string =>
  required(call.parts('FunctionIdentifier', 'FunctionCallBody').FunctionIdentifier).text;
