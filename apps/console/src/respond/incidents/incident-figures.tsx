import type { ReactNode } from 'react';
import type { IncidentFigures as Figures } from '../../gen/api.js';
import { formatCount, formatDuration } from '../../time/format.js';
import { Stat } from '../../ui/layout/stat.js';
import classes from './incidents.module.css';

/** The number of incidents that match, and the mean times until they were acknowledged and resolved. */
export function IncidentFigures({ figures }: { readonly figures: Figures | undefined }): ReactNode {
  const time = (seconds: number | null | undefined): string | undefined =>
    seconds === undefined || seconds === null ? undefined : formatDuration(seconds * 1000, 'ms');
  const count = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formatCount(value);
  return (
    <div className={classes.figures}>
      <Stat label="Open" value={count(figures?.open)} tone={(figures?.open ?? 0) > 0 ? 'danger' : undefined} />
      <Stat label="Acknowledged" value={count(figures?.acknowledged)} />
      <Stat label="Resolved" value={count(figures?.resolved)} />
      <Stat label="Time to acknowledge" value={time(figures?.mean_time_to_acknowledge_seconds)} note="on average" />
      <Stat label="Time to resolve" value={time(figures?.mean_time_to_resolve_seconds)} note="on average" />
    </div>
  );
}
