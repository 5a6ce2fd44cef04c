import type { Context, Family, LocalCommand } from '../../command/command.js';
import { createApi } from '../../http/api.js';
import { noteRetry, noteSlowness } from '../../print/event.js';
import { oneLine } from '../../print/layout/sanitize.js';
import { EXIT, Failure } from '../../runtime/failure.js';
import { isObject, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import { findIngestion } from '../../session/ingestion.js';

const event: LocalCommand = {
  words: ['send', 'event'],
  summary: 'Send one product event',
  description:
    "Prints the service's verdict; a rejected event is a failure with the code of the verdict. The event is sent with a " +
    'message ID, so retries after a temporary failure count once.',
  examples: [`svc send event "Order Completed" --distinct-id u-42 --properties '{"total":99.5}'`],
  arguments: [{ name: 'event-name', description: 'name of the event' }],
  flags: [
    { name: 'distinct-id', kind: 'string', required: true, description: 'distinct ID of the person' },
    {
      name: 'properties',
      kind: 'string',
      format: 'json_object',
      description: 'properties of the event: a JSON object',
    },
    { name: 'session-id', kind: 'string', description: 'ID of the session' },
  ],
  run: sendEvent,
};

/** The flags are text and JSON. */
type Values = Readonly<Record<string, Json | undefined>>;

async function sendEvent(context: Context): Promise<void> {
  const { project } = context.settings();
  const { url, authorize } = await findIngestion(context.settings(), context.io);
  const { 'distinct-id': distinctId, 'session-id': sessionId, properties } = context.flags.values as Values;
  const captured: JsonObject = {
    event: context.arguments['event-name'] ?? '',
    distinct_id: distinctId ?? '',
    message_id: crypto.randomUUID(),
    timestamp: new Date(context.io.now()).toISOString(),
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(properties !== undefined && { properties }),
  };
  const answer = await createApi({
    apiUrl: url,
    authorize,
    io: context.io,
    onRetry: (status, delayMs) => noteRetry(status, delayMs, context.io),
    onSlow: () => noteSlowness(context.io),
  }).send({
    method: 'POST',
    path: '/api/v1/capture',
    query: project === undefined ? [] : [['project_id', project]],
    body: { events: [captured] },
    idempotent: true,
  });
  const verdict = firstError(answer);
  if (verdict) throw verdict;
  const sentence = `Sent the event ${plainText(captured['event'])} of ${plainText(captured['distinct_id'])}.`;
  await context.print(answer ?? {}, { kind: 'text', print: () => `${oneLine(sentence)}\n` });
}

function firstError(answer: Json | undefined): Failure | undefined {
  const errors = isObject(answer) ? answer['errors'] : undefined;
  const [error] = Array.isArray(errors) ? (errors as readonly Json[]) : [];
  if (!isObject(error)) return undefined;
  const requestId = isObject(answer) && typeof answer['request_id'] === 'string' ? answer['request_id'] : undefined;
  const [code, message] = [error['code'], error['message']].map(String);
  return new Failure(code ?? 'rejected', message ?? 'The event was rejected', EXIT.failure, {
    status: 200,
    ...(requestId !== undefined && { requestId }),
  });
}

export const SEND: Family = { groups: { send: 'Send product events' }, commands: [event] };
