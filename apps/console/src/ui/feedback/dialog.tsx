import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { classNames } from '../controls/class-names.js';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons under the content. */
  readonly actions?: ReactNode;
  /** A dialog at the left edge of the window, as high as the window. */
  readonly isDrawer?: boolean;
  readonly isWide?: boolean;
}

/** A modal dialog. It is rendered only while it is open; Escape and a click beside it close it. */
export function Dialog({
  title,
  onClose,
  children,
  actions,
  isDrawer = false,
  isWide = false,
}: DialogProps): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      className={classNames(classes.dialog, isDrawer && classes.drawer, isWide && classes.wide)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div className={classes.frame}>
        <header className={classes.head}>
          <h2 id={id}>{title}</h2>
          <Button kind="quiet" icon="close" aria-label="Close" onClick={onClose} />
        </header>
        <div className={classes.content}>{children}</div>
        {actions !== undefined && <footer className={classes.actions}>{actions}</footer>}
      </div>
    </dialog>
  );
}
