import { AsyncLocalStorage } from 'node:async_hooks';
import {
  createMcpHandler,
  isJsonContentType,
  type McpHttpHandler,
  type McpServer,
  type Server,
} from '@modelcontextprotocol/server';
import type { Logger } from '@svc/observability';
import { ServiceError, toServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readSelectors } from '../../admission/refused-request.js';
import { MAX_BODY_BYTES, receiveBody } from '../../http/raw-body.js';
import { createCallerSignal } from '../../http/request.js';
import { sendJson } from '../../http/send-json.js';
import { parseStrictJson } from '../../http/strict-json.js';
import type { OperationSender } from '../../operations/operation-runner.js';
import { deriveIdempotencyKey } from './idempotency-key.js';
import type { McpGuard } from './mcp-guard.js';
import { MCP_PATH } from './metadata.js';

/** Streams in which a client waits for changes of the list of tools; there are none, so the streams only cost connections. */
const MAX_SUBSCRIPTIONS = 64;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Builds the server of one request of a caller. */
export type ServeCaller = (caller: McpCaller) => McpServer | Server;

/** The caller of a request. */
export interface McpCaller {
  readonly sender: OperationSender;
  /** Headers that continue the trace of the caller. */
  readonly headers: FastifyRequest['headers'];
}

/**
 * Answers messages of MCP over Streamable HTTP without sessions, in both revisions that clients use: the SDK tells them apart. Before it,
 * the guard admits the caller and the body is read by the rules of the REST interface; no request is served by the state of another.
 */
export class McpEndpoint {
  readonly #handler: McpHttpHandler;
  /** Errors that the SDK reports while it answers a request. */
  readonly #reported = new AsyncLocalStorage<Error[]>();

  constructor(
    private readonly guard: McpGuard,
    private readonly publicUrl: () => string,
    private readonly logger: Logger,
    serve: ServeCaller,
  ) {
    this.#handler = createMcpHandler(({ authInfo }) => serve(authInfo?.extra?.['caller'] as McpCaller), {
      maxSubscriptions: MAX_SUBSCRIPTIONS,
      onerror: (error) => this.#reported.getStore()?.push(error),
    });
  }

  async handle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const credential = await this.guard.admit(request, reply);
    const leaving = new AbortController();
    const signal = createCallerSignal(reply.raw, leaving);
    const body = await this.#readBody(request, reply);
    if (reply.sent) return;
    const sender: OperationSender = {
      credential,
      source: { id: request.id, ip: request.ip, via: 'mcp' },
      selectors: readSelectors(request),
      idempotencyKey: deriveIdempotencyKey(credential.id, request.id),
      leaving,
    };
    const caller: McpCaller = { sender, headers: request.headers };
    const { scopes } = credential.principal;
    const errors: Error[] = [];
    const response = await this.#reported.run(errors, () =>
      this.#handler.fetch(this.#toWebRequest(request, signal), {
        ...(body !== undefined && { parsedBody: body }),
        // The token itself is not handed on.
        authInfo: { token: '', clientId: credential.id, scopes: [...scopes], extra: { caller } },
      }),
    );
    this.#log(errors, response.status, request.id);
    if (signal.aborted) return;
    // Proxies must not collect the events of a stream.
    void reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
    await reply.send(response);
  }

  /** A refusal is the fault of the client; what leads to a status of 500 or more is ours. */
  #log(errors: readonly Error[], status: number, requestId: string): void {
    for (const error of errors) {
      const fields = { err: error, request_id: requestId };
      if (status >= 500) this.logger.error(fields, 'MCP request failed');
      else this.logger.debug(fields, 'MCP request refused');
    }
  }

  async close(): Promise<void> {
    await this.#handler.close();
  }

  /** The message of a request; undefined for one that is not JSON, which the SDK refuses. */
  async #readBody(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const bytes = await receiveBody(request, MAX_BODY_BYTES);
    if (!isJsonContentType(request.headers['content-type'] ?? null)) return undefined;
    try {
      const message = parseStrictJson(bytes);
      if (!Array.isArray(message)) return message;
      refuse(
        reply,
        INVALID_REQUEST,
        new ServiceError('invalid_request', { message: 'Messages are not sent in batches.' }),
      );
    } catch (error) {
      refuse(reply, PARSE_ERROR, toServiceError(error));
    }
    return undefined;
  }

  #toWebRequest({ method, headers }: FastifyRequest, signal: AbortSignal): Request {
    const entries = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
    );
    return new Request(`${this.publicUrl()}${MCP_PATH}`, { method, headers: entries, signal });
  }
}

/** Refuses a body in the form of the protocol. */
function refuse(reply: FastifyReply, code: number, { httpStatus, message }: ServiceError): void {
  sendJson(reply, { jsonrpc: '2.0', id: null, error: { code, message } }, httpStatus);
}
