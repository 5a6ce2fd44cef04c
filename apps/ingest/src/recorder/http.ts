import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptsCoding, isCurrent, JSON_TYPE } from '@svc/http';
import type { Logger } from '@svc/observability';
import { notFound, ServiceError, toServiceError } from '@svc/service-error';
import { beginAnswer, beginRefusal } from '../http/answer.js';
import { CORS } from '../http/cors.js';
import { readRecorder, type RecorderFiles, type ServedFile } from './files.js';

/** The loader, the package for bundlers, and below the same folder the recording of a version: `0.1.0-1f3a5c7e/record.js`. */
const FOLDER = '/replay/v1/';
const LOADER = 'recorder.js';
const PACKAGE = 'recorder.tgz';
const RECORDING = /^([\w.+-]+)\/record\.js$/;

/** Pages get the loader of a new release after at most this time, in seconds. */
const LOADER_SECONDS = 60;
const CACHE = {
  loader: `public, max-age=${LOADER_SECONDS}`,
  recording: 'public, max-age=31536000, immutable',
} as const;

/** Whether a path belongs to the recorder that pages load. */
export function isRecorderPath(path: string): boolean {
  return path.startsWith(FOLDER);
}

/**
 * Serves the recorder to pages of any origin. It is public, because it contains nothing of this installation.
 *
 * @param logger gets failures of the service, such as files that cannot be read.
 */
export function recorderHttpHandler(logger?: Pick<Logger, 'error'>, read = readRecorder) {
  let files: Promise<RecorderFiles> | undefined;
  const find = async (path: string): Promise<{ readonly file: ServedFile; readonly cache: string }> => {
    files ??= read().catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    const { version, loader, recording, package: archive } = await files;
    const name = path.slice(FOLDER.length);
    if (name === LOADER) return { file: loader, cache: CACHE.loader };
    if (name === PACKAGE) return { file: archive, cache: CACHE.loader };
    if (RECORDING.exec(name)?.[1] === version) return { file: recording, cache: CACHE.recording };
    throw notFound();
  };
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const requestId = beginAnswer(request, response);
    response.setHeaders(new Map(Object.entries({ ...CORS, 'cross-origin-resource-policy': 'cross-origin' })));
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') throw new ServiceError('method_not_allowed');
      const { file, cache } = await find(path);
      send(request, response, file, cache);
    } catch (cause) {
      const error = toServiceError(cause);
      if (error.httpStatus >= 500) logger?.error({ err: error, cause: error.cause, requestId }, 'recorder not served');
      beginRefusal(request, response, error);
      if (error.code === 'method_not_allowed') response.setHeader('allow', 'GET, HEAD');
      response.writeHead(error.httpStatus, { 'content-type': JSON_TYPE }).end(JSON.stringify(error.toBody()));
    }
  };
}

function send(request: IncomingMessage, response: ServerResponse, file: ServedFile, cache: string): void {
  const headers = { 'cache-control': cache, etag: `W/"${file.etag}"`, vary: 'accept-encoding' };
  if (isCurrent(request.headers['if-none-match'], file.etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const compressed = acceptsCoding(request.headers['accept-encoding'], 'gzip') ? file.compressed : undefined;
  const body = compressed ?? file.content;
  response
    .writeHead(200, {
      ...headers,
      'content-type': file.type,
      'content-length': body.length,
      ...(compressed && { 'content-encoding': 'gzip' }),
    })
    .end(body);
}
