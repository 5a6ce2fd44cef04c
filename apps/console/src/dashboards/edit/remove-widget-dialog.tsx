import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';

interface RemoveWidgetDialogProps {
  readonly title: string;
  readonly isSaving: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a widget is removed for all members. */
export function RemoveWidgetDialog({ title, isSaving, onConfirm, onClose }: RemoveWidgetDialogProps): ReactNode {
  return (
    <Dialog
      title="Remove this widget?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            kind="danger"
            disabledReason={isSaving ? 'Another change is being saved.' : undefined}
            onClick={onConfirm}
          >
            Remove the widget
          </Button>
        </>
      }
    >
      <p>
        <OutsideText text={title} /> and its query are lost for all members. The data that it shows stay.
      </p>
    </Dialog>
  );
}
