import type { DescMessage } from '@bufbuild/protobuf';
import type { Node, Schemas } from './schema.js';

/** What every stream may send besides its own events. */
export const STREAM_SCHEMAS: Node = {
  StreamEnd: {
    type: 'object',
    description: 'The last event of a stream that the service ends.',
    properties: {
      reason: {
        type: 'string',
        enum: ['max_duration', 'key_revoked', 'server_shutdown', 'error'],
        description: 'Why it ends. After key_revoked, coming back is refused; after any other it is welcome.',
      },
      retry_ms: { type: 'integer', description: 'Milliseconds after which to come back.' },
    },
    required: ['reason', 'retry_ms'],
  },
};

export const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The id of the last event that was received; the stream continues behind it. Counts more than `resume`.',
  schema: { type: 'string' },
};

/**
 * A stream of server-sent events. The document has no word for what is inside one, so `x-events` names the schema of each event's
 * data by the event's name.
 */
export function eventStream(output: DescMessage, schemas: Schemas): Node {
  const events = (output.oneofs[0]?.fields ?? []).flatMap(({ name, message }) =>
    message ? [[name, schemas.reference(message, 'answer')] as const] : [],
  );
  return {
    content: {
      'text/event-stream': {
        schema: { type: 'string' },
        'x-events': { ...Object.fromEntries(events), end: { $ref: '#/components/schemas/StreamEnd' } },
      },
    },
  };
}
