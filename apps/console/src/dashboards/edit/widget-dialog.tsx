import { useState, type ReactNode } from 'react';
import type { Dashboard, Widget } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import type { Place } from '../grid/layout.js';
import type { DashboardRange } from '../widget/use-dashboard-range.js';
import type { Values } from '../widget/variables.js';
import { addWidget, saveWidget } from './changes.js';
import type { useSave } from './use-save.js';
import classes from './widget-dialog.module.css';
import { WidgetFields } from './widget-fields.js';
import { missing, toForm, toWidget, type WidgetForm } from './widget-form.js';
import { WidgetPreview } from './widget-preview.js';

interface WidgetDialogProps {
  readonly dashboard: Dashboard;
  /** Undefined for a new one. */
  readonly widget: Widget | undefined;
  readonly range: DashboardRange;
  readonly values: Values;
  readonly saving: ReturnType<typeof useSave>;
  /** The place of a new one. */
  readonly position: Place;
  readonly onClose: () => void;
}

/** Adds or changes a widget, with a preview of what it will show. */
export function WidgetDialog(props: WidgetDialogProps): ReactNode {
  const { dashboard, widget, range, values, saving, position, onClose } = props;
  const [form, setForm] = useState(() => toForm(widget));
  const set = (change: Partial<WidgetForm>): void => setForm({ ...form, ...change });
  const lack = form.title.trim() === '' ? 'The widget needs a title.' : missing(form);
  const onSave = (): void => {
    const body = toWidget(form, widget);
    const change = widget ? saveWidget(widget.id, body, onClose) : addWidget({ ...body, position }, onClose);
    void saving.save(change, dashboard);
  };
  return (
    <Dialog
      title={widget ? 'Edit the widget' : 'Add a widget'}
      isWide
      onClose={onClose}
      actions={
        <>
          {lack !== undefined && <p className={classes.lack}>{lack}</p>}
          <Button kind="primary" disabledReason={saving.isSaving ? 'It is being saved.' : lack} onClick={onSave}>
            {widget ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <div className={classes.columns}>
        <div className={classes.form}>
          <TextField
            label="Title"
            value={form.title}
            maxLength={200}
            data-autofocus
            onChange={(title) => set({ title })}
          />
          <WidgetFields form={form} isNew={widget === undefined} set={set} />
        </div>
        <div className={classes.form}>
          <WidgetPreview
            form={form}
            visualization={widget?.visualization}
            dashboardId={dashboard.id}
            range={range}
            values={values}
          />
          {saving.error && <ErrorBox error={saving.error} />}
        </div>
      </div>
    </Dialog>
  );
}
