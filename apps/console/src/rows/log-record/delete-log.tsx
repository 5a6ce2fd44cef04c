import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';

/** Deletes one record after a question; the lists are read again. */
export function DeleteLog({ id, onDeleted }: { readonly id: string; readonly onDeleted: () => void }): ReactNode {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  const remove = useApiChange('DELETE /logs/{log_id}', ['GET /logs']);
  const confirm = (): void => {
    const onSuccess = (): void => {
      announce('Deleted the record.');
      onDeleted();
    };
    remove.mutate({ path: { log_id: id } }, { onSuccess });
  };
  return (
    <>
      <Button
        kind="quiet"
        icon="trash"
        aria-label="Delete the record"
        disabledReason={can('logs:write') ? undefined : missingScope('logs:write')}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <ConfirmDialog
          title="Delete this record?"
          action="Delete permanently"
          keep="Keep it"
          error={remove.error}
          isPending={remove.isPending}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <p>
            No search returns it afterwards, and no one can bring it back. Counts that were computed before still
            include it. It leaves the disk within half an hour.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
