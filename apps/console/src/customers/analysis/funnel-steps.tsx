import type { ReactNode } from 'react';
import type { EventFunnelStep } from '../../gen/api.js';
import { formatCount, formatDuration, formatPercent } from '../../time/amounts.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './funnel-steps.module.css';

/** The steps of a funnel, each with a bar in proportion to the persons of the first step. */
export function FunnelSteps({ steps }: { readonly steps: readonly EventFunnelStep[] }): ReactNode {
  return (
    <ol aria-label="Steps of the funnel" className={classes.steps}>
      {steps.map((step, index) => {
        const {
          event,
          count,
          conversion_rate: rate,
          step_conversion_rate: stepRate,
          median_from_previous_ms: median,
        } = step;
        const lost = (steps[index - 1]?.count ?? count) - count;
        return (
          <li key={index} className={classes.step}>
            <span className={classes.name}>
              {index + 1}. <OutsideText text={event} limit={80} />
            </span>
            <span className={classes.figures}>
              <strong>{formatCount(count)}</strong> persons, {formatPercent(rate)}
            </span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.bar} style={{ width: `${rate * 100}%` }} />
            </span>
            <span className={classes.note}>
              {index > 0 && `${formatPercent(stepRate)} of the step before, ${formatCount(lost)} lost`}
              {index > 0 && median !== undefined && `, median ${formatDuration(median, 'ms')}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
