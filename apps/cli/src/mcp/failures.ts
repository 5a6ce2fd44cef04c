import { readRetryAfter } from '../http/retry.js';
import { EXIT, Failure, toExitCode } from '../runtime/failure.js';
import { isObject, plainText, type JsonObject } from '../runtime/values/json.js';

/** JSON-RPC error of 2026-07-28 for a revision that the server does not support; its data name those that it does. */
const UNSUPPORTED_VERSION = -32022;

/** The failure for a successful response that is none of the protocol. */
export function notMcp(url: string, reason: string, status: number): Failure {
  return new Failure('not_mcp', `${url} is not an MCP endpoint: ${reason}`, EXIT.failure, { status });
}

/** The failure for a status without a JSON-RPC error. */
export function refusal({ status, headers }: Response, url: string): Failure {
  const retryAfter = readRetryAfter(headers.get('retry-after'));
  const facts = { status, ...(retryAfter !== undefined && { retryAfter }) };
  if (status === 404 || status === 405)
    return new Failure('mcp_not_served', `The service does not serve MCP at ${url}`, EXIT.notFound, facts);
  const [error, reason] = describe(status);
  return new Failure(error, `${url} ${reason} (status ${status})`, toExitCode(status), facts);
}

function describe(status: number): readonly [error: string, reason: string] {
  if (status === 401) return ['unauthenticated', 'refused the credential'];
  if (status === 403) return ['permission_denied', 'refused the request of this credential'];
  return ['http_error', status < 400 ? 'responded with a redirect, which is not followed' : 'failed'];
}

/** The failure for a JSON-RPC error. */
export function rejection(method: string, { code, message, data }: JsonObject, status: number): Failure {
  const supported = isObject(data) ? plainText(data['supported']) : '';
  const isOfRevision = code === UNSUPPORTED_VERSION && supported !== '';
  const reason = isOfRevision
    ? `the server supports other revisions of MCP: ${supported}`
    : `${plainText(message)} (code ${plainText(code)})`;
  const exitCode = status === 401 || status === 403 ? toExitCode(status) : EXIT.failure;
  return new Failure('mcp_error', `${method} was refused: ${reason}`, exitCode, { status });
}
