import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the button that does it. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** The request is on its way; a second one would do it twice. */
  readonly isPending?: boolean;
  /** Why it cannot be done. */
  readonly disabledReason?: string | undefined;
  readonly error?: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Says what the action does and what is lost. */
  readonly children: ReactNode;
}

/** Asks before something is done that has effects for others. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const {
    title,
    action,
    isDangerous = false,
    isPending = false,
    disabledReason,
    error,
    onConfirm,
    onClose,
    children,
  } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={isDangerous ? 'danger' : 'primary'}
            disabledReason={isPending ? 'The request is on its way.' : disabledReason}
            onClick={onConfirm}
          >
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
