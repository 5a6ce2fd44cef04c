import type { ReactNode } from 'react';
import { TextField } from '../../../ui/controls/text-field.js';
import classes from '../../parts/respond.module.css';
import { uses } from './draft-parts.js';
import type { FieldsProps } from './fields-props.js';

/** Which records count, and which of them have an alert of their own. */
export function SelectionFields({ draft, set }: FieldsProps): ReactNode {
  return (
    <div className={classes.pair}>
      {uses('metric_name', draft) && (
        <TextField label="Metric" value={draft.metric} onChange={(metric) => set({ metric })} />
      )}
      {uses('event', draft) && (
        <TextField label="Event" value={draft.event} onChange={(event) => set({ event })} hint="Any if empty." />
      )}
      {uses('field', draft) && (
        <TextField
          label="Field"
          value={draft.field}
          onChange={(field) => set({ field })}
          placeholder="duration_ms"
          hint="The attribute that is aggregated."
        />
      )}
      <TextField label="Services" value={draft.service} onChange={(service) => set({ service })} hint="All if empty." />
      {uses('environment', draft) && (
        <TextField
          label="Environments"
          value={draft.environment}
          onChange={(environment) => set({ environment })}
          hint="All if empty."
        />
      )}
      {uses('level', draft) && (
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
