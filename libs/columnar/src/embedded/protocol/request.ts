import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createGunzip, type Gunzip } from 'node:zlib';
import { refusals } from '../engine/engine-failure.js';
import { LANE_NAMES, type LaneName } from './lanes.js';
import { readMultipart } from './multipart.js';

/** Header that selects the lane. A real server ignores it. */
export const LANE_HEADER = 'x-svc-lane';
/** Header with the number of the project that a statement belongs to, absent if it belongs to none. A real server ignores it. */
export const PROJECT_HEADER = 'x-svc-project-number';
/** Header that names a file of the spool which holds an INSERT's rows, instead of a body. It is never sent to a real server. */
export const ROWS_HEADER = 'x-svc-rows';

/** Header of a request for the name of a file with the result, and of the response that has the name. It is never sent to a real server. */
export const RESULT_FILE_HEADER = 'x-svc-result-file';

/** A request of the ClickHouse HTTP interface, before its statement is read. */
export interface StatementRequest {
  readonly queryId: string;
  readonly lane: LaneName;
  readonly project: string | undefined;
  readonly database: string | undefined;
  readonly settings: Map<string, string>;
  readonly parameters: Map<string, string>;
  /** The statement if it is in the URL; otherwise it is the start of the body. */
  readonly queryInUrl: string | undefined;
  readonly defaultFormat: string | undefined;
  /** The file with the rows, if they do not follow the statement. */
  readonly rowsFile: string | undefined;
  /** Whether the client reads the result from a file. */
  readonly wantsFile: boolean;
  /** Delays the status until the result is complete, as long as it fits the buffer. */
  readonly waitsForEnd: boolean;
  readonly acceptsGzip: boolean;
}

/** URL fields of the interface that are not settings of a statement. */
const NOT_SETTINGS = new Set([
  ...['query', 'query_id', 'database', 'default_format', 'session_id', 'session_timeout', 'session_check', 'role'],
  ...['user', 'password', 'quota_key', 'wait_end_of_query', 'buffer_size', 'compress', 'decompress', 'stacktrace'],
  ...['enable_http_compression', 'http_zlib_compression_level', 'send_progress_in_http_headers'],
  ...[
    'http_headers_progress_interval_ms',
    'http_write_exception_in_output_format',
    'cancel_http_readonly_queries_on_client_close',
  ],
]);

const PARAMETER_PREFIX = 'param_';

export function readRequest(request: IncomingMessage, newQueryId: () => string): StatementRequest {
  const fields = new URL(request.url ?? '/', 'http://engine').searchParams;
  const settings = new Map<string, string>();
  const parameters = new Map<string, string>();
  for (const [name, value] of fields) {
    if (name.startsWith(PARAMETER_PREFIX)) parameters.set(name.slice(PARAMETER_PREFIX.length), value);
    else if (!NOT_SETTINGS.has(name)) settings.set(name, value);
  }
  const laneName = request.headers[LANE_HEADER] ?? 'interactive';
  const lane = LANE_NAMES.find((name) => name === laneName);
  if (lane === undefined) throw refusals.badArguments('Unknown lane');
  const project = request.headers[PROJECT_HEADER];
  const acceptsGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const format = request.headers['x-clickhouse-format'];
  const rowsFile = request.headers[ROWS_HEADER];
  return {
    queryId: fields.get('query_id') ?? newQueryId(),
    lane,
    project: typeof project === 'string' ? project : undefined,
    database: fields.get('database') ?? undefined,
    settings,
    parameters,
    queryInUrl: fields.get('query') ?? undefined,
    defaultFormat: fields.get('default_format') ?? (typeof format === 'string' ? format : undefined),
    rowsFile: typeof rowsFile === 'string' ? rowsFile : undefined,
    wantsFile: request.headers[RESULT_FILE_HEADER] !== undefined,
    waitsForEnd: fields.get('wait_end_of_query') === '1',
    acceptsGzip: acceptsGzip && fields.get('enable_http_compression') === '1',
  };
}

/** Compares the password of HTTP basic authentication with the token, in constant time. */
export function isAuthorized(request: IncomingMessage, token: string): boolean {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  if (scheme !== 'Basic') return false;
  const decoded = Buffer.from(credentials, 'base64').toString();
  const given = Buffer.from(decoded.slice(decoded.indexOf(':') + 1));
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Creates the decompressor for the Content-Encoding of the body. */
export function bodyDecoder(request: IncomingMessage): Gunzip | undefined {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return undefined;
  if (encoding === 'gzip') return createGunzip();
  throw refusals.badArguments('The content encoding is not supported');
}

/** Reads a body that contains a statement; the parts of a multipart body are added to the request. */
export async function readStatementBody(
  request: IncomingMessage,
  into: StatementRequest,
  maxBytes: number,
): Promise<Buffer> {
  const decoder = bodyDecoder(request);
  const source = decoder ? request.pipe(decoder) : request;
  if (decoder) request.once('error', (error) => decoder.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw refusals.tooLarge();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const boundary = /^multipart\/form-data;\s*boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return body;
  const parts = readMultipart(body, boundary);
  for (const [name, value] of parts) {
    if (name.startsWith(PARAMETER_PREFIX)) into.parameters.set(name.slice(PARAMETER_PREFIX.length), value.toString());
  }
  return parts.get('query') ?? Buffer.alloc(0);
}
