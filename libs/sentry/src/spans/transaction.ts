import { AttributeList, isJsonObject, type JsonObject } from '@svc/otlp/wire';
import { addBreadcrumbs } from '../events/breadcrumbs.js';
import { addContext } from '../events/context.js';
import type { Output } from '../fields/output.js';
import { toEventId, toFields, toItems, toText } from '../fields/read-fields.js';
import { eventResource } from '../fields/resource.js';
import { toTraceState } from './sampling.js';
import { addChildSpan, addData, addMeasurements, getter, readPlace, writeSpan } from './span.js';

/** Adds a transaction: its trace context is the root, and the members of `spans` are inside of it. */
export function addTransaction(transaction: JsonObject, header: JsonObject, output: Output): void {
  const { budget } = output;
  budget.take();
  const trace = toFields(toFields(transaction['contexts'])['trace']);
  const source = { resource: eventResource(transaction, header, budget), traceState: toTraceState(header) };
  const place = readPlace(
    { ...trace, start_timestamp: transaction['start_timestamp'] ?? null },
    transaction['timestamp'],
    output,
  );
  if (place) {
    const list = new AttributeList(budget);
    const data = toFields(trace['data']);
    addData(list, data);
    list.add('sentry.event_id', toEventId(header['event_id']) ?? toEventId(transaction['event_id']));
    list.add('sentry.origin', toText(trace['origin']));
    list.add('sentry.span.source', toText(toFields(transaction['transaction_info'])['source']));
    list.add('sentry.exclusive_time', trace['exclusive_time']);
    addMeasurements(list, transaction['measurements']);
    addContext(list, transaction, output);
    addBreadcrumbs(list, transaction['breadcrumbs'], output);
    const get = getter(data);
    const operation = toText(trace['op']) ?? toText(get('sentry.op')) ?? 'default';
    const name = toText(transaction['transaction']) ?? toText(trace['description']) ?? operation;
    const status = toText(trace['status']) ?? '';
    writeSpan(
      output,
      source,
      { ...place, operation, name, status, kind: get('otel.kind'), links: trace['links'], get },
      list,
    );
  }
  for (const span of toItems(transaction['spans'])) {
    if (isJsonObject(span)) addChildSpan({ trace_id: trace['trace_id'] ?? null, ...span }, source, output);
    else output.drop('invalid_span');
  }
}
