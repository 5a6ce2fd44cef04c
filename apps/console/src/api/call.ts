import type { Operations } from '../gen/api.js';
import { ApiError, toApiError } from './api-error.js';
import { formatExact, parseExact } from './parse-exact.js';

/** Method and path of an operation, such as `GET /logs`. */
export type Route = keyof Operations;
export type Answer<R extends Route> = Operations[R]['answer'];

type Part<R extends Route, Name extends 'path' | 'query' | 'body'> = [Operations[R][Name]] extends [never]
  ? { readonly [name in Name]?: undefined }
  : object extends Operations[R][Name]
    ? { readonly [name in Name]?: Operations[R][Name] | undefined }
    : { readonly [name in Name]: Operations[R][Name] };

/** The parameters of an operation. */
export type Input<R extends Route> = Part<R, 'path'> & Part<R, 'query'> & Part<R, 'body'>;

export interface CallOptions {
  /** Slug or ID of the project; absent for operations of the organization. */
  readonly project?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The form of a slug or an ID. */
const PROJECT = /^[\w-]{1,64}$/;

/**
 * Calls an operation of the public interface as the user who is signed in.
 *
 * @throws ApiError for every response that is no success, and with the status 0 when none arrives.
 */
export async function call<R extends Route>(route: R, input: Input<R>, options: CallOptions = {}): Promise<Answer<R>> {
  const response = await send(route, input, options);
  if (response.status === 204) return undefined;
  return parseExact(await readText(response));
}

/** Sends the request of an operation; the body of a response that is a success is not read yet. */
export async function send<R extends Route>(route: R, input: Input<R>, options: CallOptions = {}): Promise<Response> {
  const { method, url, body } = toRequest(route, input);
  const headers = new Headers(options.headers);
  if (options.project !== undefined) {
    if (!PROJECT.test(options.project)) throw notFound('There is no such project.');
    headers.set('x-svc-project', options.project);
  }
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (method !== 'GET') headers.set('x-csrf-token', readCsrfToken());
  let response: Response;
  try {
    response = await fetch(url, { method, headers, body: body ?? null, signal: options.signal ?? null });
  } catch (error) {
    throw toUnreachable(error);
  }
  if (response.ok) return response;
  throw await toApiError(response);
}

/**
 * The token that proves that a change was requested by a page of this origin, from a cookie that scripts may read; empty if there is no
 * session. It differs from session to session.
 */
export function readCsrfToken(): string {
  // Cookies of both names can exist, because they know neither scheme nor port.
  const name = window.location.protocol === 'https:' ? '__Host-svc_csrf' : 'svc_csrf';
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) ?? '';
}

/** The request of an operation, also for copies of it in other forms. */
export function toRequest<R extends Route>(
  route: R,
  { path, query, body }: Input<R>,
): { readonly method: string; readonly url: string; readonly body: string | undefined } {
  const [method = '', template = ''] = route.split(' ');
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    toSegment(String((path as Readonly<Record<string, unknown>> | undefined)?.[name])),
  );
  const search = toSearch(query ?? {});
  return {
    method,
    url: `/api/v1${filled}${search === '' ? '' : `?${search}`}`,
    body: body === undefined ? undefined : formatExact(body),
  };
}

type Parameter = string | number | boolean | undefined;

function toSearch(query: Readonly<Record<string, Parameter | readonly Parameter[]>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== '') search.append(name, String(item));
  }
  return search.toString();
}

/** Browsers resolve dots in paths, encoded or not, so such a name would lead to another operation. */
function toSegment(name: string): string {
  if (/^\.{0,2}$/.test(name)) throw notFound('Nothing can be read under this name.');
  return encodeURIComponent(name);
}

function notFound(message: string): ApiError {
  return new ApiError(404, 'not_found', message);
}

/** A response whose connection breaks in the middle failed as one that never began. */
async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw toUnreachable(error);
  }
}

function toUnreachable(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new ApiError(0, 'unreachable', 'The service did not answer. It may be restarting, or the network is down.');
}
