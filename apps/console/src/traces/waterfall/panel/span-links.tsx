import type { ReactNode } from 'react';
import type { Span, SpanDetails } from '../../../gen/api.js';
import { formatCount, formatDuration } from '../../../time/amounts.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { Fields, type RenderValue } from './fields.js';
import classes from './span-parts.module.css';

type RenderTraceLink = (traceId: string, spanId: string) => ReactNode;

/** The spans to which this one links. */
export function SpanLinks({
  span,
  renderValue,
  renderTraceLink,
}: {
  readonly span: Span;
  readonly renderValue: RenderValue;
  readonly renderTraceLink: RenderTraceLink;
}) {
  const dropped = span.dropped_links_count ?? 0;
  if (span.links.length === 0 && dropped === 0) return null;
  return (
    <div className={classes['part']}>
      <h3>Links</h3>
      <ul className={classes['items']}>
        {span.links.map((link, index) => (
          <li key={index} className={classes['item']}>
            {renderTraceLink(link.trace_id, link.span_id)}
            <Fields fields={link.attributes} dropped={link.dropped_attributes_count} renderValue={renderValue} />
          </li>
        ))}
      </ul>
      {dropped > 0 && <p className={classes['dropped']}>The SDK left out {formatCount(dropped)} links.</p>}
    </div>
  );
}

/** The spans that link to this one, such as the consumers of a message. */
export function LinkedBy({
  linkedBy,
  renderTraceLink,
}: {
  readonly linkedBy: SpanDetails['linked_by'];
  readonly renderTraceLink: RenderTraceLink;
}) {
  if (linkedBy === undefined || linkedBy.spans.length === 0) return null;
  return (
    <div className={classes['part']}>
      <h3>Linked by</h3>
      <ul className={classes['items']}>
        {linkedBy.spans.map(({ trace_id, span_id, name, service_name, duration_ms }) => (
          <li key={`${trace_id} ${span_id}`} className={classes['item']}>
            <p className={classes['line']}>
              <strong>
                <OutsideText text={name} />
              </strong>
              <span className={classes['muted']}>
                <OutsideText text={service_name} /> · {formatDuration(duration_ms, 'ms')}
              </span>
            </p>
            {renderTraceLink(trace_id, span_id)}
          </li>
        ))}
      </ul>
      {linkedBy.truncated && <p className={classes['dropped']}>There are more spans that link to this one.</p>}
    </div>
  );
}
