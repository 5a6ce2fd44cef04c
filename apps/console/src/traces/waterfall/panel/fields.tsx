import type { ReactNode } from 'react';
import { formatCount } from '../../../time/amounts.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import classes from './fields.module.css';

export type RenderValue = (field: string, value: unknown) => ReactNode;

/** Attributes as a list of names and values, in the order of their names; absent if there are none. */
export function Fields({
  title,
  fields = {},
  dropped = 0,
  renderValue,
}: {
  readonly title?: string;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** Attributes that the SDK left out. */
  readonly dropped?: number | undefined;
  readonly renderValue: RenderValue;
}) {
  const names = Object.keys(fields).toSorted();
  if (names.length === 0 && dropped === 0) return null;
  return (
    <div className={classes['fields']}>
      {title !== undefined && <h3 className={classes['title']}>{title}</h3>}
      <dl>
        {names.map((name) => (
          <div key={name} className={classes['field']}>
            <dt>
              <OutsideText text={name} />
            </dt>
            <dd>{renderValue(name, fields[name])}</dd>
          </div>
        ))}
      </dl>
      {dropped > 0 && <p className={classes['dropped']}>The SDK left out {formatCount(dropped)} attributes.</p>}
    </div>
  );
}
