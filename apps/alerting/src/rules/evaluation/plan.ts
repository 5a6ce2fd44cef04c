import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { MeasurementResult, MeasurementSchema } from '@svc/contract';
import { toAggregate } from '../definition/aggregate.js';
import { toMs, toTiming, type Rule, type RuleQuery } from '../definition/definition.js';
import { toFilter, toSelection } from '../definition/filter.js';
import { burnRates, SLO_WINDOWS } from './burn-rate.js';
import type { Measured, MeasuredSeries } from './evaluate.js';
import { combine, REACHED, type Figure } from './verdict.js';

export type Question = MessageInitShape<typeof MeasurementSchema>;

/** Evaluated times at equal distances. Milliseconds. */
export interface Times {
  readonly first: number;
  readonly count: number;
  readonly stepMs: number;
}

/** Measurements that a rule needs, and a function that reads the results. */
export interface Plan {
  readonly questions: readonly Question[];
  /** Reads the results, which are in the order of the questions. */
  readonly read: (results: readonly MeasurementResult[]) => Measured;
}

/** The plan of a rule that measures telemetry. With `match`, the step has to be the interval of the rule. */
export function toPlan(rule: Pick<Rule, 'kind' | 'definition'>, times: Times): Plan {
  const { definition, kind } = rule;
  const { windowMs, intervalMs, delayMs } = toTiming(definition);
  const aggregate = toAggregate(rule);
  if (kind === 'slo') return sloPlan(rule, times);
  const isCounted = aggregate === 'count' || aggregate === 'rate';
  const nothing: Figure = { value: isCounted && definition.query?.metricName === '' ? 0 : null, samples: 0 };
  const end = times.first - delayMs;
  if (definition.match === '') {
    const question = ask(rule, definition.query, aggregate, { ...times, first: end }, windowMs);
    return { questions: [question], read: ([result]) => toMeasured(result, nothing, definition.groupBy) };
  }
  const { match } = definition;
  const buckets = Math.round(windowMs / intervalMs);
  const shape = { first: end - (buckets - 1) * intervalMs, count: times.count + buckets - 1, stepMs: intervalMs };
  const read = ([result]: readonly MeasurementResult[]): Measured => {
    const measured = toMeasured(result, nothing, definition.groupBy);
    const series = measured.series.map(({ labels, figures }) => ({
      labels,
      figures: Array.from({ length: times.count }, (_, nth) =>
        combine(figures.slice(nth, nth + buckets), match, definition.condition ?? REACHED),
      ),
    }));
    return { ...measured, series };
  };
  return { questions: [ask(rule, definition.query, aggregate, shape, intervalMs)], read };
}

function ask(
  { definition }: Pick<Rule, 'definition'>,
  query: RuleQuery | null,
  aggregate: string,
  { first, count, stepMs }: Times,
  windowMs: number,
  filter?: string,
): Question {
  const selection = query && toSelection(query, definition.saved);
  return {
    query: {
      signal: selection?.signal ?? '',
      filter: filter ?? (selection ? toFilter(selection, definition.pattern) : ''),
      metric: query?.metricName ?? '',
      event: query?.event ?? '',
      field: query?.field ?? '',
    },
    groupBy: [...definition.groupBy],
    aggregate,
    firstEnd: timestampFromMs(first),
    count,
    // A question with one window has no step, so that rules with different intervals can share it.
    stepSeconds: count === 1 ? 1 : stepMs / 1000,
    windowSeconds: windowMs / 1000,
    maxGroups: definition.maxGroups,
  };
}

function toMeasured(result: MeasurementResult | undefined, nothing: Figure, groupBy: readonly string[]): Measured {
  const series = (result?.series ?? []).map(({ labels, values, samples }): MeasuredSeries => ({
    labels,
    figures: values.map((value, nth) => ({
      value: Number.isFinite(value) ? value : null,
      samples: Number(samples[nth] ?? 0n),
    })),
  }));
  // Without grouping there is one series, even if the metric was never sent.
  if (series.length === 0 && groupBy.length === 0) series.push({ labels: {}, figures: [] });
  return { series, isTruncated: result?.truncated ?? false, nothing };
}

/** Counts all and good events in each window of the objective. */
function sloPlan(rule: Pick<Rule, 'kind' | 'definition'>, times: Times): Plan {
  const { definition } = rule;
  const { slo, query } = definition;
  const shape = { ...times, first: times.first - toMs(definition.evalDelay) };
  const aggregate = query?.metricName === '' ? 'count' : 'sum';
  const total = query && toFilter(toSelection(query, definition.saved));
  const good = slo ? toFilter(slo.good) : '';
  const both = [total, good].filter((part) => part !== '').join(' AND ');
  const goodQuery = query && slo && { ...query, metricName: slo.good.metricName || query.metricName };
  const questions = SLO_WINDOWS.flatMap((windowMs) => [
    ask(rule, query, aggregate, shape, windowMs),
    ask(rule, goodQuery, aggregate, shape, windowMs, both),
  ]);
  const nothing = { value: null, samples: 0 };
  const read = (results: readonly MeasurementResult[]): Measured => {
    const measured = results.map((result) => toMeasured(result, nothing, definition.groupBy));
    const series = burnRates(measured, slo?.objective ?? 0, times.count);
    return { series, isTruncated: measured.some(({ isTruncated }) => isTruncated), nothing };
  };
  return { questions, read };
}
