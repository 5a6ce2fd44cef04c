import { useContext, useRef, useState, type ReactNode } from 'react';
import { TimeText } from '../../time/time-text.js';
import { classNames } from '../controls/class-names.js';
import { Icon } from '../controls/icon.js';
import { later } from '../controls/later.js';
import { OutsideText } from '../text/outside-text.js';
import { ValueActionsContext, type ValueActions } from './value-actions.js';
import classes from './value-cell.module.css';
import { toExactText, toShownText, type ValueKind } from './value-text.js';

export interface ValueCellProps {
  readonly field: string;
  readonly value: unknown;
  readonly kind?: ValueKind;
  /** Instead of those of the page. */
  readonly actions?: ValueActions;
  /** Shown instead of the text of the value, such as a link. */
  readonly children?: ReactNode;
}

const ValueMenu = later(
  async () => (await import('./value-menu.js')).ValueMenu,
  () => null,
);
const ValueFull = later(
  async () => (await import('./value-full.js')).ValueFull,
  () => null,
);

/** UTF-16 units of a text that a cell renders; more would not be visible. */
const CELL_UNITS = 400;

/**
 * One value of a row, cut off at the end of its cell. Its actions are behind a button that appears on hover and focus; the menu is not
 * rendered before, because a list has thousands of cells.
 */
export function ValueCell({ field, value, kind = 'text', actions, children }: ValueCellProps): ReactNode {
  const ofPage = useContext(ValueActionsContext);
  const [open, setOpen] = useState<'menu' | 'full'>();
  const button = useRef<HTMLButtonElement>(null);
  const text = toExactText(value);
  const close = (): void => setOpen((now) => (now === 'menu' ? undefined : now));
  return (
    <span className={classNames(classes.cell, children !== undefined && classes.linked)}>
      {children === undefined ? <Shown value={value} kind={kind} /> : <span className={classes.text}>{children}</span>}
      {text !== '' && (
        <button
          ref={button}
          type="button"
          className={classes.button}
          aria-label={`Actions for ${field}`}
          aria-haspopup="menu"
          aria-expanded={open === 'menu'}
          onClick={(event) => {
            event.stopPropagation();
            setOpen('menu');
          }}
        >
          <Icon name="more" />
        </button>
      )}
      {open === 'menu' && (
        <ValueMenu
          field={field}
          value={value}
          kind={kind}
          anchor={button}
          actions={actions ?? ofPage}
          onFull={() => setOpen('full')}
          onClose={close}
        />
      )}
      {open === 'full' && <ValueFull field={field} text={text} anchor={button} onClose={() => setOpen(undefined)} />}
    </span>
  );
}

function Shown({ value, kind }: { readonly value: unknown; readonly kind: ValueKind }): ReactNode {
  if (kind === 'time' && (typeof value === 'string' || typeof value === 'number'))
    return (
      <span className={classes.text}>
        <TimeText at={value} precision="millisecond" />
      </span>
    );
  const shown = toShownText(value, kind);
  return (
    <span className={classNames(classes.text, classes[kind])} data-level={kind === 'level' ? shown : undefined}>
      <OutsideText text={shown} limit={CELL_UNITS} />
    </span>
  );
}
