import type { ReactNode } from 'react';
import { useApi } from '../../../api/hooks.js';
import { Select } from '../../../ui/controls/select.js';
import { TextField } from '../../../ui/controls/text-field.js';
import { Choices } from '../../parts/choices.js';
import classes from '../../parts/respond.module.css';
import { AGGREGATIONS, SIGNALS } from './draft.js';
import type { FieldsProps } from './fields-props.js';
import { uses } from './to-request.js';

const SIGNAL_OPTIONS = SIGNALS.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
const AGGREGATION_OPTIONS = AGGREGATIONS.map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** The telemetry that a rule measures, or the other rules that it combines. */
export function QueryFields({ draft, set }: FieldsProps): ReactNode {
  const { kind, signal } = draft;
  if (kind === 'composite') return <CompositeFields draft={draft} set={set} />;
  const followsIssues = kind === 'new_issue' || kind === 'regression';
  return (
    <div className={classes.form}>
      <div className={classes.bar}>
        {!followsIssues && kind !== 'pattern' && (
          <Select
            label="Signal"
            showsLabel
            value={signal}
            options={SIGNAL_OPTIONS}
            onChange={(next) => set({ signal: next })}
          />
        )}
        {uses('figure', draft) && (
          <Select
            label="Figure"
            showsLabel
            value={draft.agg}
            options={AGGREGATION_OPTIONS}
            onChange={(agg) => set({ agg })}
          />
        )}
      </div>
      {uses('q', draft) && (
        <TextField
          label="Query"
          value={draft.q}
          onChange={(q) => set({ q })}
          placeholder="level:error AND payment"
          hint="As in the search of the signal; all records if empty."
        />
      )}
      {kind === 'pattern' && (
        <TextField
          label="Pattern"
          value={draft.pattern}
          onChange={(pattern) => set({ pattern })}
          maxLength={500}
          hint="The text of the records, with <*> for the parts that vary."
        />
      )}
      {kind === 'slo' && (
        <div className={classes.pair}>
          <TextField
            label="Good events"
            value={draft.good}
            onChange={(good) => set({ good })}
            hint="A query that narrows the one above."
          />
          <TextField
            label="Objective in percent"
            value={draft.objective}
            onChange={(objective) => set({ objective })}
          />
        </div>
      )}
      <div className={classes.pair}>
        {signal === 'metrics' && !followsIssues && kind !== 'pattern' && (
          <TextField label="Metric" value={draft.metric} onChange={(metric) => set({ metric })} />
        )}
        {signal === 'events' && uses('figure', draft) && (
          <TextField label="Event" value={draft.event} onChange={(event) => set({ event })} hint="Any if empty." />
        )}
        {uses('figure', draft) && draft.agg !== 'count' && draft.agg !== 'rate' && draft.agg !== 'error_ratio' && (
          <TextField
            label="Field"
            value={draft.field}
            onChange={(field) => set({ field })}
            placeholder="duration_ms"
            hint="The attribute that is aggregated."
          />
        )}
        <TextField
          label="Services"
          value={draft.service}
          onChange={(service) => set({ service })}
          hint="All if empty."
        />
        {kind !== 'anomaly' && (
          <TextField
            label="Environments"
            value={draft.environment}
            onChange={(environment) => set({ environment })}
            hint="All if empty."
          />
        )}
        {uses('q', draft) && (signal === 'logs' || signal === 'errors' || kind === 'pattern') && (
          <TextField
            label="Levels"
            value={draft.level}
            onChange={(level) => set({ level })}
            placeholder="error, fatal"
          />
        )}
        {uses('group', draft) && (
          <TextField
            label="One alert for each"
            value={draft.groupBy}
            onChange={(groupBy) => set({ groupBy })}
            placeholder="service"
            hint="Fields with commas; one alert for all if empty."
          />
        )}
      </div>
    </div>
  );
}

function CompositeFields({ draft, set }: FieldsProps): ReactNode {
  const { data } = useApi('GET /alerts/rules', { query: { limit: 200 } });
  const others = (data?.rules ?? []).filter(({ kind }) => kind !== 'composite');
  return (
    <div className={classes.form}>
      <Select
        label="It fires while"
        showsLabel
        value={draft.operator}
        options={[
          { value: 'all', label: 'all of these rules fire' },
          { value: 'any', label: 'any of these rules fires' },
        ]}
        onChange={(operator) => set({ operator })}
      />
      <Choices
        label="Rules"
        options={others.map(({ id, name }) => [id, name])}
        chosen={draft.ruleIds}
        onChange={(ruleIds) => set({ ruleIds })}
      />
    </div>
  );
}
