import { Popover } from '@base-ui/react/popover';
import { useState, type ReactNode } from 'react';
import { describeRange, type Range } from '../../time/range.js';
import buttonClasses from '../../ui/controls/button.module.css';
import { Icon } from '../../ui/controls/icon.js';
import menuClasses from '../../ui/controls/menu.module.css';
import { RangePanel, type RangePickerProps } from './range-panel.js';
import classes from './range-picker.module.css';

/** The one place where the range of time and the zone are chosen. */
export function RangePicker({ range, zone, onChange, onZone }: RangePickerProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const label = describeRange(range, zone, Date.now());
  const choose = (chosen: Range): void => {
    setOpen(false);
    onChange(chosen);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={`${buttonClasses.button} ${classes.trigger}`} aria-label={`Time range: ${label}`}>
        <Icon name="clock" />
        <span className={menuClasses.label}>{label}</span>
        <Icon name="down" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className={menuClasses.positioner}>
          <Popover.Popup className={classes.popup} aria-label="Time range">
            <RangePanel range={range} zone={zone} onChange={choose} onZone={onZone} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
