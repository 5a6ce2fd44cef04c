import type { RefObject } from 'react';
import { OutsideText } from '../../ui/text/outside-text.js';
import tones from '../parts/tones.module.css';
import type { PlotSeries } from './plot-data.js';
import classes from './plot.module.css';

/** The elements whose texts follow the pointer without a render. */
export interface LegendTexts {
  readonly values: Map<string, HTMLElement>;
  time: HTMLElement | null;
}

/** The names of series, each a button that hides or shows its line. */
export function Legend({
  series,
  hidden,
  onToggle,
  texts,
}: {
  readonly series: readonly PlotSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
  readonly texts: RefObject<LegendTexts>;
}) {
  return (
    <div className={classes['legend']} role="group" aria-label="Series">
      {series.map(({ name, tone }) => (
        <button
          key={name}
          type="button"
          className={tones[tone]}
          aria-pressed={!hidden.has(name)}
          onClick={() => onToggle(name)}
        >
          <span className={classes['name']}>
            <OutsideText text={name} />
          </span>
          <span
            className={classes['value']}
            ref={(element) => {
              if (element) texts.current.values.set(name, element);
              return () => {
                texts.current.values.delete(name);
              };
            }}
            aria-hidden="true"
          />
        </button>
      ))}
      <span
        className={classes['time']}
        ref={(element) => {
          texts.current.time = element;
        }}
        aria-hidden="true"
      />
    </div>
  );
}
