import { forMetric } from '../../core/notes.js';
import { timeAt, type Scope } from '../../core/session.js';
import {
  hasValues,
  makeSeries,
  renamed,
  scalarOf,
  seriesOf,
  set,
  vector,
  type Series,
  type Value,
} from '../../core/value.js';
import { formatGeneral, formatOpenMetrics, parseFloatText } from '../../format/float.js';
import { quote } from '../../format/quote.js';
import type { Labels } from '../../labels/labels.js';
import { isQuantile } from '../../numbers/quantile.js';
import type { Call, Expr } from '../../syntax/ast.js';
import { bucketFraction, bucketQuantile, type Bucket } from './buckets.js';

const BUCKET: ReadonlySet<string> = new Set(['le']);

/** The buckets of one histogram, whose labels are those of the buckets without `le`. */
interface Histogram {
  readonly labels: Labels;
  readonly buckets: { readonly bound: number; readonly series: Series }[];
}

/** Evaluates functions of classic histograms; undefined for others. Those of native histograms have no results. */
export async function callHistogram(scope: Scope, call: Call, args: readonly Value[]): Promise<Value | undefined> {
  switch (call.name) {
    case 'histogram_quantile': {
      const q = scalarOf(args[0]);
      noteQuantiles(scope, q, call.args[0]);
      return quantiles(scope, args[1], call.args[1], [{ q, label: undefined }]);
    }
    case 'histogram_quantiles': {
      const name = args[1].type === 'string' ? args[1].value : '';
      const wanted = args.slice(2).map((arg, index) => {
        const q = scalarOf(arg);
        noteQuantiles(scope, q, call.args[index + 2]);
        return { q, label: name };
      });
      return quantiles(scope, args[0], call.args[0], wanted);
    }
    case 'histogram_fraction': {
      const [lower, upper] = [scalarOf(args[0]), scalarOf(args[1])];
      const histograms = group(scope, args[2], call.args[2]);
      return compute(scope, histograms, (buckets, step) => bucketFraction(lower[step], upper[step], buckets));
    }
    default:
      return /^histogram_/.test(call.name) ? { type: 'vector', series: [] } : undefined;
  }
}

interface Wanted {
  readonly q: Float64Array;
  /** The label that gets the quantile. */
  readonly label: string | undefined;
}

async function quantiles(scope: Scope, value: Value, place: Expr, wanted: readonly Wanted[]): Promise<Value> {
  const histograms = group(scope, value, place);
  const found: Series[] = [];
  for (const { q, label } of wanted) {
    const relabel = (labels: Labels) => (label === undefined ? labels : labels.with(label, formatOpenMetrics(q[0])));
    const computed = await compute(
      scope,
      histograms,
      (buckets, step, labels) => {
        const { value: result, forced } = bucketQuantile(q[step], buckets);
        const metric = scope.settings.delaysNames ? labels.name : '';
        if (forced) scope.notes.forced(metric, timeAt(scope.grid, step), forced, place);
        return result;
      },
      relabel,
    );
    found.push(...seriesOf(computed));
  }
  return vector(scope, found);
}

/** Computes a value of the buckets at each instant. */
async function compute(
  scope: Scope,
  histograms: readonly Histogram[],
  of: (buckets: readonly Bucket[], step: number, labels: Labels) => number,
  relabel = (labels: Labels) => labels,
): Promise<Value> {
  const found: Series[] = [];
  for (const { labels, buckets } of histograms) {
    const target = renamed(scope, { labels });
    const series = makeSeries(scope, relabel(target.labels), target.dropsName);
    for (let step = 0; step < scope.grid.count; step++) {
      const there = buckets.filter(({ series: { present } }) => present[step]);
      const counts = there.map(({ bound, series: { values } }) => ({ bound, count: values[step] }));
      if (counts.length > 0) set(series, step, of(counts, step, labels));
      if (scope.pacer.spend(buckets.length * 20)) await scope.pacer.pause();
    }
    if (hasValues(series)) found.push(series);
  }
  return vector(scope, found);
}

function group(scope: Scope, value: Value, place: Expr): Histogram[] {
  const found = new Map<string, Histogram>();
  for (const series of seriesOf(value)) {
    const le = series.labels.get('le');
    const bound = parseFloatText(le) ?? NaN;
    if (Number.isNaN(bound)) {
      const metric = scope.settings.delaysNames ? series.labels.name : '';
      const message = 'bucket label "le" is missing or has a malformed value';
      scope.notes.warn(`${message} of ${quote(le)}${forMetric(metric)}`, place);
      continue;
    }
    const labels = series.labels.drop(BUCKET);
    const histogram = found.get(labels.key) ?? { labels, buckets: [] };
    histogram.buckets.push({ bound, series });
    found.set(labels.key, histogram);
  }
  return [...found.values()];
}

function noteQuantiles(scope: Scope, values: Float64Array, place: Expr): void {
  for (const q of values) {
    if (!isQuantile(q)) scope.notes.warn(`quantile value should be between 0 and 1, got ${formatGeneral(q)}`, place);
  }
}
