import { Popover } from '@base-ui/react/popover';
import type { ReactNode, RefObject } from 'react';
import { copyText } from '../../text/copy-text.js';
import { Button } from '../controls/button.js';
import menuClasses from '../controls/menu.module.css';
import { announce } from '../feedback/announcements.js';
import { OutsideText } from '../text/outside-text.js';
import classes from './value-cell.module.css';

interface ValueFullProps {
  readonly field: string;
  readonly text: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** The whole text of a value whose cell is too narrow. Rendered only while it is open. */
export function ValueFull({ field, text, anchor, onClose }: ValueFullProps): ReactNode {
  const copy = async (): Promise<void> =>
    announce((await copyText(text)) ? 'Copied.' : 'The browser did not allow to copy.');
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={2} align="start" className={menuClasses.positioner}>
          <Popover.Popup className={classes.full} finalFocus={anchor} onClick={(event) => event.stopPropagation()}>
            <header className={classes.head}>
              <Popover.Title className={classes.title}>
                <OutsideText text={field} />
              </Popover.Title>
              <Button kind="quiet" icon="copy" aria-label="Copy" onClick={() => void copy()} />
              <Button kind="quiet" icon="close" aria-label="Close" onClick={onClose} />
            </header>
            <pre className={classes.body} tabIndex={0} aria-label={field} role="region">
              <OutsideText text={text} />
            </pre>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
