import type { ReactNode } from 'react';
import { useApiChange } from '../api/hooks.js';
import { Button } from '../ui/controls/button.js';
import { announce } from '../ui/feedback/announcements.js';
import { Dialog } from '../ui/feedback/dialog.js';
import { ErrorBox } from '../ui/feedback/error-box.js';

interface DeleteMetricDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes a metric with all of its points; says what is lost. */
export function DeleteMetricDialog({ name, onClose, onDeleted }: DeleteMetricDialogProps): ReactNode {
  const remove = useApiChange('DELETE /metrics/{metric_name}', ['GET /metrics']);
  const onConfirm = (): void =>
    remove.mutate(
      { path: { metric_name: name } },
      {
        onSuccess: () => {
          announce('Deleted the metric.');
          onDeleted();
        },
      },
    );
  return (
    <Dialog
      title="Delete this metric?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            kind="danger"
            disabledReason={remove.isPending ? 'It is being deleted.' : undefined}
            onClick={onConfirm}
          >
            Delete the metric
          </Button>
        </>
      }
    >
      <p>
        All points and series of <bdi>{name}</bdi> are lost, for ever. Dashboards and alert rules that use it have no
        data. It begins anew if a program continues to send it.
      </p>
      {remove.error && <ErrorBox error={remove.error} />}
    </Dialog>
  );
}
