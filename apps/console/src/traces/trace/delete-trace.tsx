import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { useGo } from '../../links/use-go.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';

/** Deletes a trace after a question, and returns to the list. */
export function DeleteTrace({ id }: { readonly id: string }): ReactNode {
  const { can } = useSession();
  const go = useGo();
  const [isOpen, setOpen] = useState(false);
  const remove = useApiChange('DELETE /traces/{trace_id}', ['GET /traces']);
  const confirm = (): void => {
    const onSuccess = (): void => {
      announce('Deleted the trace.');
      go({ to: 'traces' });
    };
    remove.mutate({ path: { trace_id: id } }, { onSuccess });
  };
  return (
    <>
      <Button
        icon="trash"
        aria-label="Delete the trace"
        disabledReason={can('traces:write') ? undefined : missingScope('traces:write')}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <ConfirmDialog
          title="Delete this trace?"
          action="Delete permanently"
          keep="Keep it"
          error={remove.error}
          isPending={remove.isPending}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        >
          <p>
            All of its spans are lost, and no one can bring them back. Figures of services and usage stay, and its log
            records too. Spans that arrive later make a new, incomplete trace.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
