import type { ReactNode } from 'react';
import { Button } from '../ui/controls/button.js';
import { Dialog } from '../ui/feedback/dialog.js';
import { ErrorBox } from '../ui/feedback/error-box.js';

interface ConfirmProps {
  readonly title: string;
  /** The text of the button, such as `Revoke`. */
  readonly action: string;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Says what is lost. */
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, action, error, isPending, children, onConfirm, onClose }: ConfirmProps): ReactNode {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" disabledReason={isPending ? 'It is on its way.' : undefined} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {error && <ErrorBox error={error} />}
    </Dialog>
  );
}
