import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { useGo } from '../../links/use-go.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from './dashboard-form.module.css';

interface CloneDialogProps {
  readonly dashboard: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

const MAX_NAME = 200;

/** Copies a dashboard with its widgets, and opens the copy. */
export function CloneDialog({ dashboard, onClose }: CloneDialogProps): ReactNode {
  const go = useGo();
  const [name, setName] = useState(`${dashboard.name} (copy)`.slice(0, MAX_NAME));
  const clone = useApiChange('POST /dashboards/{dashboard_id}/clone', ['GET /dashboards']);
  const onClone = (): void =>
    clone.mutate(
      { path: { dashboard_id: dashboard.id }, body: { name: name.trim() } },
      {
        onSuccess: ({ id }) => {
          announce('Copied the dashboard.');
          onClose();
          go({ to: `dashboards/${encodeURIComponent(id)}` });
        },
      },
    );
  const missing = name.trim() === '' ? 'The copy needs a name.' : undefined;
  return (
    <Dialog
      title="Copy this dashboard"
      onClose={onClose}
      actions={
        <Button kind="primary" disabledReason={clone.isPending ? 'It is being copied.' : missing} onClick={onClone}>
          Copy
        </Button>
      }
    >
      <div className={classes.form}>
        <TextField label="Name of the copy" value={name} maxLength={MAX_NAME} onChange={setName} />
        {clone.error && <ErrorBox error={clone.error} />}
      </div>
    </Dialog>
  );
}
