import { Menu } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import { copyText } from '../../text/copy-text.js';
import { Icon, type IconName } from '../controls/icon.js';
import menuClasses from '../controls/menu.module.css';
import { announce } from '../feedback/announcements.js';
import type { ValueActions } from './value-actions.js';
import { toExactText, type ValueKind } from './value-text.js';

interface ValueMenuProps {
  readonly field: string;
  readonly value: unknown;
  readonly kind: ValueKind;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly actions: ValueActions;
  /** Shows the whole text. */
  readonly onFull: () => void;
  readonly onClose: () => void;
}

/** The actions of one value. Rendered only while it is open. */
export function ValueMenu({ field, value, kind, anchor, actions, onFull, onClose }: ValueMenuProps): ReactNode {
  const { filter, exclude, toggleColumn, from, until, around } = actions;
  const text = toExactText(value);
  const isTime = kind === 'time';
  return (
    <Menu.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} sideOffset={2} align="start" className={menuClasses.positioner}>
          <Menu.Popup className={menuClasses.popup} finalFocus={anchor} aria-label={`Actions for ${field}`}>
            <Item icon="copy" label="Copy" run={() => void copyValue(text)} />
            <Item icon="right" label="Show all" run={onFull} />
            {filter && <Item icon="filter" label="Filter by this value" run={() => filter(field, value)} />}
            {exclude && <Item icon="exclude" label="Exclude this value" run={() => exclude(field, value)} />}
            {toggleColumn && (
              <Item icon="dashboards" label="Show or hide as a column" run={() => toggleColumn(field)} />
            )}
            {isTime && from && <Item icon="clock" label="From here" run={() => from(text)} />}
            {isTime && until && <Item icon="clock" label="Until here" run={() => until(text)} />}
            {isTime && around && <Item icon="clock" label="Around here" run={() => around(text)} />}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Item({
  icon,
  label,
  run,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly run: () => void;
}): ReactNode {
  return (
    <Menu.Item
      className={menuClasses.item}
      onClick={(event) => {
        // Events of a portal also reach the row around it.
        event.stopPropagation();
        run();
      }}
    >
      <Icon name={icon} />
      {label}
    </Menu.Item>
  );
}

async function copyValue(text: string): Promise<void> {
  announce((await copyText(text)) ? 'Copied.' : 'The browser did not allow to copy.');
}
