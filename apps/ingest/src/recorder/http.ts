import type { IncomingMessage, ServerResponse } from 'node:http';
import { isCurrent, JSON_TYPE } from '@svc/http';
import { notFound, ServiceError, toServiceError } from '@svc/service-error';
import { beginAnswer, beginRefusal } from '../http/answer.js';
import { CORS } from '../http/cors.js';
import { readRecorder, type RecorderFiles, type ServedScript } from './files.js';

/** The loader, and below the same folder the recording of a version: `0.1.0-1f3a5c7e/record.js`. */
const FOLDER = '/replay/v1/';
const LOADER = 'recorder.js';
const RECORDING = /^([\w.+-]+)\/record\.js$/;

/** Pages load the loader of a new release after at most this time, in seconds. */
const LOADER_SECONDS = 60;
const CACHE = {
  loader: `public, max-age=${LOADER_SECONDS}`,
  recording: 'public, max-age=31536000, immutable',
} as const;

/** Whether a path belongs to the recorder that pages load. */
export function isRecorderPath(path: string): boolean {
  return path.startsWith(FOLDER);
}

/** Serves the recorder to pages of any origin. It is public, because it contains nothing of this installation. */
export function recorderHttpHandler() {
  let files: Promise<RecorderFiles> | undefined;
  const find = async (path: string): Promise<{ readonly script: ServedScript; readonly cache: string }> => {
    files ??= readRecorder().catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    const { version, loader, recording } = await files;
    const name = path.slice(FOLDER.length);
    if (name === LOADER) return { script: loader, cache: CACHE.loader };
    if (RECORDING.exec(name)?.[1] === version) return { script: recording, cache: CACHE.recording };
    throw notFound();
  };
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    beginAnswer(request, response);
    response.setHeaders(new Map(Object.entries({ ...CORS, 'cross-origin-resource-policy': 'cross-origin' })));
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') throw new ServiceError('method_not_allowed');
      const { script, cache } = await find(path);
      send(request, response, script, cache);
    } catch (cause) {
      const error = toServiceError(cause);
      beginRefusal(request, response, error);
      if (error.code === 'method_not_allowed') response.setHeader('allow', 'GET, HEAD');
      response.writeHead(error.httpStatus, { 'content-type': JSON_TYPE }).end(JSON.stringify(error.toBody()));
    }
  };
}

function send(request: IncomingMessage, response: ServerResponse, script: ServedScript, cache: string): void {
  const headers = { 'cache-control': cache, etag: `W/"${script.etag}"`, vary: 'accept-encoding' };
  if (isCurrent(request.headers['if-none-match'], script.etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const isCompressed = takesGzip(request.headers['accept-encoding']);
  const body = isCompressed ? script.compressed : script.content;
  response
    .writeHead(200, {
      ...headers,
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': body.length,
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    })
    .end(body);
}

/** Browsers name gzip without a weight; a client that gives it the weight 0 refuses it. */
function takesGzip(accepted: string | string[] | undefined): boolean {
  return /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(String(accepted ?? ''));
}
