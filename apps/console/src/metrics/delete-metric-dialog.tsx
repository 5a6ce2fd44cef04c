import type { ReactNode } from 'react';
import { useApiChange } from '../api/hooks.js';
import { announce } from '../ui/feedback/announcements.js';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../ui/text/outside-text.js';

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
    <ConfirmDialog
      title="Delete this metric?"
      action="Delete the metric"
      keep="Keep it"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        All points and series of <OutsideText text={name} /> are lost for good. Dashboards and alert rules that use it
        have no data. It starts again if a program continues to send it.
      </p>
    </ConfirmDialog>
  );
}
