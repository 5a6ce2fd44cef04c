import { createParser } from 'eventsource-parser';
import { isObject, type Json, type JsonObject } from '../runtime/values/json.js';
import { notMcp } from './failures.js';

/**
 * Reads the JSON-RPC response to a request: the body, or the message of an event stream that has the ID of the request; the rest of the
 * stream is not waited for. For a failed request also any other JSON object, which may say why; undefined if its body is none.
 *
 * @throws Failure if a successful response is neither, or a body has more than 16 MB.
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
  const message = parse(await readText(response, url));
  if (isObject(message) && (message['jsonrpc'] === '2.0' || !response.ok)) return message;
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

/** A page of tools has some 100 KB; a larger body would only fill the memory. */
const MAX_BYTES = 16_000_000;

async function readText(response: Response, url: string): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw notMcp(url, 'its response is longer than 16 MB', response.status);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
