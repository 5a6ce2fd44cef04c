import type { ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { CodeBlock } from './code-block.js';
import { Dialog } from './dialog.js';
import classes from './once.module.css';

interface OnceProps {
  readonly title: string;
  /** Accessible name of the secret. */
  readonly label: string;
  readonly secret: string;
  /** Says where the secret goes. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret that cannot be read again. It is only in the memory of the page, and gone when a button closes the dialog. */
export function Once({ title, label, secret, children, onClose }: OnceProps): ReactNode {
  return (
    <Dialog
      title={title}
      isHeld
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          I have stored it
        </Button>
      }
    >
      <div className={classes.form}>
        <CodeBlock label={label} text={secret} />
        <p className={classes.note}>It is shown only now.</p>
        {children}
      </div>
    </Dialog>
  );
}
