import type { ReactNode } from 'react';
import { TextField } from '../../../ui/controls/text-field.js';
import classes from '../../parts/respond.module.css';
import { uses } from './draft-parts.js';
import type { FieldsProps } from './fields-props.js';

/** Which records count, and which of them have an alert of their own. */
export function SelectionFields({ draft, set }: FieldsProps): ReactNode {
  const { kind, signal } = draft;
  const followsIssues = kind === 'new_issue' || kind === 'regression';
  return (
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
      <TextField label="Services" value={draft.service} onChange={(service) => set({ service })} hint="All if empty." />
      {kind !== 'anomaly' && (
        <TextField
          label="Environments"
          value={draft.environment}
          onChange={(environment) => set({ environment })}
          hint="All if empty."
        />
      )}
      {uses('q', draft) && (signal === 'logs' || signal === 'errors' || kind === 'pattern') && (
        <TextField label="Levels" value={draft.level} onChange={(level) => set({ level })} placeholder="error, fatal" />
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
  );
}
