import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { forgetAnswers, useApiChange } from '../../api/hooks.js';
import { useProjectSlug } from '../../api/project.js';
import { formatCount } from '../../time/amounts.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';

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
  const client = useQueryClient();
  const project = useProjectSlug();
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
        // Someone may have changed it: the version that is shown next can be deleted.
        onError: () => void forgetAnswers(client, project, ['GET /dashboards', 'GET /dashboards/{dashboard_id}']),
      },
    );
  return (
    <Dialog
      title="Delete this dashboard?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            kind="danger"
            disabledReason={remove.isPending ? 'It is being deleted.' : undefined}
            onClick={onConfirm}
          >
            Delete the dashboard
          </Button>
        </>
      }
    >
      <p>
        <bdi>{name}</bdi> and its {formatCount(count)} {count === 1 ? 'widget is' : 'widgets are'} lost for all members.
        The data that they show stay.
      </p>
      {remove.error && <ErrorBox error={remove.error} />}
    </Dialog>
  );
}
