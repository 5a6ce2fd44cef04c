import type { ReactNode } from 'react';
import type { ConfigEntry } from '../../gen/api.js';
import { printJson } from '../../ui/json/print.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../settings.module.css';
import own from './configuration.module.css';

const MAX_SHOWN = 160;

/** The beginning of a value. */
export function EntryValue({ entry }: { readonly entry: ConfigEntry }): ReactNode {
  const { config_type: type, config_value: value } = entry;
  if (type === 'secret') return <span className={classes.note}>stored, never shown</span>;
  if (value === '') return <span className={classes.note}>empty text</span>;
  const text = typeof value === 'string' && type === 'string' ? value : printJson(value, { indent: 0 });
  return (
    <code className={own.value}>
      <OutsideText text={text} limit={MAX_SHOWN} />
    </code>
  );
}
