import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiError } from './api-error.js';
import { send, type Input, type Route } from './call.js';

export interface StreamOptions {
  readonly project: string | undefined;
  readonly signal: AbortSignal;
  /** ID of the last event that was received, after which the stream continues. */
  readonly lastEventId?: string | undefined;
}

/**
 * Reads server-sent events until the connection ends or the signal aborts. Unlike the built-in EventSource it knows the status and the
 * error of a response that is no stream.
 *
 * @throws ApiError if the request is refused or cannot be sent, and the error of the network if the connection breaks.
 */
export async function readStream<R extends Route>(
  route: R,
  input: Input<R>,
  { project, signal, lastEventId }: StreamOptions,
  onEvent: (event: EventSourceMessage) => void,
): Promise<void> {
  const headers = { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) };
  const response = await send(route, input, { project, signal, headers });
  // A proxy may answer with a page of its own.
  if (!response.body || response.headers.get('content-type')?.startsWith('text/event-stream') !== true)
    throw new ApiError(0, 'unreachable', 'The answer was no stream of events.');
  const parser = createParser({ onEvent });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
  }
}
