import { Scanner, tooComplex, Unsupported } from './scanner.js';
import { allOf, takeMatchers, toCondition } from './selector.js';

/** What a widget asks, and how that differs from the expression. */
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

const METRIC = /[A-Za-z_:][A-Za-z0-9_:]*/y;
const AGGREGATION = /(?:sum|avg|min|max)(?=\s*(?:by\b|\())/y;
const FUNCTION = /(?:rate|irate|increase)(?=\s*\()/y;
const QUANTILES: ReadonlyMap<number, string> = new Map([
  [0.5, 'p50'],
  [0.9, 'p90'],
  [0.95, 'p95'],
  [0.99, 'p99'],
]);

interface Inner {
  readonly metric: string;
  readonly q: string;
  readonly func: string | undefined;
}

/**
 * The simple forms of PromQL: a metric with matchers, its rate or increase, aggregated by labels, and quantiles of histograms.
 *
 * @throws Unsupported for everything else
 */
export function translatePromql(expression: string, variables: ReadonlySet<string>): Translated {
  const scanner = new Scanner(expression);
  const translated = scanner.take(/histogram_quantile(?=\s*\()/y)
    ? quantile(scanner, variables)
    : figure(scanner, variables);
  if (!scanner.isAtEnd) throw tooComplex();
  return translated;
}

function figure(scanner: Scanner, variables: ReadonlySet<string>): Translated {
  const { aggregation, groupBy, inner } = takeAggregated(scanner, variables);
  const { metric, q, func } = inner;
  const isCounted = func !== undefined;
  if (isCounted && aggregation !== undefined && aggregation !== 'sum')
    throw new Unsupported('rates of single series cannot be compared');
  if (!isCounted && aggregation === 'sum') throw new Unsupported('levels of several series cannot be added up');
  const aggregate = isCounted ? (func === 'increase' ? 'sum' : 'rate') : (aggregation ?? 'avg');
  const changes = [
    ...(aggregation === undefined ? ['all series are shown as one'] : []),
    ...(func === 'increase' ? ['the increase is that of each interval of the widget'] : []),
  ];
  return { query: { signal: 'metrics', q, metric, aggregate, groupBy }, changes };
}

function quantile(scanner: Scanner, variables: ReadonlySet<string>): Translated {
  scanner.expect('(');
  const aggregate = QUANTILES.get(Number(scanner.take(/[0-9.]+/y)));
  if (aggregate === undefined) throw new Unsupported('quantiles other than 0.5, 0.9, 0.95 and 0.99 are not known');
  scanner.expect(',');
  const { groupBy, inner } = takeAggregated(scanner, variables);
  scanner.expect(')');
  const { metric, q } = inner;
  if (inner.func === undefined) throw tooComplex();
  const query = { signal: 'metrics', q, aggregate, groupBy: groupBy.filter((label) => label !== 'le') } as const;
  // Histograms are stored as such, and not as counters of their buckets.
  return { query: { ...query, metric: metric.replace(/_bucket$/, '') }, changes: [] };
}

function takeAggregated(scanner: Scanner, variables: ReadonlySet<string>) {
  const aggregation = scanner.take(AGGREGATION);
  if (aggregation === undefined) return { aggregation, groupBy: [], inner: takeInner(scanner, variables) };
  const before = takeLabels(scanner);
  scanner.expect('(');
  const inner = takeInner(scanner, variables);
  scanner.expect(')');
  return { aggregation, groupBy: before ?? takeLabels(scanner) ?? [], inner };
}

function takeInner(scanner: Scanner, variables: ReadonlySet<string>): Inner {
  const func = scanner.take(FUNCTION);
  if (func !== undefined) scanner.expect('(');
  const metric = scanner.take(METRIC);
  if (metric === undefined) throw tooComplex();
  const q = allOf(takeMatchers(scanner).map((matcher) => toCondition(matcher, variables)));
  if (func !== undefined) {
    // The width of a range is that of the widget's intervals.
    if (scanner.take(/\[[\w$:{}]+\]/y) === undefined) throw tooComplex();
    scanner.expect(')');
  }
  return { metric, q, func };
}

/** The labels of `by (a, b)`, if it comes next. */
export function takeLabels(scanner: Scanner): string[] | undefined {
  if (scanner.take(/by(?=\s*\()/y) === undefined) return undefined;
  scanner.expect('(');
  const labels: string[] = [];
  while (!scanner.skip(')')) {
    const label = scanner.take(/[A-Za-z_][A-Za-z0-9_]*/y);
    if (label === undefined) throw tooComplex();
    labels.push(label);
    if (!scanner.skip(',')) {
      scanner.expect(')');
      break;
    }
  }
  return labels;
}
