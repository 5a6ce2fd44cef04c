import { encodeJson, operations, type Operation } from '@svc/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission, Admitted } from './admission.js';
import { toCallContext } from './call-context.js';
import { callerSignal } from './caller-signal.js';
import { traceOperation } from './http-tracing.js';
import type { OperationClients } from './operation-clients.js';
import { readOperationRequest } from './operation-request.js';
import { readJsonBody, refuseBody } from './request-body.js';
import { JSON_TYPE } from './response-headers.js';

export interface OperationRoutesOptions {
  readonly admission: Admission;
  readonly clients: OperationClients;
  readonly timeoutMs: number;
  /** Told of every answer. */
  readonly observe: (operation: Operation, status: number, seconds: number) => void;
}

const ADMITTED = 'admitted';

/**
 * Makes a route of every operation: admission, body, message, call, answer. Nothing here knows a particular operation.
 *
 * @returns the methods each path has.
 * @throws Error when an operation is public: behind the gateway every call has a principal, and none of them is "nobody".
 */
export function registerOperations(server: FastifyInstance, options: OperationRoutesOptions): Map<string, string[]> {
  server.decorateRequest(ADMITTED, null);
  const methodsByPath = new Map<string, string[]>();
  for (const operation of operations) {
    if (operation.project === 'public') throw new Error(`${operation.id} is public, which is not served`);
    const url = operation.path.replaceAll(/\{([a-z0-9_]+)\}/g, ':$1');
    methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), operation.method]);
    server.route({
      method: operation.method,
      url,
      onRequest: async (request, reply) => {
        request.setDecorator<Admitted>(ADMITTED, await options.admission.admit(operation, request, reply));
      },
      onResponse: (_request, reply, done) => {
        options.observe(operation, reply.statusCode, reply.elapsedTime / 1000);
        done();
      },
      handler: (request, reply) =>
        traceOperation(operation, request, reply, () => serve(operation, request, reply, options)),
    });
  }
  return methodsByPath;
}

async function serve(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { admission, clients, timeoutMs }: OperationRoutesOptions,
): Promise<void> {
  const admitted = request.getDecorator<Admitted>(ADMITTED);
  const body = readBody(operation, request);
  const project = await admission.projectWithBody(operation, admitted, body);
  const message = readOperationRequest(operation, request, body);
  const answer = await clients.call(operation, message, {
    context: toCallContext(request.id, admitted.key, project),
    signal: callerSignal(reply.raw),
    timeoutMs,
  });
  void reply.code(operation.successStatus);
  if (operation.successStatus === 204) void reply.send();
  else void reply.type(JSON_TYPE).send(JSON.stringify(encodeJson(operation.rpc.output, answer)));
}

function readBody(operation: Operation, request: FastifyRequest): unknown {
  if (operation.body !== undefined) return readJsonBody(request.headers, request.body);
  refuseBody(request.body);
  return undefined;
}
