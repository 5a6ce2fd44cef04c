import type { ReactNode } from 'react';
import { formatCount, formatPercent } from '../time/format.js';
import classes from './error-share.module.css';
import { toTone } from './figures.js';

/** The share of failed requests, with their number in its tooltip. */
export function ErrorShare({ rate, count }: { readonly rate: number; readonly count: number }): ReactNode {
  return (
    <span className={classes.share} data-tone={toTone(rate)} title={`${formatCount(count)} failed`}>
      {formatPercent(rate)}
    </span>
  );
}
