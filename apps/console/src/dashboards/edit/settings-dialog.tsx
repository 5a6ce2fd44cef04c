import { useState, type ReactNode } from 'react';
import type { Dashboard } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { TextArea } from '../../ui/controls/text-area.js';
import { TextField } from '../../ui/controls/text-field.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { saveSettings } from './changes.js';
import { parseVariables, toSettings, toUpdate, type SettingsForm } from './settings-form.js';
import type { useSave } from './use-save.js';
import classes from './widget-dialog.module.css';

interface SettingsDialogProps {
  readonly dashboard: Dashboard;
  readonly saving: ReturnType<typeof useSave>;
  readonly onClose: () => void;
}

/** Changes name, description, tags, variables and times of a dashboard. */
export function SettingsDialog({ dashboard, saving, onClose }: SettingsDialogProps): ReactNode {
  const [form, setForm] = useState(() => toSettings(dashboard));
  const set = (change: Partial<SettingsForm>): void => setForm({ ...form, ...change });
  const { fault } = parseVariables(form.variables);
  const missing = form.name.trim() === '' ? 'A dashboard needs a name.' : fault;
  return (
    <Dialog
      title="Settings of the dashboard"
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          disabledReason={saving.isSaving ? 'It is being saved.' : missing}
          onClick={() => void saving.save(saveSettings(toUpdate(form, dashboard), onClose), dashboard)}
        >
          Save
        </Button>
      }
    >
      <div className={classes.form}>
        <TextField label="Name" value={form.name} maxLength={200} onChange={(name) => set({ name })} />
        <TextField
          label="Description"
          value={form.description}
          maxLength={1000}
          onChange={(description) => set({ description })}
        />
        <TextField label="Tags" value={form.tags} hint="Divided by commas" onChange={(tags) => set({ tags })} />
        <TextArea
          isCode
          maxLength={20_000}
          label="Variables"
          value={form.variables}
          hint="One in each line, such as service=checkout. Filters use it as $service; without a value it means any."
          fault={fault}
          onChange={(variables) => set({ variables })}
        />
        <div className={classes.row}>
          <TextField
            label="Time range"
            value={form.timeRange}
            hint="Such as 1h, 6h or 7d"
            onChange={(timeRange) => set({ timeRange })}
          />
          <TextField
            label="Refreshed every"
            value={form.refresh}
            hint="Such as 30s or 5m; empty for never"
            onChange={(refresh) => set({ refresh })}
          />
        </div>
        {saving.error && <ErrorBox error={saving.error} />}
      </div>
    </Dialog>
  );
}
