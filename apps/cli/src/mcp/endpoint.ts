import { noCredential, unreachable, userAgent, type Authorize } from '../http/api.js';
import { Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { isObject, type JsonObject } from '../runtime/values/json.js';
import { readAnswer } from './answer.js';
import { notMcp, refusal, rejection } from './failures.js';

export type Headers = Readonly<Record<string, string>>;

export interface McpRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly headers: Headers;
}

export interface McpResult {
  readonly result: JsonObject;
  /** The session of an endpoint that has sessions; requests that follow name it. */
  readonly session: string | undefined;
}

/** An endpoint of the Model Context Protocol over Streamable HTTP. */
export interface McpEndpoint {
  readonly url: string;
  /** Sends a request and returns its result. @throws Failure that says why there is none. */
  request(request: McpRequest): Promise<McpResult>;
  /** Sends a message that has no response. @throws Failure if the endpoint does not accept it. */
  notify(method: string, headers: Headers): Promise<void>;
}

const TIMEOUT_MS = 10_000;

export function mcpEndpoint(url: string, authorize: Authorize, io: Pick<Io, 'fetch' | 'version'>): McpEndpoint {
  let requests = 0;

  async function post(message: JsonObject, headers: Headers): Promise<Response> {
    const credential = await authorize(false);
    if (!credential) throw noCredential();
    const response = await postOnce(message, { ...headers, ...credential });
    const renewed = response.status === 401 ? await authorize(true) : undefined;
    if (!renewed) return response;
    await response.body?.cancel();
    return postOnce(message, { ...headers, ...renewed });
  }

  async function postOnce(message: JsonObject, headers: Headers): Promise<Response> {
    try {
      return await io.fetch(url, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'user-agent': userAgent(io.version),
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        // fetch would send the credential to the host that a redirect names.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      throw unreachable(error, url, TIMEOUT_MS);
    }
  }

  async function read(response: Response, id: number): Promise<JsonObject | undefined> {
    return await readAnswer(response, id, url).catch((error: unknown) => {
      throw error instanceof Failure ? error : unreachable(error, url, TIMEOUT_MS);
    });
  }

  return {
    url,
    async request({ method, params, headers }) {
      const id = ++requests;
      const response = await post({ id, method, params }, headers);
      const answer = await read(response, id);
      const { result, error } = answer ?? {};
      if (isObject(error)) throw rejection(method, error, response.status);
      if (!response.ok) throw refusal(response, url, answer);
      if (isObject(result)) return { result, session: response.headers.get('mcp-session-id') ?? undefined };
      throw notMcp(url, 'the response to a request is no JSON-RPC response', response.status);
    },
    async notify(method, headers) {
      const response = await post({ method }, headers);
      if (!response.ok) throw refusal(response, url, await read(response, 0));
      await response.body?.cancel();
    },
  };
}
