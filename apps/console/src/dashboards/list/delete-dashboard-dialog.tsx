import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { formatCount } from '../../time/amounts.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface DeleteDashboardDialogProps {
  readonly dashboard: {
    readonly id: string;
    readonly name: string;
    readonly version: number;
    readonly widget_count: number;
  };
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes a dashboard in the version that is shown; says what is lost. */
export function DeleteDashboardDialog({ dashboard, onClose, onDeleted }: DeleteDashboardDialogProps): ReactNode {
  const { id, name, version, widget_count: count } = dashboard;
  const remove = useApiChange('DELETE /dashboards/{dashboard_id}', ['GET /dashboards']);
  const onConfirm = (): void =>
    remove.mutate(
      { path: { dashboard_id: id }, query: { expected_version: version } },
      {
        onSuccess: () => {
          announce('Deleted the dashboard.');
          onDeleted();
        },
      },
    );
  return (
    <ConfirmDialog
      title="Delete this dashboard?"
      action="Delete the dashboard"
      keep="Keep it"
      error={remove.error}
      isPending={remove.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <OutsideText text={name} /> and its {formatCount(count)} {count === 1 ? 'widget is' : 'widgets are'} lost for
        all members. The data that they show stay.
      </p>
    </ConfirmDialog>
  );
}
