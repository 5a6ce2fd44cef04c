import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import classes from './widget-tools.module.css';

interface WidgetToolsProps {
  readonly title: string;
  readonly isSaving: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

/** The buttons of a widget that is edited. The first one takes the keys that move and resize it. */
export function WidgetTools({ title, isSaving, onKeyDown, onEdit, onCopy, onRemove }: WidgetToolsProps): ReactNode {
  return (
    <span className={classes.tools}>
      <span className={classes.move}>
        <Button
          kind="quiet"
          icon="move"
          aria-label={`Move ${title}`}
          title={`Move ${title} with the arrow keys, resize it with shift`}
          onKeyDown={onKeyDown}
        />
      </span>
      <Button kind="quiet" icon="edit" aria-label={`Edit ${title}`} onClick={onEdit} />
      <Button
        kind="quiet"
        icon="copy"
        aria-label={`Duplicate ${title}`}
        disabledReason={isSaving ? 'Another change is being saved.' : undefined}
        onClick={onCopy}
      />
      <Button kind="quiet" icon="trash" aria-label={`Remove ${title}`} onClick={onRemove} />
    </span>
  );
}
