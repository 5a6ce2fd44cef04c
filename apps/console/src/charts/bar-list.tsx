import type { ReactNode } from 'react';
import { toPlainText } from '../text/segments.js';
import { formatCount, formatPercent } from '../time/amounts.js';
import { OutsideText } from '../ui/text/outside-text.js';
import classes from './bar-list.module.css';
import type { Tone } from './parts/tones.js';
import tones from './parts/tones.module.css';
import { partOf } from './scale.js';

/** UTF-16 units of a name that are shown. */
const MAX_NAME = 300;

/** A name with its amount. */
export interface Bar {
  readonly name: string;
  readonly value: number;
}

export interface BarListProps {
  /** Name of the list, such as `Services with the most errors`. */
  readonly label: string;
  /** The rows in the order in which they are shown. */
  readonly bars: readonly Bar[];
  readonly tone?: Tone;
  readonly format?: (value: number) => string;
  /** The sum of which shares are shown; without it there are none. */
  readonly total?: number;
  /** Makes each name a button, such as one that filters by it. */
  readonly onPick?: (name: string) => void;
  /** Words for what the button does, with the name in place of `%`; such as `Filter by %`. */
  readonly pickLabel?: string;
  /** Draws a name, such as a link to its page. It takes precedence over `onPick`. */
  readonly renderName?: (name: string) => ReactNode;
  /** Said in place of an empty list. */
  readonly empty?: string;
}

/** Ranked values, each on a bar in proportion to the greatest of them. */
export function BarList({ label, bars, empty = 'Nothing in this range', ...options }: BarListProps) {
  if (bars.length === 0) return <p className={classes['empty']}>{empty}</p>;
  const greatest = bars.reduce((most, { value }) => Math.max(most, value), 0);
  return (
    <ol aria-label={label}>
      {bars.map((bar) => (
        <Row key={bar.name} bar={bar} greatest={greatest} {...options} />
      ))}
    </ol>
  );
}

function Row({
  bar: { name, value },
  greatest,
  tone = 'accent',
  format = formatCount,
  total,
  onPick,
  pickLabel = 'Filter by %',
  renderName,
}: Omit<BarListProps, 'label' | 'bars' | 'empty'> & { readonly bar: Bar; readonly greatest: number }) {
  const pick = onPick && (
    <button type="button" aria-label={pickLabel.replace('%', () => name)} onClick={() => onPick(name)}>
      <OutsideText text={name} limit={MAX_NAME} />
    </button>
  );
  return (
    <li className={classes['row']}>
      <span
        className={`${classes['bar'] ?? ''} ${tones[tone] ?? ''}`}
        style={{ width: `${partOf(value, 0, greatest) * 100}%` }}
        aria-hidden="true"
      />
      <span className={classes['name']} title={toPlainText(name)}>
        {renderName?.(name) ?? pick ?? <OutsideText text={name} limit={MAX_NAME} />}
      </span>
      <span className={classes['value']}>{format(value)}</span>
      {total !== undefined && <span className={classes['share']}>{formatPercent(value / total)}</span>}
    </li>
  );
}
