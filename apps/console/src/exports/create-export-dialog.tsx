import { useMemo, useState, type ReactNode } from 'react';
import { useApiChange } from '../api/hooks.js';
import { newIdempotencyKey } from '../api/idempotency-key.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { describeRange } from '../time/range.js';
import { Button } from '../ui/controls/button.js';
import { Segmented } from '../ui/controls/segmented.js';
import { Select } from '../ui/controls/select.js';
import { TextField } from '../ui/controls/text-field.js';
import { announce } from '../ui/feedback/announcements.js';
import { Dialog } from '../ui/feedback/dialog.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import classes from './create-export-dialog.module.css';
import { filtersOf, FORMATS, NEW_EXPORT, scopeOf, SIGNALS, toExport, type ExportForm } from './to-export.js';

const FORMAT_OPTIONS = FORMATS.map((value) => ({
  value,
  label: value === 'parquet' ? 'Parquet' : value.toUpperCase(),
}));

/** Begins an export for the times and environments of the page. */
export function CreateExportDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { query, range, zone, nowMs, env } = useScope();
  const { can } = useSession();
  const [form, setForm] = useState(NEW_EXPORT);
  const set = (change: Partial<ExportForm>): void => setForm({ ...form, ...change });
  // The same export twice would be one; another one needs another key.
  const key = useMemo(() => `${form.signal}-${newIdempotencyKey()}`, [form]);
  const create = useApiChange('POST /export', ['GET /export/jobs']);
  const has = filtersOf(form.signal);
  const scope = scopeOf(form.signal);
  const reason = can(scope) ? undefined : `Your role does not have ${scope}.`;
  const onCreate = (): void =>
    create.mutate(
      { body: toExport(form, query, key) },
      {
        onSuccess: () => {
          announce('The export begins.');
          onClose();
        },
      },
    );
  return (
    <Dialog
      title="New export"
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          icon="export"
          disabledReason={create.isPending ? 'It is being created.' : reason}
          onClick={onCreate}
        >
          Export
        </Button>
      }
    >
      <div className={classes.form}>
        <Select
          label="Signal"
          showsLabel
          value={form.signal}
          options={SIGNALS.map((value) => ({ value, label: value.replace('_', ' ') }))}
          onChange={(signal) => set({ signal })}
        />
        <Segmented label="Format" value={form.format} options={FORMAT_OPTIONS} onChange={(format) => set({ format })} />
        {has.hasQuery && (
          <TextField label="Filter" value={form.q} hint="Search language; all if empty" onChange={(q) => set({ q })} />
        )}
        {has.name !== undefined && (
          <TextField
            label={has.name === 'metric' ? 'Metric' : 'Event'}
            value={form.name}
            hint="All if empty"
            onChange={(name) => set({ name })}
          />
        )}
        {has.hasService && (
          <TextField
            label="Service"
            value={form.service}
            hint="Its exact name; all if empty"
            onChange={(service) => set({ service })}
          />
        )}
        <p className={classes.note}>
          {has.hasTimes
            ? `Of the time range of the page: ${describeRange(range, zone, nowMs)}.`
            : 'Persons of all times.'}
          {has.hasService && env.length > 0 && ` In ${env.join(' or ')}.`}
        </p>
        {create.error && <ErrorBox error={create.error} />}
      </div>
    </Dialog>
  );
}
