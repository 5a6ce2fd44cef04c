import type { ReactNode } from 'react';
import type { SpanDetails } from '../../gen/api.js';
import { useKeys } from '../../keys/use-keys.js';
import { formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Fields, type RenderValue } from './panel/fields.js';
import { SpanEvents } from './panel/span-events.js';
import { toDuration } from './panel/span-facts.js';
import { LinkedBy, SpanLinks } from './panel/span-links.js';
import classes from './span-panel.module.css';

/** Everything about one span: times, attributes, events, links and the resource that sent it. */
export function SpanPanel({
  details,
  renderValue,
  renderTraceLink,
  onClose,
}: {
  /** The answer of `GET /traces/{trace_id}/spans/{span_id}`. */
  readonly details: SpanDetails;
  /** Shows a value with its actions. Fields are named as queries name them, such as `http.method`. */
  readonly renderValue: RenderValue;
  /** Shows a link to a span of this or another trace. */
  readonly renderTraceLink: (traceId: string, spanId: string) => ReactNode;
  readonly onClose: () => void;
}) {
  useKeys('Span', [{ keys: 'escape', label: 'Close the span', run: onClose }]);
  const { span } = details;
  if (span === undefined) return null;
  const repeated = details.same_id_count ?? 0;
  return (
    <section className={classes['panel']} aria-label="Span">
      <header className={classes['head']}>
        <h2 className={classes['title']}>
          <OutsideText text={span.name} />
        </h2>
        <Button kind="quiet" icon="close" aria-label="Close the span" shortcut="Escape" onClick={onClose} />
      </header>
      {repeated > 0 && (
        <p className={classes['warning']}>
          {repeated === 1 ? 'Another span' : `${repeated} other spans`} of this trace {repeated === 1 ? 'has' : 'have'}{' '}
          this ID. This is the one that started first.
        </p>
      )}
      {span.status === 'error' && (
        <p className={classes['error']}>
          <strong>Error</strong> {span.status_message !== '' && <OutsideText text={span.status_message} />}
        </p>
      )}
      <dl>
        <Fact name="Service">{renderValue('service', span.service_name)}</Fact>
        <Fact name="Duration">{formatDuration(toDuration(span), 'ns')}</Fact>
        <Fact name="Start">{span.start_time && <TimeText at={span.start_time} precision="full" />}</Fact>
        <Fact name="End">{span.end_time && <TimeText at={span.end_time} precision="full" />}</Fact>
        <Fact name="Kind">{span.kind}</Fact>
        <Fact name="Status">{span.status}</Fact>
        <Fact name="Environment">{span.environment !== '' && renderValue('environment', span.environment)}</Fact>
        <Fact name="Release">{span.release !== '' && renderValue('release', span.release)}</Fact>
        <Fact name="Span ID">{renderValue('span_id', span.span_id)}</Fact>
        <Fact name="Parent">{span.parent_span_id && renderTraceLink(details.trace_id, span.parent_span_id)}</Fact>
        <Fact name="Scope">
          {span.scope_name !== '' && <OutsideText text={`${span.scope_name} ${span.scope_version}`.trimEnd()} />}
        </Fact>
        <Fact name="Trace state">{span.trace_state !== '' && <OutsideText text={span.trace_state} />}</Fact>
        <Fact name="Person">{span.distinct_id && renderValue('distinct_id', span.distinct_id)}</Fact>
        <Fact name="Session">{span.session_id && renderValue('session_id', span.session_id)}</Fact>
      </dl>
      <Fields
        title="Attributes"
        fields={span.attributes}
        dropped={span.dropped_attributes_count}
        renderValue={renderValue}
      />
      <SpanEvents span={span} renderValue={renderValue} />
      <SpanLinks span={span} renderValue={renderValue} renderTraceLink={renderTraceLink} />
      <LinkedBy linkedBy={details.linked_by} renderTraceLink={renderTraceLink} />
      <Fields title="Resource" fields={span.resource} renderValue={renderValue} />
    </section>
  );
}

/** A row of the facts; absent without a value. */
function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === undefined || children === false || children === '') return null;
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
