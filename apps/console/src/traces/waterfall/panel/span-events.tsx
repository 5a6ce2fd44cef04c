import type { Span } from '../../../gen/api.js';
import { formatCount, formatDuration } from '../../../time/amounts.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { Fields, type RenderValue } from './fields.js';
import { toEventOffset } from './span-facts.js';
import classes from './span-parts.module.css';

/** The events of a span, with their time after its start. */
export function SpanEvents({ span, renderValue }: { readonly span: Span; readonly renderValue: RenderValue }) {
  const dropped = span.dropped_events_count ?? 0;
  if (span.events.length === 0 && dropped === 0) return null;
  return (
    <div className={classes['part']}>
      <h3>Events</h3>
      <ol className={classes['items']}>
        {span.events.map((event, index) => {
          const offset = toEventOffset(span, event);
          return (
            <li key={index} className={classes['item']}>
              <p className={classes['line']}>
                <strong>
                  <OutsideText text={event.name} />
                </strong>
                {offset !== undefined && (
                  <span className={classes['muted']} title={event.timestamp}>
                    {offset >= 0 && '+'}
                    {formatDuration(offset)}
                  </span>
                )}
              </p>
              <Fields fields={event.attributes} dropped={event.dropped_attributes_count} renderValue={renderValue} />
            </li>
          );
        })}
      </ol>
      {dropped > 0 && <p className={classes['dropped']}>The SDK left out {formatCount(dropped)} events.</p>}
    </div>
  );
}
