import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { Dialog } from './dialog.js';
import { ErrorBox } from './error-box.js';

interface ConfirmDialogProps {
  readonly title: string;
  /** The text of the button, such as `Revoke`. */
  readonly action: string;
  /** What the other button does, `Cancel` by default. */
  readonly keep?: string;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Says what is lost. */
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, action, keep = 'Cancel', error, isPending, children, onConfirm, onClose } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
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
