import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { Dialog } from './dialog.js';
import { ErrorBox } from './error-box.js';

interface ConfirmDialogProps {
  readonly title: string;
  /** The text of the button, such as `Revoke`. */
  readonly action: string;
  /** The text of the other button, `Cancel` by default. */
  readonly keep?: string;
  /** `danger` by default, for what cannot be taken back. */
  readonly kind?: 'danger' | 'primary';
  readonly error?: Error | null;
  /** The request is on its way; a second one would do it twice. */
  readonly isPending?: boolean;
  /** The reason for which it cannot be done. */
  readonly disabledReason?: string | undefined;
  /** Says what the action does and what is lost. */
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be taken back, or that has effects for others. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { title, action, keep = 'Cancel', kind = 'danger', error, isPending, children, onConfirm, onClose } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button
            kind={kind}
            disabledReason={isPending === true ? 'The request is on its way.' : props.disabledReason}
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
