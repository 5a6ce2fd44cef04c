import { createParser } from 'eventsource-parser';
import { isObject, type Json, type JsonObject } from '../runtime/values/json.js';
import { notMcp } from './failures.js';

/**
 * Reads the JSON-RPC response to a request: the body, or the message of an event stream that has the ID of the request; the rest of the
 * stream is not waited for. Undefined for a failed request whose body is something else.
 *
 * @throws Failure if a successful response is neither.
 */
export async function readAnswer(response: Response, id: number, url: string): Promise<JsonObject | undefined> {
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream' && response.ok) return await readStream(response, id, url);
  if (type !== 'application/json') {
    await response.body?.cancel();
    if (!response.ok) return undefined;
    const found = type === '' ? 'no Content-Type' : `the Content-Type ${type}`;
    throw notMcp(url, `it responded with ${found}, not with application/json or text/event-stream`, response.status);
  }
  const message = parse(await response.text());
  if (isObject(message) && message['jsonrpc'] === '2.0') return message;
  if (!response.ok) return undefined;
  throw notMcp(url, 'it responded with JSON that is not JSON-RPC 2.0', response.status);
}

async function readStream(response: Response, id: number, url: string): Promise<JsonObject> {
  const messages: Json[] = [];
  const parser = createParser({ onEvent: ({ data }) => messages.push(parse(data) ?? null) });
  const decoder = new TextDecoder();
  // Bodies are iterable in Node, but not in the types of the DOM. Leaving the loop cancels the stream.
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    const found = messages.splice(0).find((message) => isObject(message) && message['id'] === id);
    if (isObject(found)) return found;
  }
  throw notMcp(url, 'its event stream ended without a response to the request', response.status);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
