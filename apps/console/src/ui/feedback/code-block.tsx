import type { ReactNode } from 'react';
import { copyText } from '../../text/copy-text.js';
import { Button } from '../controls/button.js';
import { OutsideText } from '../text/outside-text.js';
import { announce } from './announcements.js';
import classes from './code-block.module.css';

interface CodeBlockProps {
  /** Accessible name of the text. */
  readonly label: string;
  readonly text: string;
}

/** Commands or configuration to copy. */
export function CodeBlock({ label, text }: CodeBlockProps): ReactNode {
  const copy = async (): Promise<void> =>
    announce((await copyText(text)) ? 'Copied' : 'The browser did not allow to copy');
  return (
    <div className={classes.block}>
      <pre className={classes.text} tabIndex={0} role="group" aria-label={label}>
        <OutsideText text={text} />
      </pre>
      <div className={classes.copy}>
        <Button icon="copy" aria-label={`Copy: ${label}`} onClick={() => void copy()} />
      </div>
    </div>
  );
}
