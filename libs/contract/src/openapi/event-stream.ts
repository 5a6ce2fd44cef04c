import type { DescMessage } from '@bufbuild/protobuf';
import type { Node, Schemas } from './schema.js';

/** Events that every stream can send besides its own. */
export const STREAM_SCHEMAS: Node = {
  StreamEnd: {
    type: 'object',
    description: 'The last event of a stream that the service closes.',
    properties: {
      reason: {
        type: 'string',
        enum: ['completed', 'max_duration', 'key_revoked', 'server_shutdown', 'error'],
        description:
          'Reason for the end: completed if everything was sent. A client may reconnect, except after completed and key_revoked.',
      },
      retry_ms: { type: 'integer', description: 'Milliseconds to wait before reconnecting.' },
    },
    required: ['reason', 'retry_ms'],
  },
};

export const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'ID of the last received event; the stream continues after it. Takes precedence over `resume`.',
  schema: { type: 'string' },
};

/**
 * Describes a stream of server-sent events. OpenAPI cannot describe its content, so `x-events` names the schema of the data of
 * each event.
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
