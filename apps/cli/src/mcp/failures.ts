import { readRetryAfter } from '../http/retry.js';
import { oneLine } from '../print/layout/sanitize.js';
import { EXIT, Failure, toExitCode } from '../runtime/failure.js';
import { isObject, plainText, type Json, type JsonObject } from '../runtime/values/json.js';

/** The error for a path that the service does not have, or that takes no POST. */
export const NOT_SERVED = 'mcp_not_served';

/** JSON-RPC error of 2026-07-28 for a revision that the server does not support; its data name those that it does. */
const UNSUPPORTED_VERSION = -32022;

/** The failure for a successful response that is none of the protocol. */
export function notMcp(url: string, reason: string, status: number): Failure {
  return new Failure('not_mcp', `${url} is not an MCP endpoint: ${reason}`, EXIT.failure, { status });
}

/**
 * The failure for a status without a JSON-RPC error.
 *
 * @param answer the JSON object of the body, if it is one: the service explains a refusal as REST does, in `message`.
 */
export function refusal({ status, headers }: Response, url: string, answer?: JsonObject): Failure {
  const retryAfter = readRetryAfter(headers.get('retry-after'));
  const facts = { status, ...(retryAfter !== undefined && { retryAfter }) };
  if (status === 404 || status === 405)
    return new Failure(NOT_SERVED, `The service does not serve MCP at ${url}`, EXIT.notFound, facts);
  const [error, reason] = describe(status);
  const said = shorten(answer?.['message']);
  const explained = said === '' ? reason : `${reason}: ${said}`;
  return new Failure(error, `${url} ${explained} (status ${status})`, toExitCode(status), facts);
}

function describe(status: number): readonly [error: string, reason: string] {
  if (status === 401) return ['unauthenticated', 'refused the credential'];
  if (status === 403) return ['permission_denied', 'refused the request'];
  return ['http_error', status < 400 ? 'responded with a redirect, which is not followed' : 'failed'];
}

/** The most characters that are repeated of what a server says; any program may answer at the address. */
const MAX_SAID = 300;

function shorten(text: Json | undefined): string {
  const said = typeof text === 'string' ? oneLine(text).trim() : '';
  return said.length > MAX_SAID ? `${said.slice(0, MAX_SAID)}…` : said;
}

/** The failure for a JSON-RPC error. */
export function rejection(method: string, { code, message, data }: JsonObject, status: number): Failure {
  const supported = isObject(data) ? shorten(plainText(data['supported'])) : '';
  const isOfRevision = code === UNSUPPORTED_VERSION && supported !== '';
  const reason = isOfRevision
    ? `the server supports other revisions of MCP: ${supported}`
    : `${shorten(message)} (code ${shorten(plainText(code))})`;
  const exitCode = status === 401 || status === 403 ? toExitCode(status) : EXIT.failure;
  return new Failure('mcp_error', `${method} was refused: ${reason}`, exitCode, { status });
}
