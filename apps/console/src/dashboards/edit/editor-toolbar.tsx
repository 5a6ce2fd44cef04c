import type { ReactNode } from 'react';
import { useKeys } from '../../keys/use-keys.js';
import { Button } from '../../ui/controls/button.js';
import classes from './editor-toolbar.module.css';

interface EditorToolbarProps {
  /** Whether a widget has another place than the saved one. */
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly onAdd: () => void;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onSettings: () => void;
  readonly onDelete: () => void;
}

/** The actions on the dashboard as a whole while it is edited. */
export function EditorToolbar(props: EditorToolbarProps): ReactNode {
  const { isChanged, isSaving, onAdd, onSave, onDiscard, onSettings, onDelete } = props;
  const nothing = isChanged ? undefined : 'No widget has been moved or resized.';
  useKeys('Dashboard', [{ keys: 'n', label: 'Add a widget', run: onAdd }]);
  return (
    <div role="group" aria-label="Editing" className={classes.toolbar}>
      <Button icon="plus" shortcut="n" onClick={onAdd}>
        Add widget
      </Button>
      <Button kind="primary" disabledReason={isSaving ? 'It is being saved.' : nothing} onClick={onSave}>
        Save layout
      </Button>
      <Button disabledReason={nothing} onClick={onDiscard}>
        Discard
      </Button>
      <Button onClick={onSettings}>Settings</Button>
      <Button icon="trash" onClick={onDelete}>
        Delete
      </Button>
      <p className={classes.help}>
        Drag a title to move its widget, and the corner to resize it. With the button to move focused, arrow keys move,
        and with shift they resize.
      </p>
    </div>
  );
}
