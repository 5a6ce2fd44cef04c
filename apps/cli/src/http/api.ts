import { EXIT, toExitCode, Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import type { ServerEvent } from '../runtime/server-event.js';
import { isObject, type Json } from '../runtime/values/json.js';
import { followEvents, type OpenStream } from './follow-events.js';
import { readRetryAfter, retryDelayMs } from './retry.js';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path relative to /api/v1, percent-encoded. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly body?: Json;
  /** A body of bytes instead, with headers of its own. */
  readonly upload?: { readonly bytes: Uint8Array<ArrayBuffer>; readonly headers: Readonly<Record<string, string>> };
  /** Replaces the timeout of the client. */
  readonly timeoutMs?: number;
  /** Whether the request is idempotent; only then is it retried. */
  readonly idempotent: boolean;
}

export interface Api {
  /** Returns the response, or undefined if it is empty (204). @throws Failure */
  send(request: ApiRequest): Promise<Json | undefined>;
  /** Yields the events of a stream and reconnects as often as necessary. @throws Failure */
  follow(request: ApiRequest): AsyncIterable<ServerEvent>;
}

/**
 * Returns the headers with the credential, or undefined without one. `renew` is true after a 401; the result is then undefined if
 * the credential cannot be renewed.
 */
export type Authorize = (renew: boolean) => Promise<Readonly<Record<string, string>> | undefined>;

export interface ApiOptions {
  readonly apiUrl: string;
  readonly authorize: Authorize;
  readonly io: Pick<Io, 'fetch' | 'sleep' | 'now' | 'random' | 'version'>;
  readonly timeoutMs?: number;
  /** Called before a lost stream is reopened. */
  readonly onReconnect?: (delayMs: number) => void;
  /** Called before a request is repeated. */
  readonly onRetry?: (status: number, delayMs: number) => void;
  /** Called once for a request that takes long. */
  readonly onSlow?: () => void;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const SLOW_MS = 5_000;

export function createApi({
  apiUrl,
  authorize,
  io,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  onReconnect,
  onRetry,
  onSlow,
}: ApiOptions): Api {
  return {
    async *follow(request) {
      const open: OpenStream = async (headers, signal) => {
        const response = await attempt(request, { accept: 'text/event-stream', ...headers }, () => signal);
        if (!response.ok) throw refusal(response, await readText(response));
        return response;
      };
      yield* followEvents(open, { io, timeoutMs, ...(onReconnect && { onReconnect }) });
    },
    async send(request) {
      for (let attempts = 1; ; attempts++) {
        const signal = () => AbortSignal.timeout(request.timeoutMs ?? timeoutMs);
        const { response, text } = await noticeSlowness(async () => {
          const answered = await attempt(request, { accept: 'application/json' }, signal);
          return { response: answered, text: await readText(answered) };
        });
        if (response.ok) return parseAnswer(response, text);
        const delayMs = request.idempotent
          ? retryDelayMs(response.status, response.headers.get('retry-after'), attempts, io.now(), io.random())
          : undefined;
        if (delayMs === undefined) throw refusal(response, text);
        onRetry?.(response.status, delayMs);
        await io.sleep(delayMs);
      }
    },
  };

  async function noticeSlowness<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = onSlow && setTimeout(onSlow, SLOW_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a request, and repeats it if the credential could be renewed: a request refused with 401 has had no effect. */
  async function attempt(
    request: ApiRequest,
    headers: Readonly<Record<string, string>>,
    signal: () => AbortSignal,
  ): Promise<Response> {
    const credential = await authorize(false);
    if (!credential) throw noCredential();
    const response = await attemptOnce(request, { ...headers, ...credential }, signal());
    const renewed = response.status === 401 ? await authorize(true) : undefined;
    if (!renewed) return response;
    await response.body?.cancel();
    return attemptOnce(request, { ...headers, ...renewed }, signal());
  }

  async function attemptOnce(
    request: ApiRequest,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const search = new URLSearchParams(
      request.query.map(([name, value]): [string, string] => [name, value]),
    ).toString();
    try {
      return await io.fetch(apiUrl + request.path + (search === '' ? '' : `?${search}`), {
        method: request.method,
        headers: {
          ...headers,
          'user-agent': userAgent(io.version),
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
          ...(request.upload && { 'content-type': 'application/octet-stream', ...request.upload.headers }),
        },
        ...(request.upload && { body: request.upload.bytes }),
        ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
        // fetch would send the header with the key to the host that a redirect names.
        redirect: 'manual',
        signal,
      });
    } catch (error) {
      throw unreachable(error, apiUrl, timeoutMs);
    }
  }

  async function readText(response: Response): Promise<string> {
    try {
      return await response.text();
    } catch (error) {
      throw unreachable(error, apiUrl, timeoutMs);
    }
  }
}

export function userAgent(version: string): string {
  return `svc/${version} (${process.platform}; ${process.arch}) node/${process.versions.node}`;
}

/** Explains why a request got no response. The message contains the configured address, but nothing of the request. */
export function unreachable(error: unknown, address: string, timeoutMs: number): Failure {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new Failure('timeout', `${address} did not respond within ${timeoutMs / 1000} s`);
  }
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  if (code.includes('UND_ERR_SOCKET')) {
    return new Failure('unreachable', `${address} closed the connection before the response was complete`);
  }
  // fetch refuses the ports of other protocols before it connects.
  if (cause instanceof Error && cause.message === 'bad port') {
    return new Failure('unreachable', `Cannot reach ${address}: the port is reserved for another protocol`);
  }
  return new Failure('unreachable', `Cannot reach ${address}${code}. Is the service running there?`);
}

export function noCredential(): Failure {
  const message = 'Not signed in: run `svc login`, or set SVC_API_KEY';
  return new Failure('unauthenticated', message, EXIT.unauthenticated);
}

function parseAnswer(response: Response, text: string): Json | undefined {
  if (response.status === 204 || text === '') return undefined;
  const answer = parseJson(text);
  if (answer !== undefined) return answer;
  throw new Failure('invalid_response', 'The response is not JSON: is the API address correct?', EXIT.failure, {
    status: response.status,
  });
}

function refusal(response: Response, text: string): Failure {
  const { status, headers } = response;
  const body = parseJson(text);
  const fields = isObject(body) ? body : {};
  const error = typeof fields['error'] === 'string' ? fields['error'] : 'http_error';
  const message = typeof fields['message'] === 'string' ? fields['message'] : `The API responded with status ${status}`;
  const retryAfter = readRetryAfter(headers.get('retry-after'));
  const requestId = headers.get('x-request-id');
  return new Failure(error, message, toExitCode(status), {
    status,
    ...(fields['details'] !== undefined && { details: fields['details'] }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(requestId !== null && { requestId }),
  });
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
