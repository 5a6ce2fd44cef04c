import { useMemo, type ReactNode } from 'react';
import type { MetricLabel } from '../../gen/api.js';
import { SearchLine } from '../../search/search-line.js';
import { INTERVALS, type Interval } from '../../time/intervals.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import type { Update } from '../../url/use-search-state.js';
import { ACROSS, AUTO, type MetricsState } from '../fields.js';
import { aggregationsOf, explainAggregation, nameAggregation, type Kind } from './aggregations.js';
import { GroupField } from './group-field.js';
import classes from './metric-controls.module.css';
import type { MetricQuery } from './to-input.js';

interface MetricControlsProps {
  readonly kind: Kind;
  readonly state: MetricsState;
  readonly resolved: MetricQuery;
  readonly update: Update<MetricsState>;
  readonly labels: readonly MetricLabel[] | undefined;
  readonly error: Error | null;
  /** Why the query has no forecast; undefined if it has one. */
  readonly noForecast: string | undefined;
}

const ACROSS_OPTIONS = [
  { value: 'none', label: 'all points together' },
  ...ACROSS.map((across) => ({ value: across, label: `${across} of all series` })),
] as const;

/** Aggregation, groups, filter and interval of a query. */
export function MetricControls(props: MetricControlsProps): ReactNode {
  const { kind, state, resolved, update, labels, error, noForecast } = props;
  const fields = useMemo(() => toFields(labels ?? []), [labels]);
  const aggregations = aggregationsOf(kind);
  // The address may ask for one that the metric does not have; the refusal says so.
  const offered = aggregations.includes(resolved.agg) ? aggregations : [resolved.agg, ...aggregations];
  const explained = explainAggregation(resolved.agg, kind);
  const intervals = (Object.keys(INTERVALS) as Interval[]).map((value) => ({ value, label: value }));
  return (
    <div className={classes.controls}>
      <SearchLine
        label="Filter the series"
        placeholder="label:value, AND, OR, NOT"
        value={state.q}
        fields={fields}
        error={error}
        onSubmit={(q) => update({ q })}
      />
      <div className={classes.line}>
        <Select
          label="Aggregation"
          showsLabel
          value={resolved.agg}
          options={offered.map((agg) => ({ value: agg, label: nameAggregation(agg) }))}
          onChange={(agg) => update({ agg })}
        />
        <Select
          label="of"
          showsLabel
          value={state.across}
          options={ACROSS_OPTIONS}
          onChange={(across) => update({ across })}
        />
        <GroupField by={state.by} labels={labels ?? []} onChange={(by) => update({ by })} />
        <Select
          label="Interval"
          showsLabel
          value={state.interval}
          options={[{ value: AUTO, label: `automatic (${resolved.interval})` }, ...intervals]}
          onChange={(interval) => update({ interval })}
        />
        <Button
          aria-pressed={state.forecast && noForecast === undefined}
          disabledReason={noForecast}
          onClick={() => update({ forecast: !state.forecast })}
        >
          Forecast
        </Button>
      </div>
      {explained !== undefined && <p className={classes.note}>{explained}</p>}
    </div>
  );
}

function toFields(labels: readonly MetricLabel[]) {
  return labels.map(({ name, series_count: count, top_values: values }) => ({
    name,
    count,
    values: values.map(({ value, series_count: series }) => ({ value, count: series })),
  }));
}
