import { useId, useState, type ReactNode } from 'react';
import { describeOffset, findZone, isZone, viewerZone } from '../../time/zone.js';
import classes from './range-picker.module.css';

interface ZoneFieldProps {
  readonly zone: string;
  readonly onZone: (zone: string) => void;
}

/** Chooses the zone in which times are shown and typed: that of the browser, UTC, or any by its name. */
export function ZoneField({ zone, onZone }: ZoneFieldProps): ReactNode {
  const id = useId();
  const [text, setText] = useState(zone);
  const near = [...new Set([viewerZone(), 'UTC'])];
  const type = (typed: string): void => {
    setText(typed);
    const name = findZone(typed.trim());
    if (name !== undefined && name !== zone) onZone(name);
  };
  return (
    <div className={classes.zone}>
      <label className={classes.label} htmlFor={id}>
        Time zone
      </label>
      <input
        id={id}
        className={classes.input}
        list={`${id}-names`}
        value={text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={!isZone(text)}
        aria-describedby={`${id}-offset`}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setText(zone)}
      />
      <datalist id={`${id}-names`}>
        {['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p id={`${id}-offset`} className={classes.meaning}>
        Times are shown and typed in {describeOffset(zone, Date.now())}.
      </p>
      <div className={classes.near}>
        {near.map((name) => (
          <button
            key={name}
            type="button"
            className={classes.preset}
            aria-pressed={name === zone}
            onClick={() => type(name)}
          >
            {name === 'UTC' ? 'UTC' : `Browser (${name})`}
          </button>
        ))}
      </div>
    </div>
  );
}
