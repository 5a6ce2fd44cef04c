import type { IncomingMessage, ServerResponse } from 'node:http';
import { JSON_TYPE } from '@svc/http';
import type { Logger } from '@svc/observability';
import { ServiceError, toServiceError } from '@svc/service-error';
import { beginAnswer, beginRefusal } from './answer.js';
import { CORS, PREFLIGHT } from './cors.js';

export interface PostOptions {
  readonly logger: Logger;
  /** The message that is logged when the service itself fails. */
  readonly failure: string;
  /** The methods beside OPTIONS; only POST by default. */
  readonly methods?: readonly string[];
  /** Called with `accepted`, `partial` or the code of the refusal. */
  readonly end?: (outcome: string) => void;
}

export interface PostAnswer {
  /** JSON; a text has the type among its headers. */
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** 200 by default. */
  readonly status?: number;
  /** What is measured; `accepted` by default. */
  readonly outcome?: string;
}

/** Answers a request of a page of any origin: its preflight, its POST, and every refusal with the reason as JSON. */
export async function answerPost(
  request: IncomingMessage,
  response: ServerResponse,
  { logger, failure, end, methods = ['POST'] }: PostOptions,
  accept: (requestId: string) => Promise<PostAnswer>,
): Promise<void> {
  const requestId = beginAnswer(request, response);
  try {
    if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end();
    if (!methods.includes(request.method ?? '')) throw new ServiceError('method_not_allowed');
    const { body, headers, status = 200, outcome = 'accepted' } = await accept(requestId);
    end?.(outcome);
    send(response, status, body, headers);
  } catch (cause) {
    const error = toServiceError(cause);
    end?.(error.code);
    if (error.httpStatus >= 500) logger.error({ err: error, cause: error.cause, requestId }, failure);
    beginRefusal(request, response, error);
    if (error.code === 'method_not_allowed') response.setHeader('allow', [...methods, 'OPTIONS'].join(', '));
    send(response, error.httpStatus, error.toBody());
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...CORS, 'content-type': JSON_TYPE, ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
