import { useMemo } from 'react';
import { formatCount, formatDuration } from '../../../time/amounts.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { spansOfService } from '../model/choose.js';
import { toServiceTotals } from '../model/sums.js';
import type { WaterfallState } from '../state/waterfall-state.js';
import { SERIES } from '../view/colors.js';
import classes from './service-legend.module.css';

/** Services beyond these are only counted; they have the least self time. */
const MOST = 12;

/** The services of the trace with their spans and self time. A press selects the spans of a service. */
export function ServiceLegend({ state }: { readonly state: WaterfallState }) {
  const totals = useMemo(() => toServiceTotals(state.tree), [state]);
  const select = (service: number): void => state.select(spansOfService(state.tree, service));
  return (
    <ul className={classes['legend']} aria-label="Services">
      {totals.slice(0, MOST).map(({ service, count, errors, selfNs }) => (
        <li key={service}>
          <button
            type="button"
            className={classes['service']}
            title={`Select the ${formatCount(count)} spans of this service`}
            onClick={() => select(service)}
          >
            <span className={classes['swatch']} data-series={service % SERIES} aria-hidden="true" />
            <span className={classes['name']}>
              <OutsideText text={state.tree.services[service] ?? ''} />
            </span>
            <span className={classes['figures']}>
              {formatCount(count)} · {formatDuration(selfNs)}
              <span className={classes['hidden']}> self time</span>
            </span>
            {errors > 0 && <span className={classes['errors']}>{formatCount(errors)} failed</span>}
          </button>
        </li>
      ))}
      {totals.length > MOST && (
        <li className={classes['more']}>and {formatCount(totals.length - MOST)} more services</li>
      )}
    </ul>
  );
}
