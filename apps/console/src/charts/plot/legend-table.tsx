import type { RefObject } from 'react';
import { OutsideText } from '../../ui/text/outside-text.js';
import tones from '../parts/tones.module.css';
import classes from './legend-table.module.css';
import type { LegendTexts } from './legend.js';
import { summarize, type PlotSeries } from './plot-data.js';

interface LegendTableProps {
  readonly series: readonly PlotSeries[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
  readonly texts: RefObject<LegendTexts>;
  readonly format: (value: number) => string;
}

/** The series of a chart as a table, with the last value and the extremes of each. A click on a name hides or shows its line. */
export function LegendTable({ series, hidden, onToggle, texts, format }: LegendTableProps) {
  const show = (value: number | undefined): string => (value === undefined ? '–' : format(value));
  return (
    <div className={classes['scroller']} tabIndex={0} role="group" aria-label="Series">
      <table className={classes['table']} aria-label="Series">
        <thead>
          <tr>
            <th scope="col">Series</th>
            <th scope="col">
              <span className={classes['time']} ref={setTime(texts)} aria-hidden="true" />
              <span className={classes['cursor']}>At the cursor</span>
            </th>
            <th scope="col">Last</th>
            <th scope="col">Min</th>
            <th scope="col">Mean</th>
            <th scope="col">Max</th>
          </tr>
        </thead>
        <tbody>
          {series.map(({ name, tone, values }) => {
            const { last, least, mean, greatest } = summarize(values);
            return (
              <tr key={name}>
                <th scope="row">
                  <button
                    type="button"
                    className={tones[tone]}
                    aria-pressed={!hidden.has(name)}
                    onClick={() => onToggle(name)}
                  >
                    <span className={classes['name']}>
                      <OutsideText text={name} />
                    </span>
                  </button>
                </th>
                <td ref={setValue(texts, name)} />
                <td>{show(last)}</td>
                <td>{show(least)}</td>
                <td>{show(mean)}</td>
                <td>{show(greatest)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function setTime(texts: RefObject<LegendTexts>) {
  return (element: HTMLElement | null): void => {
    texts.current.time = element;
  };
}

function setValue(texts: RefObject<LegendTexts>, name: string) {
  return (element: HTMLElement | null): (() => void) => {
    if (element) texts.current.values.set(name, element);
    return () => {
      texts.current.values.delete(name);
    };
  };
}
