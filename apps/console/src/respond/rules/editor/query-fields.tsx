import type { ReactNode } from 'react';
import { Select } from '../../../ui/controls/select.js';
import { TextField } from '../../../ui/controls/text-field.js';
import classes from '../../parts/respond.module.css';
import { ExternalNote } from '../external-note.js';
import { AGGREGATIONS, SIGNALS } from './choices.js';
import { CompositeFields } from './composite-fields.js';
import { uses } from './draft-parts.js';
import type { FieldsProps } from './fields-props.js';
import { SelectionFields } from './selection-fields.js';

const SIGNAL_OPTIONS = SIGNALS.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
const AGGREGATION_OPTIONS = AGGREGATIONS.map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** The telemetry that a rule measures, or the other rules that it combines. */
export function QueryFields({ draft, set }: FieldsProps): ReactNode {
  const { kind, signal } = draft;
  if (kind === 'composite') return <CompositeFields draft={draft} set={set} />;
  if (kind === 'external') return <ExternalNote />;
  // Only anomalies can be those of any signal.
  const other = draft.savedSearch !== '' ? 'that of the saved search' : kind === 'anomaly' ? 'any' : 'none';
  const hasOther = signal === '' || draft.savedSearch !== '' || kind === 'anomaly';
  return (
    <div className={classes.form}>
      <div className={classes.bar}>
        {uses('signal', draft) && (
          <Select
            label="Signal"
            showsLabel
            value={signal}
            options={hasOther ? [{ value: '', label: other }, ...SIGNAL_OPTIONS] : SIGNAL_OPTIONS}
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
          hint={
            draft.savedSearch === ''
              ? 'As in the search of the signal; all records if empty.'
              : 'It narrows the saved search of the rule.'
          }
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
      <SelectionFields draft={draft} set={set} />
    </div>
  );
}
