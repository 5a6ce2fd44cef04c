import { use, useId, useRef, type ReactNode } from 'react';
import { useKeys } from '../../keys/use-keys.js';
import { Button } from '../controls/button.js';
import { classNames } from '../controls/class-names.js';
import { OutsideText } from '../text/outside-text.js';
import classes from './panel.module.css';
import { SectionHeadingContext } from './section-heading.js';
import { useReturnedFocus } from './use-returned-focus.js';

/** UTF-16 units of a heading that are shown. */
const MAX_TITLE = 300;

interface PanelProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  /** Buttons before the one that closes. */
  readonly actions?: ReactNode;
  /** Takes most of the window, because the list is only there to choose from. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** Details beside their list; over it in narrow windows. */
export function Panel({ title, onClose, actions, isWide = false, children }: PanelProps): ReactNode {
  const id = useId();
  const element = useRef<HTMLElement>(null);
  useReturnedFocus(element);
  useKeys('Details', [{ keys: 'escape', label: 'Close the details', run: onClose }]);
  return (
    <section ref={element} aria-labelledby={id} className={classNames(classes.panel, isWide && classes.wide)}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          {typeof title === 'string' ? <OutsideText text={title} limit={MAX_TITLE} /> : title}
        </h2>
        <div className={classes.actions}>
          {actions}
          <Button kind="quiet" icon="close" aria-label="Close the details" shortcut="Escape" onClick={onClose} />
        </div>
      </header>
      <div className={classes.content} tabIndex={0} role="group" aria-labelledby={id}>
        {children}
      </div>
    </section>
  );
}

/** A list with an open panel beside it. */
export function Beside({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={classes.beside}>{children}</div>;
}

interface PanelSectionProps {
  readonly title: string;
  /** Shown at the right of the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a panel with its heading. */
export function PanelSection({ title, aside, children }: PanelSectionProps): ReactNode {
  const Heading = use(SectionHeadingContext);
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <Heading className={classes.sectionTitle}>
          <OutsideText text={title} limit={MAX_TITLE} />
        </Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}
