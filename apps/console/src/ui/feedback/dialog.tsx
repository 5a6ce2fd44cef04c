import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { classNames } from '../controls/class-names.js';
import { OutsideText } from '../text/outside-text.js';
import classes from './dialog.module.css';

/** UTF-16 units of a heading that are shown. */
const MAX_TITLE = 300;

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons under the content. */
  readonly actions?: ReactNode;
  /** A dialog at the left edge of the window, as high as the window. */
  readonly isDrawer?: boolean;
  readonly isWide?: boolean;
  /** Only the buttons close it, because what it shows cannot be had again. */
  readonly isHeld?: boolean;
}

/** A modal dialog. It is rendered only while it is open; Escape and a click beside it close it unless it is held. */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  isDrawer = false,
  isWide = false,
  isHeld = false,
}: DialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    // A field cannot have the focus before the dialog is open, which is why `autoFocus` does nothing here.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog?.close();
      // What has opened the dialog may be gone, such as the row of what was deleted.
      const target = before?.isConnected === true ? before : document.querySelector('#main');
      if (target instanceof HTMLElement && target !== document.body) target.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      className={classNames(classes.dialog, isDrawer && classes.drawer, isWide && classes.wide)}
      onCancel={(event) => {
        event.preventDefault();
        if (!isHeld) onClose();
      }}
      onKeyDown={(event) => {
        // Browsers close a dialog at the second Escape without an event that can be cancelled.
        if (isHeld && event.key === 'Escape') event.preventDefault();
      }}
      onPointerDown={(event) => {
        if (!isHeld && event.target === element.current) onClose();
      }}
    >
      <div className={classes.frame}>
        <header className={classes.head}>
          <h2 id={id}>
            <OutsideText text={title} limit={MAX_TITLE} />
          </h2>
          <Button kind="quiet" icon="close" aria-label="Close" onClick={onClose} />
        </header>
        <div className={classes.content}>{children}</div>
        {actions !== undefined && <footer className={classes.actions}>{actions}</footer>}
      </div>
    </dialog>
  );
}
