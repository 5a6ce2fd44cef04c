import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from './conditions.module.css';

interface EditorDialogProps {
  /** The noun of the thing that is edited, such as `cohort`. */
  readonly what: string;
  readonly isNew: boolean;
  readonly faults: ReadonlyMap<string, string>;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSave: () => void;
  readonly onClose: () => void;
  /** The form. */
  readonly children: ReactNode;
  /** The dialog about a change that was saved meanwhile, which stands in the place of the error. */
  readonly conflict: ReactNode;
}

/** A dialog with the form of a cohort or a segment, which can be saved once nothing is missing. */
export function EditorDialog(props: EditorDialogProps): ReactNode {
  const { what, isNew, faults, isPending, error, onSave, onClose, children, conflict } = props;
  return (
    <Dialog
      title={isNew ? `New ${what}` : `Edit the ${what}`}
      isWide
      isHeld
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabledReason={explainRefusal(faults, isPending)} onClick={onSave}>
            {isNew ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        {children}
        {error && !conflict && <ErrorBox error={error} />}
      </div>
      {conflict}
    </Dialog>
  );
}

function explainRefusal(faults: ReadonlyMap<string, string>, isPending: boolean): string | undefined {
  if (faults.has('name')) return 'Type a name first.';
  if (faults.size > 0) return 'Complete the conditions first.';
  return isPending ? 'Saving…' : undefined;
}
