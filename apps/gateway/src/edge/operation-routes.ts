import { isMessage, type Message } from '@bufbuild/protobuf';
import { DocumentSchema, encodeJson, operations, type CallContext, type Operation } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isWrite, type AuditTrail } from '../audit/audit-trail.js';
import type { Admission, Admitted } from './admission.js';
import { toCallContext } from './call-context.js';
import { callerSignal } from './caller-signal.js';
import { sendDocument } from './document-reply.js';
import { translateError } from './error-reply.js';
import { traceOperation } from './http-tracing.js';
import type { OperationClients } from './operation-clients.js';
import { readOperationRequest } from './operation-request.js';
import { readJsonBody, refuseBody } from './request-body.js';
import { JSON_TYPE } from './response-headers.js';
import { EVENT_STREAM_TYPE, sendEvents, type StreamOptions } from './event-stream.js';

export interface OperationRoutesOptions {
  readonly admission: Admission;
  readonly audit: AuditTrail;
  readonly clients: OperationClients;
  readonly timeoutMs: number;
  readonly streams: StreamOptions;
  /** Told of every answer. */
  readonly observe: (operation: Operation, status: number, seconds: number) => void;
}

const ADMITTED = 'admitted';

/**
 * Makes a route of every operation: admission, body, message, call, answer. Nothing here knows a particular operation.
 *
 * @returns the methods each path has.
 */
export function registerOperations(server: FastifyInstance, options: OperationRoutesOptions): Map<string, string[]> {
  server.decorateRequest(ADMITTED, null);
  const methodsByPath = new Map<string, string[]>();
  const urls = new Map<string, string>();
  for (const operation of operations) {
    const url = operation.path.replaceAll(/\{([a-z0-9_]+)\}/g, ':$1');
    // Two operations may call the same place of a path differently; it is one path all the same.
    const shape = url.replaceAll(/:[a-z0-9_]+/g, ':');
    const known = urls.get(shape) ?? url;
    urls.set(shape, known);
    methodsByPath.set(known, [...(methodsByPath.get(known) ?? []), operation.method]);
    server.route({
      method: operation.streams ? [operation.method, 'HEAD'] : operation.method,
      url,
      // A stream has no end that could be thrown away; its HEAD is answered below.
      exposeHeadRoute: !operation.streams,
      onRequest: async (request, reply) => {
        if (operation.project === 'public') return;
        request.setDecorator<Admitted>(ADMITTED, await options.admission.admit(operation, request, reply));
      },
      onResponse: (_request, reply, done) => {
        options.observe(operation, reply.statusCode, reply.elapsedTime / 1000);
        done();
      },
      handler: async (request, reply) => {
        await traceOperation(operation, request, reply, () => serve(operation, request, reply, options));
        // Fastify takes nothing for an empty answer as long as a stream has not begun to flow.
        return reply;
      },
    });
  }
  return methodsByPath;
}

async function serve(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { admission, audit, clients, timeoutMs, streams }: OperationRoutesOptions,
): Promise<void> {
  if (operation.project === 'public') {
    const message = readOperationRequest(operation, request, readBody(operation, request));
    const answer = await clients.call(operation, message, { signal: callerSignal(reply.raw), timeoutMs });
    return sendAnswer(operation, request, reply, answer);
  }
  const admitted = request.getDecorator<Admitted>(ADMITTED);
  const body = readBody(operation, request);
  const project = await admission.projectWithBody(operation, admitted, body, reply);
  const message = readOperationRequest(operation, request, body);
  const context = toCallContext(request.id, admitted.credential.principal, project);
  const signal = callerSignal(reply.raw);
  if (operation.streams && request.method === 'HEAD') return void reply.type(EVENT_STREAM_TYPE).send();
  if (operation.streams) {
    const leaving = new AbortController();
    const events = await clients.open(operation, message, {
      context,
      signal: AbortSignal.any([signal, leaving.signal]),
      timeoutMs,
    });
    sendEvents(operation, events, reply, { ...streams, leaving, isStillGood: () => admission.isStillGood(admitted) });
    return;
  }
  const call = () => clients.call(operation, message, { context, signal, timeoutMs });
  const answer = isWrite(operation) ? await audited(operation, request, context, audit, call) : await call();
  sendAnswer(operation, request, reply, answer);
}

function sendAnswer(operation: Operation, request: FastifyRequest, reply: FastifyReply, answer: Message): void {
  void reply.code(operation.successStatus);
  if (operation.successStatus === 204) void reply.send();
  else if (isMessage(answer, DocumentSchema)) sendDocument(answer, request, reply);
  else void reply.type(JSON_TYPE).send(JSON.stringify(encodeJson(operation.rpc.output, answer)));
}

/** A write between its entry in the audit log and the entry's outcome. */
async function audited(
  operation: Operation,
  request: FastifyRequest,
  context: CallContext,
  audit: AuditTrail,
  call: () => Promise<Message>,
): Promise<Message> {
  const target = request.params as Record<string, string>;
  const entryId = await audit.begin({ operation, context, target, sourceAddress: request.ip });
  try {
    const answer = await call();
    await audit.end(entryId, operation, { status: operation.successStatus, answer });
    return answer;
  } catch (failure) {
    const { code, httpStatus } = translateError(failure);
    await audit.end(entryId, operation, { status: httpStatus, error: code });
    throw failure;
  }
}

function readBody(operation: Operation, request: FastifyRequest): unknown {
  if (operation.body !== undefined) return readJsonBody(request.headers, request.body);
  refuseBody(request.body);
  return undefined;
}
