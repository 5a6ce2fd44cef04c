import type { ReactNode } from 'react';
import { describeRange, freeze, isRelative, PRESETS, type Range } from '../../time/range.js';
import { Button } from '../../ui/controls/button.js';
import { RangeForm } from './range-form.js';
import classes from './range-picker.module.css';
import { ZoneField } from './zone-field.js';

export interface RangePickerProps {
  readonly range: Range;
  readonly zone: string;
  readonly onChange: (range: Range) => void;
  readonly onZone: (zone: string) => void;
}

/** The content of the picker: ranges to choose, ends to type, and the zone. */
export function RangePanel({ range, zone, onChange, onZone }: RangePickerProps): ReactNode {
  const nowMs = Date.now();
  return (
    <div className={classes.panel}>
      <ul className={classes.presets} aria-label="Ranges until now">
        {PRESETS.map((preset) => (
          <li key={preset.from}>
            <button
              type="button"
              className={classes.preset}
              aria-pressed={preset.from === range.from && range.to === 'now'}
              onClick={() => onChange(preset)}
            >
              {describeRange(preset, zone, nowMs)}
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.exact}>
        <RangeForm key={`${zone} ${range.from} ${range.to}`} range={range} zone={zone} onChange={onChange} />
        <Button
          kind="quiet"
          icon="pause"
          disabledReason={isRelative(range) ? undefined : 'The range already stays where it is'}
          title="Keep the times that are shown now, in links too"
          onClick={() => onChange(freeze(range, Date.now()))}
        >
          Freeze at these times
        </Button>
        <ZoneField zone={zone} onZone={onZone} />
      </div>
    </div>
  );
}
