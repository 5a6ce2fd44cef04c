import type { MessageInitShape } from '@bufbuild/protobuf';
import type { LogRecordSchema, LogsStreamEventSchema } from '@svc/contract';
import type { Attributes, LogEntry } from '@svc/otlp';
import { typedAttributes } from '@svc/reading/attributes';
import { fromMilliseconds, toTimestamp } from '@svc/reading/time';
import { toLogRecord } from '../log-record.message.js';
import type { TailEvent } from './tail-stream.js';

export async function* toStreamEvents(
  events: AsyncIterable<TailEvent>,
): AsyncGenerator<MessageInitShape<typeof LogsStreamEventSchema>> {
  for await (const event of events) yield toStreamEvent(event);
}

function toStreamEvent(event: TailEvent): MessageInitShape<typeof LogsStreamEventSchema> {
  switch (event.kind) {
    case 'log':
      return { id: event.id, event: { case: 'log', value: toLogMessage(event.entry) } };
    case 'heartbeat':
      return { id: event.id, event: { case: 'heartbeat', value: { at: toMoment(event.atMs) } } };
    case 'dropped': {
      const { count, sinceMs, gap } = event;
      const since = sinceMs === undefined ? {} : { since: toMoment(sinceMs) };
      return { event: { case: 'dropped', value: { count: BigInt(count), ...since, gap } } };
    }
  }
}

/** The record as a query returns it once it is stored. */
function toLogMessage(entry: LogEntry): MessageInitShape<typeof LogRecordSchema> {
  const resource = typedAttributes(toObject(entry.resource), entry.resource_types);
  return toLogRecord({ ...entry, attributes: toObject(entry.attributes) }, resource);
}

/** Own properties, whatever their names; the last value of a repeated key, as in the store's JSON. */
function toObject(attributes: Attributes): Record<string, string> {
  return Object.fromEntries(attributes);
}

const toMoment = (ms: number) => toTimestamp(fromMilliseconds(ms));
