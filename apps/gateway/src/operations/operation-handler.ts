import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { create, isMessage, type Message } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import { DocumentSchema, type Operation } from '@svc/contract';
import { entityTag, isCurrent, JSON_TYPE } from '@svc/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMITTED } from '../admission/admission.guard.js';
import { Admission } from '../admission/admission.js';
import type { OperationAnswer } from '../audit/audit.js';
import { HttpServer } from '../http/http-server.js';
import { MAX_BODY_BYTES, MAX_PUBLIC_BODY_BYTES, receiveBody } from '../http/raw-body.js';
import { parseJsonBody, refuseBody } from '../http/request-body.js';
import { createCallerSignal } from '../http/request.js';
import { formatAnswer } from './answer-json.js';
import { sendDocument } from './document-reply.js';
import { EVENT_STREAM_TYPE, sendEvents } from './event-stream.js';
import { traceOperation } from './http-tracing.js';
import { readLocation } from './location.js';
import type { OperationCall } from './operation-call.js';
import type { OperationClients } from './operation-clients.js';
import { readOperationRequest } from './operation-request.js';
import { OPERATION_CLIENTS, OperationRunner } from './operation-runner.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from './operations-options.js';
import { Uploads } from './uploads/uploads.js';

const HOUR_MS = 3_600_000;
/** The interval of checks plus the time of a check is well below the five seconds that revocation may take. */
const STREAM_CHECK_MS = 3_000;
const LARGE_BODY_BYTES = 64 * 1024;

/** Answers operations over HTTP: reads the message of a request, makes the call with its entry in the audit log, and sends the answer. */
@Injectable()
export class OperationHandler {
  constructor(
    private readonly admission: Admission,
    private readonly runner: OperationRunner,
    private readonly uploads: Uploads,
    private readonly server: HttpServer,
    @Inject(OPERATION_CLIENTS) private readonly clients: OperationClients,
    @Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions,
  ) {}

  /** Answers a request that the guard has admitted. */
  handle(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return traceOperation(operation, request, reply, async () => {
      const call = await this.#receive(operation, request, reply);
      await this.#send(call, request, reply, await this.runner.run(call, () => this.#call(call, request)));
    });
  }

  async #receive(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<OperationCall> {
    const body = await receiveOperationBody(operation, request);
    const leaving = new AbortController();
    createCallerSignal(reply.raw, leaving);
    const target = request.params as Record<string, string>;
    if (operation.project === 'public') {
      const message = readOperationRequest(operation, request, body);
      return this.runner.prepare({ operation, message, target, source: request, leaving });
    }
    const admitted = ADMITTED.get(request);
    const project = await this.admission.projectWithBody(operation, admitted, body, reply);
    const message = readMessage(operation, request, body);
    const caller = { credential: admitted.credential, project };
    return this.runner.prepare({ operation, message, target, source: request, caller, leaving });
  }

  async #call(call: OperationCall, request: FastifyRequest): Promise<OperationAnswer> {
    const { operation, message, options } = call;
    if (operation.streamedBody !== undefined) {
      const { status, message: answer } = await this.uploads.receive(request, call);
      call.status = status;
      return answer;
    }
    if (!operation.streams) return this.clients.call(operation, message, options);
    // The stream of a HEAD request would only be thrown away.
    return request.method === 'HEAD' ? undefined : this.clients.open(operation, message, options);
  }

  async #send(
    { operation, leaving, options, status: ownStatus }: OperationCall,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: OperationAnswer,
  ): Promise<void> {
    if (answer === undefined) return void reply.type(EVENT_STREAM_TYPE).send();
    const status = ownStatus ?? (isReplay(answer) ? 200 : operation.successStatus);
    void reply.code(status);
    if (Symbol.asyncIterator in answer) {
      sendEvents(operation, answer, reply, {
        stopping: this.server.stopping,
        maxDurationMs: HOUR_MS,
        checkMs: STREAM_CHECK_MS,
        ...this.options.streams,
        leaving,
        isStillValid: () => this.admission.isStillValid(ADMITTED.get(request)),
      });
      // Fastify would send an empty answer for a handler that returns before the stream has started to flow.
      await finished(reply.raw).catch(() => undefined);
    } else if (status === 204) {
      void reply.send();
    } else if (isMessage(answer, DocumentSchema)) {
      sendDocument(answer, request, reply);
    } else {
      if (status === 201) void reply.header('location', readLocation(operation, answer, options.context));
      const json = await formatAnswer(operation.rpc.output, answer);
      if (operation.entityTag && noteEntityTag(json, request, reply)) return void reply.code(304).send();
      void reply.type(JSON_TYPE).send(json);
    }
  }
}

/** Sets the tag of an answer that is polled. Returns whether the caller has the answer already. */
function noteEntityTag(json: Buffer, request: FastifyRequest, reply: FastifyReply): boolean {
  const tag = entityTag(json);
  void reply.headers({ etag: `"${tag}"`, 'cache-control': 'private,no-cache' });
  return isCurrent(request.headers['if-none-match'], tag);
}

/** Whether the answer contains the record that an earlier request has created. */
function isReplay(answer: object): boolean {
  return 'replayed' in answer && answer.replayed === true;
}

/** Reads the message of a request. The content of a streamed body is read by the service that receives it. */
function readMessage(operation: Operation, request: FastifyRequest, body: unknown): Message {
  if (operation.streamedBody !== undefined && operation.body !== undefined) return create(operation.rpc.input);
  return readOperationRequest(operation, request, body);
}

async function receiveOperationBody(
  { body, project, streamedBody }: Operation,
  request: FastifyRequest,
): Promise<unknown> {
  if (streamedBody !== undefined) return undefined;
  const maxBytes = project === 'public' ? MAX_PUBLIC_BODY_BYTES : MAX_BODY_BYTES;
  const bytes = await receiveBody(request, maxBytes);
  if (body === undefined) {
    refuseBody(bytes);
    return undefined;
  }
  const json = parseJsonBody(request.headers, bytes);
  // A large body takes some milliseconds to parse and as long to decode; other requests run in between.
  if (bytes.length > LARGE_BODY_BYTES) await setImmediate();
  return json;
}
